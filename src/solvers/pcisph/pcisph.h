// Predictive-corrective incompressible SPH in 2D and 3D.
//
// Solenthaler & Pajarola 2009. A sub-step predicts where the particles will be, measures the density there, corrects
// the pressures by delta times the excess, and starts again until the mean excess is what is asked for:
//
//   x* = x + dt^2 F(p) / m,   p_i += delta (rho*_i / rho_0 - 1), never below 0,   F_ij = -V_0^2 (p_i + p_j) grad W_ij
//   delta = rho_0 / (2 dt^2 V_0^2 sum_j |grad W_0j|^2)   of a particle inside a lattice, where sum_j grad W_0j = 0
//
// Neighbours and slopes are those at the start of the sub-step. What differs from the paper:
//
// - A sub-step begins with the pressures of the last one (as Ihmsen et al. 2014, IISPH, do in part): those that it
//   began with, and a share of what it changed. What is kept counts twice, as a pressure that integrates; what is not
//   answers once to the speed of compression, which is a bulk viscosity: without it a tank that is shaken bounces.
// - The corrections answer only to compression that is new, rho*_i / rho_i: feeding back an old one through pressures
//   that are kept would be an integral controller, and a tank would boil. The first pressures are those of fluid at
//   rest, corrected thoroughly.
// - An excess of density that is there already is spread by moving the particles (one correction's worth of
//   displacement, a share of it a sub-step; after a blow they go on that way), and pressed out only while its mean is
//   above what is asked for. What lacks density under pressure is filled up slowly.
// - Corrections are accelerated by Chebyshev's iteration (Golub & Varga 1961).
// - What is below rest density, as free surfaces always are, does not count, and pressures are never negative. The
//   corrections also end where they no longer help.
// - Rigid bodies are predicted and corrected along with the fluid (pcisph_bodies.h).
//
// Walls are mirrors (sph/mirror_walls.h). Viscosity: Laplacian (Morris et al. 1997) and Monaghan's 1992. The kernel is
// Wendland's C2, which wants a wider support than the spline. Time steps follow the speed of the particles and their
// pressure, not sound. Poured and drained by sph_sources.h. SI units; in 2D a slice one metre thick.
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

struct PcisphDef {
    static constexpr std::string_view name = "pcisph", family = "pcisph";
    static constexpr Capabilities can = {.bodies = true, .emitters = true};
    static constexpr int kinds = 3;  // told apart by colour only

    int particles = 4000;
    EmitterBudgetDef budget;
    int substeps = 0;           // in a display step; 0: chosen by the solver
    float smoothing = 3;        // support h in particle spacings, 2 to 4
    float rest_density = 1000;  // kg/m3
    float density_error = 1;    // mean compression at which the iterations end, per cent
    int min_iterations = 3;
    int max_iterations = 50;
    float viscosity = 1e-4f;            // kinematic, m2/s
    float artificial_viscosity = 0.3f;  // Monaghan's alpha, 0 to 1
    float cfl = 0.6f;                   // fraction of h that the fastest particle crosses in a sub-step, 0.05 to 2
    float no_slip = 0;                  // 0 free slip, 1 no slip

    void visit(Visitor&);
};

std::unique_ptr<Solver> make_pcisph(const PcisphDef&, const Domain&, const InitialParticles& start, Jobs&);

}  // namespace slosh
