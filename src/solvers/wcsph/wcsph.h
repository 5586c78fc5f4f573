// Weakly compressible SPH in 2D and 3D.
//
// Gingold & Monaghan 1977; Monaghan 1992, 1994; symmetric pressure and Laplacian viscosity after Mueller et al.
// 2003 and Morris et al. 1997, written with particle volumes V = 1 / sum W (Solenthaler & Pajarola 2008):
//
//   rho_i = rho_0 V_0 (sum_j W_ij + walls),   p = rho_0 c^2 (rho/rho_0 - 1)   or Tait's with exponent 7
//   F_ij = -(p_i V_i^2 + p_j V_j^2) grad W_ij   and, along v_ij, 2 mu V_i V_j (dW/dr)/r
//
// With `shifting`, particles also move down the concentration gradient, without a change of velocity (Lind et al. 2012;
// Sun et al. 2017):
//
//   dx_i = -shifting |v|rms dt h V_0 sum_j (1 + 0.2 (W_ij / W(dx))^4) grad W_ij, at most 0.1 dx, not near a free
//   surface
//
// Particles at rest form a lattice that resists shear: without shifting slow viscous flow decays too fast. A bulk
// viscosity, p += zeta c h d(rho)/dt, damps sound waves, which would otherwise last for minutes.
//
// A viscosity whose explicit limit would set the sub-steps is implicit (sph/implicit_viscosity.h), so that honey and
// tar take as many sub-steps as water.
//
// With `adaptive-smoothing` each particle has its own h (sph/adaptive_support.h): larger in spray and drops, that of
// rest under pressure, smaller only above a compression of a fifth. Each side of a pair uses its own kernel, so that
// the pressure force still derives from an energy (Springel & Hernquist 2002); symmetric terms use the mean of both:
//
//   F_ij = -(p_i V_i^2 grad W_ij(h_i) + p_j V_j^2 grad W_ij(h_j))
//
// Bodies, surface tension, shifting and wall friction use the h of rest.
//
// All forces are equal and opposite for every pair, and the pressure force derives from an energy. (With half of the
// mean pressure, as often printed, a fluid has half of its pressure gradient.) SI units; in 2D a slice one metre thick.
#pragma once
#include <memory>
#include <string_view>

#include "base/jobs.h"
#include "base/params.h"
#include "domain/emitter_budget.h"
#include "solver/capabilities.h"

namespace slosh {

class Solver;
struct Domain;
struct InitialParticles;

struct WcsphDef {
    static constexpr std::string_view name = "wcsph", families[] = {"sph", "sph-3d"};
    static constexpr Capabilities can = {
        .scenes_2d = true, .scenes_3d = true, .bodies = true, .emitters = true, .foam = true};
    static constexpr int kinds = 4;

    enum class EquationOfState { linear, tait };
    static constexpr std::string_view equation_of_state_names[] = {"linear", "tait"};
    enum class Integrator { leapfrog, euler };
    static constexpr std::string_view integrator_names[] = {"leapfrog", "euler"};
    enum class WallModel { mirror, spring };
    static constexpr std::string_view wall_names[] = {"mirror", "spring"};
    enum class Search { dense, hash };
    static constexpr std::string_view search_names[] = {"dense", "hash"};

    int particles = 4000;  // 1 to 1e6
    EmitterBudgetDef budget;
    int substeps = 0;           // in a display step, 0 to 512; 0: chosen by the solver
    float smoothing = 2.6f;     // support h in particle spacings, 2 to 4
    bool adaptive = false;      // a support of its own for each particle
    float rest_density = 1000;  // kg/m3, 1 to 20000
    float sound_speed = 0;      // m/s, 0 to 1000; 0: chosen by the solver (wcsph/sound_speed.h)
    EquationOfState equation_of_state = EquationOfState::linear;
    bool negative_pressure = false;         // to a bound; else pressure below the rest density is 0
    float viscosity = 1e-4f;                // kinematic, m2/s, 0 to 10
    float artificial_viscosity = 0.02f;     // Monaghan's alpha, 0 to 1
    float bulk_viscosity = 0.5f;            // in units of c h, 0 to 0.5
    float shifting = 0;                     // strength of particle shifting, 0 to 1; 0: off
    float other_density[kinds - 1] = {};    // of kinds 1 to 3, kg/m3, 0 to 20000; 0: as kind 0
    float other_viscosity[kinds - 1] = {};  // of kinds 1 to 3, m2/s, 0 to 10; 0: as kind 0
    float interface_tension = 0;            // N/m, 0 to 100
    float surface_tension = 0;              // N/m, 0 to 100
    Integrator integrator = Integrator::leapfrog;
    float cfl = 0.4f;  // fraction of h that sound crosses in a sub-step, 0.05 to 0.7
    WallModel walls = WallModel::mirror;
    float no_slip = 0;             // 0 free slip, 1 no slip
    float wall_stiffness = 20000;  // of WallModel::spring, 1/s2, 0 to 1e6
    float wall_damping = 40;       // of WallModel::spring, 1/s, 0 to 1000
    Search search = Search::dense;

    void visit(Visitor&);
};

// In a domain of D dimensions, 2 or 3.
template <int D>
std::unique_ptr<Solver> make_wcsph(const WcsphDef&, const Domain&, const InitialParticles& start, Jobs&);

}  // namespace slosh
