// Weakly compressible SPH in 2D and 3D.
//
// Gingold & Monaghan 1977; Monaghan 1992, 1994; symmetric pressure and Laplacian viscosity after Mueller et al.
// 2003 and Morris et al. 1997, written with particle volumes V = 1 / sum W (Solenthaler & Pajarola 2008):
//
//   rho_i = rho_0 V_0 (sum_j W_ij + walls),   p = rho_0 c^2 (rho/rho_0 - 1)   or Tait's with exponent 7
//   F_ij = -(p_i V_i^2 + p_j V_j^2) grad W_ij   and, along v_ij, 2 mu V_i V_j (dW/dr)/r
//
// With `shifting`, particles also move where there is room, without a velocity (Lind et al. 2012; Sun et al. 2017):
//
//   dx_i = -share |v|max dt h grad C_i,   C_i = sum_j V_j W_ij, not near a free surface
//
// Particles at rest lie like a crystal, which resists being sheared: without it slow viscous flow decays too fast.
// There is a bulk viscosity, too: p gains zeta c h d(rho)/dt, or a tank would ring with sound for minutes.
//
// With `adaptive-smoothing` each particle has its own h (sph/adaptive_support.h): wider in spray and drops, that of
// rest where there is pressure, narrower only for what is squeezed by a fifth. Each side of a pair keeps to its own
// kernel, so that the pressure's part still derives from an energy (Springel & Hernquist 2002), and what they share is
// the mean of both:
//
//   F_ij = -(p_i V_i^2 grad W_ij(h_i) + p_j V_j^2 grad W_ij(h_j))
//
// Bodies, surface tension, shifting and the walls' drag keep the h of rest.
//
// All is equal and opposite for every pair, and the pressure's part derives from an energy. (With half of the mean
// pressure, as it is often printed, a fluid feels half of its pressure gradient.) SI units; in 2D a slice one metre
// thick.
#pragma once
#include <memory>
#include <string_view>

#include "base/jobs.h"
#include "base/params.h"
#include "solver/capabilities.h"

namespace slosh {

class Solver;
struct Domain;
struct InitialParticles;

struct WcsphDef {
    static constexpr std::string_view name = "wcsph", family = "sph";
    static constexpr Capabilities can = {.scenes_3d = true, .bodies = true, .emitters = true, .foam = true};
    static constexpr int linear = 0, tait = 1;
    static constexpr int leapfrog = 0, euler = 1;
    static constexpr int mirror = 0, spring = 1;
    static constexpr int dense = 0, hash = 1;
    static constexpr int stop = 0, recycle = 1;
    static constexpr std::string_view fullness[] = {"stop", "recycle"};
    static constexpr std::string_view equations[] = {"linear", "tait"};
    static constexpr std::string_view integrators[] = {"leapfrog", "euler"};
    static constexpr std::string_view wall_models[] = {"mirror", "spring"};
    static constexpr std::string_view searches[] = {"dense", "hash"};
    static constexpr int kinds = 4;

    int particles = 4000;
    int budget = 0, when_full = recycle;
    int substeps = 0;
    float smoothing = 2.6f;  // support h in particle spacings
    bool adaptive = false;
    float rest_density = 1000, sound_speed = 12;
    int equation = linear;
    bool tension = false;
    float viscosity = 1e-4f, artificial_viscosity = 0.05f, bulk_viscosity = 0.3f;
    float shifting = 0;
    float other_density[kinds - 1] = {}, other_viscosity[kinds - 1] = {};  // of the other kinds; 0: as the first
    float interface_tension = 0, surface_tension = 0;
    int integrator = leapfrog;
    float cfl = 0.4f;
    int walls = mirror;
    float wall_drag = 0, wall_stiffness = 20000, wall_damping = 40;
    int search = dense;

    void visit(Visitor&);
};

std::unique_ptr<Solver> make_wcsph(const WcsphDef&, const Domain&, const InitialParticles& start, Jobs&);

}  // namespace slosh
