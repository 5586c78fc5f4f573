// Surface tension on a MAC grid as a pressure jump sigma kappa across the free surface (Kang, Fedkiw & Liu 2000, for
// one fluid and air). The pressure solve assumes 0 there; the jump is applied before it, as a force on the faces that
// the surface crosses: dt / rho sigma kappa / (theta edge), with theta of the ghost fluid method.
//
//  kappa = -div(grad c / |grad c|),   c the smoothed particle density,
//
// is interpolated to the surface between the two cells (Brackbill, Kothe & Zemach 1992, equation 20). Walls mirror c:
// the contact angle is 90 degrees.
#pragma once
#include "base/jobs.h"
#include "grid/sorted_particles.h"

namespace slosh {

class SurfaceTension {
public:
    // The largest stable time step, half of the capillary limit sqrt(rho edge^3 / (4 pi sigma)) (Brackbill et al. 1992,
    // equation 61), s; and the largest tension that is stable over dt, N/m.
    static float max_step(float tension, float rest_density, float edge);
    static float max_tension(float dt, float rest_density, float edge);

    // Adds the force to the velocity. `tension_dt` is sigma dt / rho, m3/s; `density` is 1 inside the fluid; `phi` as
    // in grid/fluid_boundary.h. Allocates in the first call only.
    void apply(const GridLayout&, const SimdArray<float>& density, const SimdArray<float>& phi, float tension_dt,
               Faces& velocity, Jobs&);

    // Cohesion: isolated particles next to the surface are attracted like a drop of the size of a cell, sigma / (rho
    // edge^2) along the surface normal. To be called after apply(); `isolated` marks the cells.
    void apply_cohesion(const GridLayout&, const uint8_t* isolated, float tension_dt, SortedParticles&, Jobs&) const;

private:
    void smooth(const MacGrid&, const SimdArray<float>& density, Jobs&);
    void find_normals(const GridLayout&, Jobs&);
    void find_curvature(const GridLayout&, Jobs&);

    SimdArray<float> smoothed_, scratch_, curvature_;  // curvature: 1/m, in cell centres
    Faces normal_;                                     // unit normal component on faces, into the fluid
};

}  // namespace slosh
