// The fields of PIC/FLIP on the faces and in the cells of its MAC grid.
#pragma once
#include <vector>

#include "base/jobs.h"
#include "grid/boundaries/round_wall.h"
#include "grid/flip_particles.h"
#include "grid/particle_sort.h"

namespace slosh {

// Fields on faces. Velocities are relative to the container, in m/s.
struct FaceFields {
    Faces velocity;        // u: from P2G, then u* with forces, then divergence-free
    Faces velocity_old;    // u^n, after P2G and before forces
    Faces velocity_delta;  // for G2P: u_new - u^n, then with the PIC share of u^n; of APIC the whole
    Faces weight;          // sum of the particles' trilinear weights, in particles
    Faces valid;           // 1 where the projection has set a velocity, 0 elsewhere; see Extrapolation for the rest
    Faces fraction;        // open area fraction, 0 closed .. 1 open

    // All fields are 0, and the fractions 1 between cells.
    void resize(const MacGrid&, Jobs&);
    // velocity_old = velocity near particles, 0 elsewhere.
    void save_velocity(const MacGrid&, const ParticleSort&, Jobs&);
    // velocity_delta = velocity - velocity_old near particles.
    void make_velocity_delta(const MacGrid&, const ParticleSort&, Jobs&);
    // velocity_delta += share velocity_old: the PIC share, or all of it for APIC. Where a face is closed or in the air,
    // only the change has come from the faces beside it.
    //
    // A face with particles on one side only, at the surface or beside a solid, has their velocity, which is that at
    // the centre of their weights and not that of the face. PIC would brake shear and rotation there, in ten seconds by
    // a third of the spin of a ball of 16 cells. With `carry`, u^n is carried on to the face: beside a round wall by
    // its terms (null: there is none), else the offset of the centre follows from the slope of the weights, and u^n is
    // linear beside it. The slopes of APIC's particles have done so.
    void add_old_velocity(const MacGrid&, const ParticleSort&, float share, bool carry, const RoundWall*, Jobs&);

private:
    struct BesideWall {
        int at;
        float part, carried;  // how much of velocity_delta is `carried`
    };
    std::vector<BesideWall> beside_wall_;  // faces
};

// Fields in the cells' centres.
struct CellFields {
    SimdArray<float> density;            // particles over particles at rest: 1 inside a full fluid
    SimdArray<float> phi;                // signed distance from the free surface in cells, negative in the fluid
    SimdArray<float> divergence_target;  // 1/s, of the open part of the cell, including the flux of moving solids
    SimdArray<float> pressure;           // solution of the pressure system and its warm start, in the system's unit
    SimdArray<float> viscous_pressure;   // the same of the projection about the viscosity solve; empty until the first
    SimdArray<float> viscous_change;     // and its change in the last step
    SimdArray<uint8_t> isolated;         // 1: particles of this cell touch no fluid and move ballistically

    void resize(const MacGrid&);
};

}  // namespace slosh
