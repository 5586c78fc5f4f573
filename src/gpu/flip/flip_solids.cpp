#include "gpu/flip/flip_solids.h"

#include <algorithm>

#include "grid/extrapolate.h"

namespace slosh::gpu {
namespace {

static_assert(Obstacles::max_obstacles <= SolidParams::max_bodies);

SolidBodyParams params_of(const Body& body) {
    SolidBodyParams p{};
    for (int d = 0; d < 3; ++d) {
        p.position[d] = body.position[d], p.half[d] = body.half[d], p.velocity[d] = body.velocity[d];
        for (int column = 0; column < 3; ++column) p.axes[column][d] = body.axes[column][d];
    }
    p.shape = static_cast<uint32_t>(body.shape), p.edges = body.has_edges();
    return p;
}

}  // namespace

FlipSolids::FlipSolids(const GridLayout& layout, Jobs& jobs) : at_rest_(layout), jobs_(jobs) {}

void FlipSolids::find_cut_cells() {
    const MacGrid& grid = at_rest_.grid;
    if (!cut_) {
        cut_ = std::make_unique<CutCells>();
        cut_->resize(grid, at_rest_.frame);
        fraction_.assign(grid);
        for (int axis = 0; axis < 3; ++axis)
            for_inner_rows(grid, axis, jobs_, [&](int first, int count) {
                std::fill_n(fraction_.axis[axis].data() + first, count, 1.0f);
            });
        flux_.assign(grid.size());
        packed_.resize(3 * static_cast<size_t>(grid.size()));
    }
    cut_->update(bodies, fraction_, jobs_);
}

void FlipSolids::update(Device& device, const FlipPasses& passes, const Motion& container, bool all) {
    if (!any()) return;
    bodies.update_local_bodies(container.offset, container.velocity);
    const bool changed = bodies.take_changed();
    if (changed || !cut_) find_cut_cells();
    if ((changed || all) && passes.cut()) upload(device, passes);
}

void FlipSolids::advance(Device& device, const FlipPasses& passes, float dt, const Motion& container) {
    if (!cut_ || !passes.cut()) return;
    bodies.advance(dt, container.offset, container.velocity);
    const bool was_moving = cut_->moving();
    if (bodies.take_changed()) find_cut_cells();
    else if (was_moving) cut_->update_velocities(bodies);
    else return;
    upload(device, passes);
}

void FlipSolids::push_out(const MacFrame& frame, FlipParticles& particles) {
    if (cut_) cut_->push_particles_out(frame, bodies, particles, jobs_);
}

void FlipSolids::upload(Device& device, const FlipPasses& passes) {
    const FlipPasses::Buffers& b = passes.buffers();
    const auto size = static_cast<size_t>(at_rest_.grid.size());
    const auto pack = [&](size_t part, const auto& field) {
        for (size_t n = 0; n < size; ++n) packed_[part * size + n] = static_cast<float>(field[static_cast<int>(n)]);
    };
    const auto write = [&](const Buffer& to, size_t parts) {
        device.write(to, 0, packed_.data(), parts * size * sizeof(float));
    };
    for (size_t axis = 0; axis < 3; ++axis) pack(axis, fraction_.axis[axis]);
    write(b.fraction, 3);
    std::fill(flux_.data(), flux_.data() + size, 0.0f);
    cut_->cut_divergence_target(fraction_, flux_, jobs_);
    pack(0, cut_->capacity().capacities()), pack(1, cut_->capacity().open_volumes()), pack(2, flux_);
    write(b.cut, 3);
    pack(0, cut_->distance()), pack(1, cut_->owner());
    write(b.solid, 2);

    SolidParams params{};
    const std::span<const Body> all = bodies.bodies();
    params.count = static_cast<uint32_t>(std::min(all.size(), size_t{SolidParams::max_bodies}));
    for (size_t n = 0; n < params.count; ++n) params.body[n] = params_of(all[n]);
    const Walls& walls = bodies.walls();
    params.radius = bodies.round_walls() ? walls.half.x : 0;
    for (int d = 0; d < 3; ++d) params.origin[d] = at_rest_.frame.corner[d], params.centre[d] = walls.centre[d];
    device.write(b.solids, params);
}

}  // namespace slosh::gpu
