// Surface tension on a MAC grid: the pressure on a free surface is sigma kappa, not 0 (Kang, Fedkiw & Liu 2000, for one
// fluid and air). Pressure is found as if it were 0 there; what the jump does is a force on the faces that the surface
// crosses, dt / rho sigma kappa / (theta edge) with the ghost fluid's share theta, and added before.
//
//   kappa = -div(grad c / |grad c|),   c the density of particles, smoothed,
//
// where the surface is, between the two cells beside it (Brackbill, Kothe & Zemach 1992, equation 20). Walls mirror c:
// fluid meets them at a right angle.
#pragma once
#include "base/jobs.h"
#include "grid/flip_particles.h"
#include "grid/particle_sort.h"

namespace slosh {

class SurfaceTension {
public:
    // The longest step, half of what the shortest capillary waves bear, sqrt(rho edge^3 / (4 pi sigma)) (Brackbill et
    // al. 1992, equation 61), and the tension that a step bears.
    static float longest_step(float tension, float rest_density, float edge);
    static float max_tension(float dt, float rest_density, float edge);

    // Adds to the velocity. `tension` is sigma over the density, m3/s2; `density` that of particles, 1 inside, and
    // `surface` that of grid/liquid/projection.h. The first call asks for memory, none after it does.
    void push(const MacGrid&, const MacFrame&, const SimdArray<float>& density, const SimdArray<float>& surface,
              float tension, float dt, Faces& velocity, Jobs&);

    // What has come off the surface, but is still beside it, is drawn back in as a drop of the size of a cell would be:
    // sigma / (rho edge^2) along the normal. After push(); `stray` is not 0 in cells whose particles feel no pressure.
    void draw_in(const MacGrid&, const MacFrame&, const ParticleSort&, const uint8_t* stray, float tension, float dt,
                 FlipParticles&, Jobs&) const;

private:
    void smooth(const MacGrid&, const SimdArray<float>& density, Jobs&);
    void find_normals(const MacGrid&, const MacFrame&, Jobs&);
    void find_curvature(const MacGrid&, const MacFrame&, Jobs&);

    SimdArray<float> smoothed_, spare_, curvature_;  // curvature: 1/m, in the centres of cells
    Faces normal_;                                   // into the fluid
};

}  // namespace slosh
