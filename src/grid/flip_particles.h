// Marker particles of PIC/FLIP, and the frame of the grid in world space.
//
// Structure of arrays, one slot per particle, sorted by cell after grid/particle_sort.h. Positions and velocities are
// in world space; the grid moves with its container, and velocities on the grid are relative to the container.
#pragma once
#include <glm/vec3.hpp>

#include "base/simd_array.h"
#include "domain/initial_particles.h"
#include "grid/mac_grid.h"

namespace slosh {

struct FlipParticles {
    int count = 0;
    SimdArray<float> x[3], v[3];  // m, m/s
    // Velocity gradient dv_c/dx_d, 1/s (APIC); empty unless keep_slopes(true).
    SimdArray<float> slope[3][3];
    SimdArray<uint32_t> id;
    SimdArray<uint8_t> kind;

    void resize(int n) {
        count = n;
        for (int d = 0; d < 3; ++d) {
            x[d].assign(n);
            v[d].assign(n);
        }
        id.assign(n);
        kind.assign(n);
    }
    // Within the capacity of resize().
    void set_count(int n) {
        if (n == count) return;
        count = n;
        for (int d = 0; d < 3; ++d) {
            x[d].set_count(n);
            v[d].set_count(n);
        }
        id.set_count(n);
        kind.set_count(n);
    }
    bool has_slopes() const { return slope[0][0].size() > 0; }
    // Allocates slopes, all 0, or frees them.
    void keep_slopes(bool keep) {
        if (keep == has_slopes()) return;
        for (auto& gradient : slope)
            for (SimdArray<float>& s : gradient) s = keep ? SimdArray<float>(x[0].capacity()) : SimdArray<float>();
    }
    // Writes a new particle with zero slopes.
    void put(int slot, glm::vec3 position, glm::vec3 velocity, uint32_t new_id, uint8_t new_kind) {
        for (int d = 0; d < 3; ++d) {
            x[d][slot] = position[d];
            v[d][slot] = velocity[d];
        }
        id[slot] = new_id;
        kind[slot] = new_kind;
        if (has_slopes())
            for (auto& gradient : slope)
                for (SimdArray<float>& s : gradient) s[slot] = 0;
    }
    void copy(int from, int to) {
        for (int d = 0; d < 3; ++d) {
            x[d][to] = x[d][from];
            v[d][to] = v[d][from];
        }
        id[to] = id[from];
        kind[to] = kind[from];
        if (has_slopes())
            for (auto& gradient : slope)
                for (SimdArray<float>& s : gradient) s[to] = s[from];
    }
    // Takes the initial particles; `capacity` is at least their number.
    void start_from(const InitialParticles& start, int capacity) {
        resize(capacity);
        set_count(start.count());
        for (int i = 0; i < count; ++i) {
            const auto k = static_cast<size_t>(i);
            for (int d = 0; d < 3; ++d) {
                x[d][i] = start.position[k][d];
                v[d][i] = start.velocity[k][d];
            }
            id[i] = static_cast<uint32_t>(i);
            kind[i] = start.kind[k];
        }
    }
};

// The transform from world space to cell coordinates, which count cells from the lower corner. Cells may be slightly
// oblong, so that a whole number of them fills the container.
struct MacFrame {
    float corner[3] = {0, 0, 0};    // m, lower corner in world space
    float edge[3] = {1, 1, 1};      // m, of a cell
    float inv_edge[3] = {1, 1, 1};  // 1/m
    float top[3] = {1, 1, 1};       // number of cells
    float velocity[3] = {0, 0, 0};  // m/s, of the container

    Float4 in_cells(int axis, Float4 x) const {
        return clamp((x - corner[axis]) * inv_edge[axis], splat(0.0f), splat(top[axis]));
    }
    float in_cells(int axis, float x) const {
        const float c = (x - corner[axis]) * inv_edge[axis], high = c < top[axis] ? c : top[axis];
        return high > 0 ? high : 0;
    }
};

// A vector field on the faces of a MAC grid: one array per axis, laid out as in grid/mac_grid.h.
struct Faces {
    SimdArray<float> axis[3];

    void assign(const MacGrid& grid) {
        for (SimdArray<float>& a : axis) a.assign(grid.size());
    }
};

// Particles per task in parallel loops. Loops over cells take planes or rows as tasks.
constexpr int particle_block = 4096;

// Grid velocities are those at the end of a step, so a falling particle moves by g dt^2 / 2 less.
struct FreeFall {
    glm::vec3 gained;  // g dt, m/s
    glm::vec3 early;   // g dt^2 / 2, m
    float inv_gained2;

    FreeFall(glm::vec3 gravity_dt, float dt) : gained(gravity_dt), early(gravity_dt * (0.5f * dt)) {
        const float gained2 = gained.x * gained.x + gained.y * gained.y + gained.z * gained.z;
        inv_gained2 = gained2 > 0 ? 1 / gained2 : 0;
    }
    // How much of a particle's motion is free fall, 0 to 1. `along_gravity`: its change of velocity times `gained`.
    // Fluid that hardly falls does not count: the noise of a tank at rest would lift it.
    Float4 part(Float4 along_gravity) const {
        return clamp(2.0f * (along_gravity * inv_gained2) - 1.0f, splat(0.0f), splat(1.0f));
    }
};

}  // namespace slosh
