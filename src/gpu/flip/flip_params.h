// The parameters of the kernels of PIC/FLIP, as shaders/compute/flip/params.wgsl and solid.wgsl declare them. SI units.
#pragma once
#include <cstdint>

#include "gpu/pointer_params.h"

namespace slosh::gpu {

// Of a sub-step.
struct FlipParams {
    enum Flags : uint32_t { full_cells = 2, free_fall = 4, inner_ceilings = 8 };
    static constexpr int max_pointers = 8;

    int32_t n[3];    // cells
    uint32_t count;  // particles
    int32_t row, slab, size;
    uint32_t capacity;
    float corner[3], dt;
    float edge[3], shortest;
    float inv_edge[3], flip;
    float container[3], pic;  // velocity of the container; 1 - flip
    float gravity[3], correction;
    float density_scale, friction, pressure_ratio;
    uint32_t flags;
    uint32_t scheme, pointers;
    int32_t up_axis, up_sign;
    int32_t part, spare[3];
    PointerParams pointer[max_pointers];  // velocities relative to the container, positions not
};
static_assert(sizeof(FlipParams) == 160 + 48 * FlipParams::max_pointers);

struct SolidBodyParams {
    float position[3];
    uint32_t shape;
    float half[3];
    uint32_t edges;
    float velocity[3], spare;
    float axes[3][4];  // columns
};
struct SolidParams {
    static constexpr int max_bodies = 32;

    float origin[3];
    uint32_t count;
    float centre[3], radius;
    SolidBodyParams body[max_bodies];
};

// What a sub-step leaves: Motion in shaders/compute/flip/sum_motion.wgsl.
struct MotionResult {
    float correction[3];
    uint32_t touches;  // 1: the fluid touches a wall
    float min_velocity[3];
    uint32_t opened;  // 1: a ceiling has opened
    float max_velocity[3];
    uint32_t alive;  // particles that no drain has removed
    float low[3], spare_0;
    float high[3], spare_1;
    uint32_t groups[4];
};

// The scalars of a pressure solve: shaders/compute/flip/pressure/solve_state.wgsl.
struct SolveResult {
    float tolerance = 0;
    uint32_t max_iterations = 0;
    float rz_before = 0, b_squared = 0;
    float residual = 0;  // relative
    uint32_t iterations = 0, all_iterations = 0, goes_on = 0;
    uint32_t broken = 0;
    float mean = 0;  // of the residual at the start, where there is no free surface
    uint32_t spare[2] = {};
};

// A grid of the multigrid cycle: shaders/compute/flip/pressure/level_layout.wgsl.
struct LevelParams {
    int32_t n[3], first;
    int32_t row, slab, size;
    uint32_t groups;
    int32_t coarse_n[3], coarse_first;
    int32_t coarse_row, coarse_slab, coarse_groups, part;
};

}  // namespace slosh::gpu
