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
#include "domain/emitter_budget.h"
#include "solver/capabilities.h"

namespace slosh {

class Solver;
struct Domain;
struct InitialParticles;

struct DoubleDensityDef {
    static constexpr std::string_view name = "double_density", families[] = {"blobs"};
    static constexpr Capabilities can = {.scenes_2d = true, .emitters = true};
    static constexpr int kinds = 3;

    enum class Mode { parallel, sequential };
    static constexpr std::string_view mode_names[] = {"parallel", "sequential"};
    enum class UnitVectors { exact, approximate };
    static constexpr std::string_view unit_names[] = {"exact", "approximate"};

    // The original's interaction radius h at 1,500 particles. Stiffnesses are given for this h and
    // scaled with 1/h, so that the speed of sound (c^2 ~ k h) does not depend on the particle count.
    static constexpr float reference_radius = 2.0913154f;
    // h in units of the mean particle spacing at rest.
    static constexpr float radius_in_spacings = 3.17f;

    // Relative to rest; the kinds differ in weight only.
    static float mass_of(uint8_t kind) { return 0.85f + 0.1f * static_cast<float>(kind); }

    int particles = 1500;  // 1 to 1e6
    int substeps = 0;      // in a display step, 0 to 64; 0: chosen by the solver
    Mode mode = Mode::parallel;
    UnitVectors unit = UnitVectors::exact;  // of Mode::sequential
    float stiffness = 35;                   // k at reference_radius, u/s2, 0 to 500
    float near_stiffness = 100;             // k_near at reference_radius, u/s2, 0 to 1000
    float rest_density = 5;                 // rho_0, in weighted neighbours, 1 to 20
    float weight_difference = 0;            // of the kinds, 0 to 0.8
    bool anti_stick = true;
    float damping = 0.1f;           // fraction of the closing speed in a sub-step at rest (time_step.h), 0 to 0.3
    float linear_viscosity = 0;     // sigma, 1/s at reference_radius, 0 to 20000
    float quadratic_viscosity = 0;  // beta, 1/u, 0 to 20
    float spring_stiffness = 0;     // 1/s2, 0 to 20000; 0: no springs
    float yield_ratio = 0.1f;       // gamma, relative elongation, 0 to 1
    float plasticity = 0.3f;        // alpha, 1/s, 0 to 20
    float stickiness = 0;           // 1/s2 at reference_radius, 0 to 1000
    float stick_distance = 1;       // in interaction radii, 0.1 to 4
    float friction = 0.1f;          // 0 free slip, 1 no slip
    EmitterBudgetDef budget;

    void visit(Visitor&);
};

// Fails by a CHECK (ends the program) if the domain is not 2D.
std::unique_ptr<Solver> make_double_density(const DoubleDensityDef&, const Domain&, const InitialParticles& start,
                                            Jobs&);

}  // namespace slosh
