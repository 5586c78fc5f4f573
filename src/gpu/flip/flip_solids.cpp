#include "gpu/flip/flip_solids.h"

#include <algorithm>
#include <utility>

#include "grid/extrapolate.h"

namespace slosh::gpu {
namespace {

static_assert(Obstacles::max_obstacles <= SolidParams::max_bodies);

SolidBodyParams params_of(const Body& body) {
    SolidBodyParams p{};
    for (int d = 0; d < 3; ++d) {
        p.position[d] = body.position[d];
        p.half[d] = body.half[d];
        p.velocity[d] = body.velocity[d];
        for (int column = 0; column < 3; ++column) p.axes[column][d] = body.axes[column][d];
    }
    p.shape = static_cast<uint32_t>(body.shape);
    p.edges = body.has_edges();
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
        for (SimdArray<float>* field : {&flux_, &uploaded_flux_}) field->assign(grid.size());
        for (SimdArray<uint8_t>* field : {&near_, &scratch_}) field->assign(grid.size());
        packed_.resize(3 * static_cast<size_t>(grid.size()));
        changes_.reserve(FlipPasses::max_changes(grid.size()));
    }
    cut_->update(bodies, fraction_, jobs_);
}

void FlipSolids::update(Device& device, FlipPasses& passes, const Motion& container, bool all) {
    if (!any()) return;
    bodies.update_local_bodies(container);
    const bool changed = bodies.take_changed();
    all |= !cut_;
    if (changed || !cut_) find_cut_cells();
    if (!passes.cut()) return;
    if (all) {
        upload_all(device, passes);
        if (passes.has_round_wall()) upload_round_wall(device, passes);
    } else if (changed) {
        upload_changes(device, passes, true);
    }
}

void FlipSolids::advance(Device& device, FlipPasses& passes, float dt, const Motion& container) {
    if (!cut_ || !passes.cut()) return;
    bodies.advance(dt, container);
    const bool was_moving = cut_->moving(), moved = bodies.take_changed();
    if (moved) find_cut_cells();
    else if (was_moving) cut_->update_velocities(bodies);
    else return;
    upload_changes(device, passes, moved);
}

void FlipSolids::push_out(const MacFrame& frame, FlipParticles& particles) {
    if (cut_) cut_->push_particles_out(frame, bodies, particles, jobs_);
}

void FlipSolids::find_flux() {
    std::fill_n(flux_.data(), at_rest_.grid.size(), 0.0f);
    cut_->cut_divergence_target(fraction_, flux_, jobs_);
}

void FlipSolids::upload_all(Device& device, const FlipPasses& passes) {
    const FlipPasses::Buffers& b = passes.buffers();
    const auto size = static_cast<size_t>(at_rest_.grid.size());
    const auto pack = [&](size_t part, const auto& field) {
        for (size_t n = 0; n < size; ++n) packed_[part * size + n] = static_cast<float>(field[static_cast<int>(n)]);
    };
    const auto write = [&](const Buffer& to, size_t parts) {
        device.write(to, 0, packed_.data(), parts * size * sizeof(float));
    };
    find_flux();
    for (size_t axis = 0; axis < 3; ++axis) pack(axis, fraction_.axis[axis]);
    write(b.fraction, 3);
    pack(0, cut_->capacity().capacities());
    pack(1, cut_->capacity().open_volumes());
    pack(2, flux_);
    write(b.cut, 3);
    pack(0, cut_->distance());
    pack(1, cut_->owner());
    write(b.solid, 2);
    uploaded_flux_ = flux_;
    upload_bodies(device, passes);
}

void FlipSolids::upload_round_wall(Device& device, const FlipPasses& passes) {
    const auto size = static_cast<size_t>(at_rest_.grid.size());
    constexpr size_t words = FlipPasses::wall_term_words;
    std::vector<float> terms(4 * words * size);
    const auto pack = [&](size_t part, std::span<const RoundWall::Term> of) {
        for (const RoundWall::Term& term : of) {
            float* to = &terms[words * (part * size + static_cast<size_t>(term.at))];
            for (int d = 0; d < 3; ++d) to[d] = term.weight[d];
            to[3] = static_cast<float>(term.inner);
            to[4] = term.full;
        }
    };
    for (size_t axis = 0; axis < 3; ++axis) pack(axis, cut_->round_wall().change_to_centre(static_cast<int>(axis)));
    pack(3, cut_->round_wall().divergence());
    device.write(passes.buffers().wall, 0, terms.data(), terms.size() * sizeof(float));
}

void FlipSolids::upload_changes(Device& device, FlipPasses& passes, bool moved) {
    find_flux();
    if (moved) cut_->find_changed(near_, scratch_);
    const int size = at_rest_.grid.size();
    changes_.clear();
    for (int at = 0; at < size; ++at) {
        if (!(moved && near_[at] != 0) && flux_[at] == uploaded_flux_[at]) continue;
        if (changes_.size() == FlipPasses::max_changes(size)) return upload_all(device, passes);
        changes_.push_back({.cell = static_cast<uint32_t>(at),
                            .fraction = {fraction_.axis[0][at], fraction_.axis[1][at], fraction_.axis[2][at]},
                            .capacity = cut_->capacity().capacities()[at],
                            .open_volume = cut_->capacity().open_volume(at),
                            .flux = flux_[at],
                            .distance = cut_->distance()[at],
                            .owner = static_cast<float>(cut_->owner()[at])});
    }
    passes.update_cut_cells(changes_);
    std::swap(flux_, uploaded_flux_);
    upload_bodies(device, passes);
}

void FlipSolids::upload_bodies(Device& device, const FlipPasses& passes) {
    SolidParams params{};
    const std::span<const Body> all = bodies.bodies();
    params.count = static_cast<uint32_t>(std::min(all.size(), size_t{SolidParams::max_bodies}));
    for (size_t n = 0; n < params.count; ++n) params.body[n] = params_of(all[n]);
    const Walls& walls = bodies.walls();
    params.radius = bodies.round_walls() ? walls.half.x : 0;
    for (int d = 0; d < 3; ++d) {
        params.origin[d] = at_rest_.frame.corner[d];
        params.centre[d] = walls.centre[d];
    }
    device.write(passes.buffers().solids, params);
}

}  // namespace slosh::gpu
