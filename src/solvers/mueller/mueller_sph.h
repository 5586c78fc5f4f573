// SPH as in Mueller, Charypar, Gross, "Particle-based fluid simulation for interactive applications", SCA 2003, in
// the form of a VEX set-up for Houdini: points in a disc, thrown back by its rim. In 2D and 3D.
//
//   rho_i = sum_j m_j W_poly6(r_ij)                                                        (eq. 3)
//   p = k (rho - rho_0), negative pressure cut off or not                                   (eq. 12)
//   a_i = - sum_j m_j (p_i/rho_i^2 + p_j/rho_j^2) grad W_spiky                              pressure, symmetric
//       + sum_j m_j (nu_i/rho_j + nu_j/rho_i)/2 (v_j - v_i) lap W_viscosity                 after eq. 14
//       + g - drag v
//
// The symmetric form keeps momentum pair by pair; the form printed in the set-up, with p_i/rho_j^2 + p_j/rho_j^2
// and nu_i/rho_j, is `force=printed`. Up to four kinds of fluid with their own rest density and viscosity; a kind's
// particles all fill the same volume at rest. With `adaptive-smoothing` h follows the density (sph/adaptive_support.h),
// pair by pair the mean of two; the cap on neighbours and the printed force are then left out. Lengths are the scene's
// own (u).
#pragma once
#include <memory>
#include <string_view>

#include "base/jobs.h"
#include "base/params.h"
#include "solver/capabilities.h"
#include "solvers/mueller/particle_life.h"

namespace slosh {

class Solver;
struct Domain;
struct InitialParticles;

struct MuellerSphDef {
    static constexpr std::string_view name = "mueller_sph", family = "mueller";
    static constexpr Capabilities can = {.emitters = true};
    static constexpr int planar = 0, spatial = 1;
    static constexpr int clamped = 0, tensile = 1;
    static constexpr int symmetric = 0, printed = 1;
    static constexpr int verlet = 0, taylor = 1, euler = 2, midpoint = 3;
    static constexpr int reflect = 0, density = 1;
    static constexpr int stop = 0, recycle = 1;
    static constexpr std::string_view fullness[] = {"stop", "recycle"};
    static constexpr int dense = 0, hash = 1;
    static constexpr std::string_view kernel_sets[] = {"planar", "spatial"};
    static constexpr std::string_view pressures[] = {"clamped", "signed"};
    static constexpr std::string_view force_forms[] = {"symmetric", "printed"};
    static constexpr std::string_view integrators[] = {"verlet", "taylor", "euler", "rk2"};
    static constexpr std::string_view wall_models[] = {"reflect", "density"};
    static constexpr std::string_view searches[] = {"dense", "hash"};
    static constexpr int kinds = 4;
    static constexpr int max_neighbours = 100;

    int particles = 5000;
    int budget = 0, when_full = recycle;
    int substeps = 0;
    float time_scale = 1;
    float smoothing = 2.6f;  // support h in particle spacings: about 20 neighbours in 2D, 75 in 3D
    bool adaptive = false;
    int neighbours = max_neighbours;
    float mass = 0;  // of the first kind; 0: so that the first filling has its rest density
    float stiffness = 1000;
    float rest_density[kinds] = {1000, 1000, 1000, 1000};
    float viscosity[kinds] = {1, 1, 1, 1};
    int kernels = planar, pressure = clamped, force = symmetric, integrator = verlet;
    float drag = 0;
    int walls = reflect;
    float wall_damping = 0.75f;
    float cfl = 0.4f;
    int search = dense;

    // Microbes (solvers/mueller/particle_life.h). All particles are then of the first kind of fluid; `kind` tells the
    // species.
    ParticleLifeDef life;

    // How many kinds a start may have.
    int start_kinds() const { return life.any() ? life.species + 1 : kinds; }
    void populate(InitialParticles& start, uint64_t seed) const { life.populate(start, seed); }
    void visit(Visitor&);
};

std::unique_ptr<Solver> make_mueller_sph(const MuellerSphDef&, const Domain&, const InitialParticles& start, Jobs&);

}  // namespace slosh
