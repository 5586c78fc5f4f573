// SPH as in Mueller, Charypar, Gross, "Particle-based fluid simulation for interactive applications", SCA 2003, in
// the form of a VEX set-up for Houdini: points in a disc whose rim reflects them. In 2D and 3D.
//
//   rho_i = sum_j m_j W_poly6(r_ij)                                                        (eq. 3)
//   p = k (rho - rho_0), negative pressure cut off or not                                   (eq. 12)
//   a_i = - sum_j m_j (p_i/rho_i^2 + p_j/rho_j^2) grad W_spiky                              pressure, symmetric
//       + sum_j m_j (nu_i/rho_j + nu_j/rho_i)/2 (v_j - v_i) lap W_viscosity                 after eq. 14
//       + g - drag v
//
// The symmetric form conserves momentum pair by pair; the form published in the set-up, with p_i/rho_j^2 + p_j/rho_j^2
// and nu_i/rho_j, is `force=asymmetric`. Up to four kinds of fluid with their own rest density and viscosity; a kind's
// particles all fill the same volume at rest. With `adaptive-smoothing` h follows the density (sph/adaptive_support.h),
// pair by pair the mean of two; the cap on neighbours and the asymmetric force are then left out. Lengths are the
// scene's own (u).
#pragma once
#include <memory>
#include <string_view>

#include "base/jobs.h"
#include "base/params.h"
#include "domain/emitter_budget.h"
#include "solver/capabilities.h"
#include "solvers/mueller/particle_life.h"

namespace slosh {

class Solver;
struct Domain;
struct InitialParticles;

struct MuellerSphDef {
    static constexpr std::string_view name = "mueller_sph", families[] = {"mueller"};
    static constexpr Capabilities can = {.scenes_2d = true, .emitters = true};
    static constexpr int kinds = 4;
    static constexpr int neighbour_limit = 100;

    enum class Kernels { planar, spatial };
    static constexpr std::string_view kernels_names[] = {"planar", "spatial"};
    enum class Pressure { clamped, with_sign };
    static constexpr std::string_view pressure_names[] = {"clamped", "signed"};
    enum class Force { symmetric, asymmetric };
    static constexpr std::string_view force_names[] = {"symmetric", "asymmetric"};
    enum class Integrator { verlet, taylor, euler, rk2 };
    static constexpr std::string_view integrator_names[] = {"verlet", "taylor", "euler", "rk2"};
    enum class WallModel { reflect, density };
    static constexpr std::string_view wall_names[] = {"reflect", "density"};
    enum class Search { dense, hash };
    static constexpr std::string_view search_names[] = {"dense", "hash"};

    int particles = 5000;  // 1 to 1e6
    EmitterBudgetDef budget;
    int substeps = 0;        // in a display step, 0 to 512; 0: chosen by the solver
    float time_scale = 1;    // simulated seconds per second of display time, 0.001 to 4
    float smoothing = 2.6f;  // support h in particle spacings, 2 to 6; 2.6: about 20 neighbours in 2D, 75 in 3D
    bool adaptive = false;   // a support of its own for each particle
    int max_neighbours = neighbour_limit;  // 20 to 100; the sums take the nearest ones
    float mass = 0;                        // of kind 0, 0 to 1e6; 0: so that the initial fluid has its rest density
    float stiffness = 1000;                // k = c^2, u2/s2, 0.01 to 1e6
    float rest_density[kinds] = {1000, 1000, 1000, 1000};  // 1/u2, 1/u3 in 3D, 0.001 to 20000
    float viscosity[kinds] = {1, 1, 1, 1};                 // kinematic, u2/s, 0 to 100
    Kernels kernels = Kernels::planar;
    Pressure pressure = Pressure::clamped;
    Force force = Force::symmetric;
    Integrator integrator = Integrator::verlet;
    float drag = 0;  // linear damping, 1/s, 0 to 100
    WallModel walls = WallModel::reflect;
    float wall_damping = 0.75f;  // 0.5 to 1: 1 mirrors the normal velocity, 0.5 removes it
    float cfl = 0.4f;            // fraction of h that the fastest particle crosses in a sub-step, 0.05 to 2
    Search search = Search::dense;

    // Microbes (solvers/mueller/particle_life.h). All particles are then of the first kind of fluid; `kind` is the
    // species.
    ParticleLifeDef life;

    // Number of kinds that the initial particles may have.
    int start_kinds() const { return life.any() ? life.species + 1 : kinds; }
    void assign_kinds(InitialParticles& start, uint64_t seed) const { life.assign_species(start, seed); }
    void visit(Visitor&);
};

// In a domain of D dimensions, 2 or 3.
template <int D>
std::unique_ptr<Solver> make_mueller_sph(const MuellerSphDef&, const Domain&, const InitialParticles& start, Jobs&);

}  // namespace slosh
