// The state of double density relaxation, shared by its passes.
#pragma once
#include "base/simd_array.h"
#include "search/cell_grid.h"
#include "search/cell_pairs.h"

namespace slosh {

// Keeps r > 0 for coincident particles: their direction is then zero, not NaN.
constexpr float tiny_squared = 1e-20f;

// One particle per slot, slots in cell order.
struct BlobArrays {
    int count = 0;
    SimdArray<float> x, y;     // u
    SimdArray<float> vx, vy;   // u/s
    SimdArray<float> mass;     // relative, see DoubleDensityDef::mass_of
    SimdArray<float> support;  // acceleration by pressure and walls against gravity over gravity, 0 (free fall) to 1.5
    SimdArray<uint32_t> id;
    SimdArray<uint8_t> kind;

    void resize(int n) {
        count = n;
        for (SimdArray<float>* a : {&x, &y}) a->assign(n), a->pad_with(far_away);
        for (SimdArray<float>* a : {&vx, &vy, &support}) a->assign(n);
        mass.assign(n, 1), mass.pad_with(1);
        id.assign(n);
        kind.assign(n);
    }
};

// Buffers of the relaxation, by slot.
struct Relaxation {
    SimdArray<float> density;   // in weighted neighbours
    SimdArray<float> pressure;  // k (density - rest density), u/s2
    SimdArray<float> x, y;      // in units of h
    SimdArray<float> inv_mass;
    SimdArray<float> displacement, near_displacement;  // P dt^2 and P' dt^2: displacements for g = 1
    SimdArray<float> damping;                          // displacement for an approach speed of 1 and g = 1
    SimdArray<float> dx, dy;                           // the displacement by the relaxation
    PairSums<2> sums;
    RowPartition strips;
    void resize(int n) {
        sums.resize(n);
        inv_mass.assign(n, 1), inv_mass.pad_with(1);
        for (SimdArray<float>* a : {&density, &pressure, &x, &y, &displacement, &near_displacement, &damping, &dx, &dy})
            a->assign(n);
    }
};

struct RelaxConstants {
    float h;                          // interaction radius, u
    float stiffness, near_stiffness;  // for this h, u/s2
    float rest_density;               // in weighted neighbours
    float dt;                         // s
    bool approximate_unit;            // unit vectors of the original demo; sequential form only
    float damping;                    // fraction of the closing speed per sub-step; parallel form only
};

// Tasks of about 20 us: small enough to balance 1,500 particles over the workers.
constexpr int slots_per_block = 128, slots_per_strip = 128;

// Simultaneous (Jacobi-like) form: the densities of all particles, then the displacements of all. Independent of the
// order of the particles; the displacements of a pair conserve momentum.
void relax_parallel(const BlobArrays&, const CellGrid&, const RelaxConstants&, Relaxation&, Jobs&);

// Sequential (Gauss-Seidel-like) form of the original: particle by particle in the order of ids, each moving its
// neighbours immediately. `slot_of` maps id to slot.
void relax_sequential(const BlobArrays&, const CellGrid&, const RelaxConstants&, Relaxation&,
                      std::span<const uint32_t> slot_of);

}  // namespace slosh
