// Double density relaxation: blobs of fluid in 2D.
//
// Clavet, Beaudoin, Poulin, "Particle-based Viscoelastic Fluid Simulation", SCA 2005. A particle
// moves freely, then its neighbourhood is relaxed: the pressure of a density rho = sum m g^2 drives it to the rest
// density, that of a near density rho' = sum m g^3 keeps particles apart (g = 1 - r/h). The velocity is set to v = (x -
// x_old)/dt. The unit of length (u) is that of the original demo.
#pragma once
#include <memory>
#include <span>
#include <string_view>

#include "base/jobs.h"
#include "base/params.h"
#include "solver/capabilities.h"

namespace slosh {

class Solver;
struct Domain;
struct InitialParticles;

struct DoubleDensityDef {
    static constexpr std::string_view name = "double_density", family = "blobs";
    static constexpr Capabilities can = {};
    static constexpr int parallel = 0, sequential = 1;
    static constexpr int exact = 0, approximate = 1;
    static constexpr std::string_view modes[] = {"parallel", "sequential"};
    static constexpr std::string_view units[] = {"exact", "approximate"};

    // The original's interaction radius h at 1,500 particles. Stiffnesses are given for this h and
    // scaled with 1/h, so that the speed of sound (c^2 ~ k h) does not depend on the particle count.
    static constexpr float reference_radius = 2.0913154f;
    // h in units of the mean particle spacing at rest.
    static constexpr float radius_in_spacings = 3.17f;

    static constexpr int kinds = 3;
    static float mass_of(uint8_t kind) { return 0.85f + 0.1f * static_cast<float>(kind); }

    int particles = 1500;
    int substeps = 0;
    int mode = parallel;
    int unit = exact;
    float stiffness = 35, near_stiffness = 100, rest_density = 5;
    bool anti_stick = true;
    float damping = 0.1f;
    float linear_viscosity = 0, quadratic_viscosity = 0;
    float spring_stiffness = 0, yield_ratio = 0.1f, plasticity = 0.3f;
    float stickiness = 0, stick_distance = 1, friction = 0.1f;

    void visit(Visitor&);
};

std::unique_ptr<Solver> make_double_density(const DoubleDensityDef&, const Domain&, const InitialParticles& start,
                                            Jobs&);

}  // namespace slosh
