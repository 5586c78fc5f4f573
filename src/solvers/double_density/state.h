// The state of double density relaxation, shared by its passes.
#pragma once
#include <vector>

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

    // The only list of the columns: calls f(column) for each.
    void for_columns(auto&& f) {
        f(x);
        f(y);
        f(vx);
        f(vy);
        f(mass);
        f(support);
        f(id);
        f(kind);
    }

    // With storage for `capacity` particles.
    void resize(int n, int capacity) {
        for_columns([capacity](auto& column) { column.assign(capacity); });
        set_count(n);
    }
    // Within the capacity.
    void set_count(int n) {
        count = n;
        for_columns([n](auto& column) { column.set_count(n); });
        pad();
    }
    void pad() {
        x.pad_with(far_away), y.pad_with(far_away);
        mass.pad_with(1);
    }
    void copy_slot(int from, int to) {
        for_columns([from, to](auto& column) { column[to] = column[from]; });
    }
};

// The slot of every particle by its index: the id modulo the capacity. An index is free where no particle has it.
class SlotsByIndex {
public:
    void resize(int count, int capacity) {
        slots_.assign(static_cast<size_t>(capacity), none);
        for (int i = 0; i < count; ++i) set(static_cast<uint32_t>(i), i);
    }
    int capacity() const { return static_cast<int>(slots_.size()); }
    uint32_t index_of(uint32_t id) const {
        const auto capacity = static_cast<uint32_t>(slots_.size());
        return id < capacity ? id : id % capacity;
    }
    bool is_free(uint32_t index) const { return slots_[index] == none; }
    int slot(uint32_t index) const { return static_cast<int>(slots_[index]); }
    void set(uint32_t index, int slot) { slots_[index] = static_cast<uint32_t>(slot); }
    void free(uint32_t index) { slots_[index] = none; }

private:
    static constexpr uint32_t none = 0xffffffff;
    std::vector<uint32_t> slots_;
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
    void for_columns(auto&& f) {
        f(density);
        f(pressure);
        f(x);
        f(y);
        f(inv_mass);
        f(displacement);
        f(near_displacement);
        f(damping);
        f(dx), f(dy);
    }
    void resize(int n, int capacity) {
        sums.resize(capacity);
        for_columns([capacity](auto& column) { column.assign(capacity); });
        set_count(n);
    }
    // What is shown between steps; the next one finds the rest anew.
    void copy_shown(int from, int to) {
        density[to] = density[from];
        pressure[to] = pressure[from];
    }
    // Within the capacity.
    void set_count(int n) {
        for_columns([n](auto& column) { column.set_count(n); });
        inv_mass.pad_with(1);
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
constexpr int cheap_block = 2048;  // particles per task of a loop without neighbours

// Simultaneous (Jacobi-like) form: the densities of all particles, then the displacements of all. Independent of the
// order of the particles; the displacements of a pair conserve momentum.
void relax_parallel(const BlobArrays&, const CellGrid&, const RelaxConstants&, Relaxation&, Jobs&);

// Sequential (Gauss-Seidel-like) form of the original: particle by particle in the order of indices (without emitters,
// of ids), each moving its neighbours immediately.
void relax_sequential(const BlobArrays&, const CellGrid&, const RelaxConstants&, Relaxation&, const SlotsByIndex&);

}  // namespace slosh
