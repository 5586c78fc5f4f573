// Particles that carry the fluid through a MAC grid, and where that grid is in the world.
//
// A slot holds one particle; slots are in the order of the cells once they have been sorted (grid/particle_sort.h).
// Positions and velocities are in world space; the grid goes along with its container, and what lies on it is
// relative to it.
#pragma once
#include <glm/vec3.hpp>

#include "base/simd_array.h"
#include "domain/initial_particles.h"
#include "grid/mac_grid.h"

namespace slosh {

struct FlipParticles {
    int count = 0;
    SimdArray<float> x[3], v[3];  // m, m/s
    // The slope of each velocity component along each axis, 1/s; only where an affine transfer wants it.
    SimdArray<float> slope[3][3];
    SimdArray<uint32_t> id;
    SimdArray<uint8_t> kind;

    void resize(int n) {
        count = n;
        for (int d = 0; d < 3; ++d) x[d].assign(n), v[d].assign(n);
        id.assign(n), kind.assign(n);
    }
    // Within the number they were resized to.
    void set_count(int n) {
        if (n == count) return;
        count = n;
        for (int d = 0; d < 3; ++d) x[d].set_count(n), v[d].set_count(n);
        id.set_count(n), kind.set_count(n);
    }
    bool has_slopes() const { return slope[0][0].size() > 0; }
    // Room for slopes, all 0, or none.
    void keep_slopes(bool keep) {
        if (keep == has_slopes()) return;
        for (auto& of_component : slope)
            for (SimdArray<float>& s : of_component) s = keep ? SimdArray<float>(x[0].capacity()) : SimdArray<float>();
    }
    // One that is new, without slopes.
    void put(int slot, glm::vec3 position, glm::vec3 velocity, uint32_t name, uint8_t of_kind) {
        for (int d = 0; d < 3; ++d) x[d][slot] = position[d], v[d][slot] = velocity[d];
        id[slot] = name, kind[slot] = of_kind;
        if (has_slopes())
            for (auto& of_component : slope)
                for (SimdArray<float>& s : of_component) s[slot] = 0;
    }
    void copy(int from, int to) {
        for (int d = 0; d < 3; ++d) x[d][to] = x[d][from], v[d][to] = v[d][from];
        id[to] = id[from], kind[to] = kind[from];
        if (has_slopes())
            for (auto& of_component : slope)
                for (SimdArray<float>& s : of_component) s[to] = s[from];
    }
    // With room for `capacity`, which is at least as many.
    void start_from(const InitialParticles& start, int capacity) {
        resize(capacity);
        set_count(start.count());
        for (int i = 0; i < count; ++i) {
            const auto k = static_cast<size_t>(i);
            for (int d = 0; d < 3; ++d) x[d][i] = start.position[k][d], v[d][i] = start.velocity[k][d];
            id[i] = static_cast<uint32_t>(i), kind[i] = start.kind[k];
        }
    }
};

// World to grid: a position in cells, counted from the lower corner. Cells may be slightly oblong, so that a whole
// number of them fills the container.
struct MacFrame {
    float corner[3] = {0, 0, 0};    // in world space, m
    float edge[3] = {1, 1, 1};      // of a cell, m
    float inv_edge[3] = {1, 1, 1};  // 1 / edge
    float top[3] = {1, 1, 1};       // how many cells there are
    float velocity[3] = {0, 0, 0};  // of the container, m/s

    Float4 in_cells(int axis, Float4 x) const {
        return clamp((x - corner[axis]) * inv_edge[axis], splat(0.0f), splat(top[axis]));
    }
    float in_cells(int axis, float x) const {
        const float c = (x - corner[axis]) * inv_edge[axis], high = c < top[axis] ? c : top[axis];
        return high > 0 ? high : 0;
    }
};

// What belongs to the faces of a MAC grid: an array an axis, see grid/mac_grid.h.
struct Faces {
    SimdArray<float> axis[3];

    void assign(const MacGrid& grid) {
        for (SimdArray<float>& a : axis) a.assign(grid.size());
    }
};

// Particles are dealt with in pieces of this many; planes of cells, and rows of a plane, one by one.
constexpr int particle_block = 4096;

}  // namespace slosh
