// Predictive-corrective incompressible SPH in 2D and 3D.
//
// Solenthaler & Pajarola 2009. A sub-step predicts the positions, measures the density error there, corrects the
// pressures by delta times the error, and repeats:
//
//   x* = x + dt v + dt^2 F(p) / m,   p_i += delta (rho*_i / rho_0 - 1), never below 0,   F_ij = -V_0^2 (p_i + p_j) grad
//   W_ij delta = rho_0 / (2 dt^2 V_0^2 sum_j |grad W_0j|^2)   of a particle inside a lattice, where sum_j grad W_0j = 0
//
// Neighbours and kernel gradients are those at the start of the sub-step. Deviations from the paper:
//
// - The number of corrections is fixed before a step. Corrections that end when the error is small make the forces jump
//   from one sub-step to the next; then a tank never rests and a dam break gains energy. n corrections from zero
//   pressure give long waves a stiffness, which grows with n^2: that for which the mean compression under the pressure
//   of the fluid's height, or under a higher present one, is 0.8 of the `density-error`.
// - Chebyshev acceleration of the corrections (Golub & Varga 1961); the interval makes that stiffness exact.
// - The pressure is that of a density between the start and the end of the sub-step. With the density at the end it
//   would be late by dt, which damps surface waves.
// - Densities below rest density, as at every free surface, do not count, and pressures are never negative.
// - Rigid bodies are predicted and corrected together with the fluid (predicted_bodies.h).
//
// Walls by mirror particles (sph/mirror_walls.h). Viscosity: Laplacian (Morris et al. 1997), implicit where its
// explicit limit would set the sub-steps (sph/implicit_viscosity.h), and Monaghan 1992 with its quadratic term for
// impacts. The kernel is Wendland's C2, which needs a larger support than the spline. Time steps depend on the speed of
// the particles and their pressure, not on a speed of sound. Emitters and drains: sph/inflow_outflow.h. SI units; in 2D
// a slice one metre thick.
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
    static constexpr std::string_view name = "pcisph", families[] = {"pcisph"};
    static constexpr Capabilities can = {.scenes_2d = true, .bodies = true, .emitters = true};
    static constexpr int kinds = 3;  // they differ in colour only

    int particles = 4000;  // 1 to 1e6
    EmitterBudgetDef budget;
    int substeps = 0;                    // in a display step, 0 to 512; 0: chosen by the solver
    float smoothing = 3;                 // support h in particle spacings, 2 to 4
    float rest_density = 1000;           // kg/m3, 1 to 20000
    float density_error = 1;             // mean compression that may remain, per cent, 0.05 to 10
    int min_iterations = 3;              // 1 to 50
    int max_iterations = 50;             // 1 to 200
    float viscosity = 1e-6f;             // kinematic, m2/s, 0 to 10
    float artificial_viscosity = 0.05f;  // Monaghan's alpha, 0 to 1
    float cfl = 0.6f;                    // fraction of h that the fastest particle crosses in a sub-step, 0.05 to 2
    float no_slip = 0;                   // 0 free slip, 1 no slip

    void visit(Visitor&);
};

// In a domain of D dimensions, 2 or 3.
template <int D>
std::unique_ptr<Solver> make_pcisph(const PcisphDef&, const Domain&, const InitialParticles& start, Jobs&);

}  // namespace slosh
