#include "gpu/flip/pressure_solve.h"

#include <algorithm>

#include "base/check.h"
#include "shaders.h"

namespace slosh::gpu {
namespace {

// A file behind constants.
ComputePipeline make(Device& device, std::string_view label, std::string_view constants,
                     std::span<const std::string_view> file) {
    std::vector<std::string_view> texts{constants};
    texts.insert(texts.end(), file.begin(), file.end());
    return device.make_pipeline(label, texts);
}

int cells(const MacGrid& grid) { return grid.nx * grid.ny * grid.nz; }

}  // namespace

PressureSolve::PressureSolve(Device& device, const MacGrid& grid) {
    lay_out(device, grid);
    prepare_levels(device);
    prepare_solver(device);
}

void PressureSolve::lay_out(Device& device, const MacGrid& fine) {
    MacGrid grid = fine;
    for (;;) {
        Level& level = levels_.emplace_back();
        level.grid = grid;
        level.first = part_;
        level.groups = std::min(workgroups_for(static_cast<size_t>(grid.size())), max_workgroups);
        part_ += grid.size();
        if (std::max({grid.nx, grid.ny, grid.nz}) <= 1 && levels_.size() > 1) break;
        grid = MacGrid((grid.nx + 1) / 2, (grid.ny + 1) / 2, (grid.nz + 1) / 2, 2 * grid.h);
    }
    CHECK(levels_.size() <= mean_slot, "a grid has too many levels");
    while (bottom_ + 1 < levels_.size() && (bottom_ == 0 || cells(levels_[bottom_].grid) > max_bottom_cells)) ++bottom_;
    levels_[bottom_].groups = 1;

    std::vector<LevelParams> all(levels_.size());
    for (size_t l = 0; l < levels_.size(); ++l) {
        const Level& level = levels_[l];
        const Level& coarse = levels_[std::min(l + 1, levels_.size() - 1)];
        all[l] = {.n = {level.grid.nx, level.grid.ny, level.grid.nz},
                  .first = level.first,
                  .row = level.grid.row,
                  .slab = level.grid.slab,
                  .size = level.grid.size(),
                  .groups = level.groups,
                  .coarse_n = {coarse.grid.nx, coarse.grid.ny, coarse.grid.nz},
                  .coarse_first = coarse.first,
                  .coarse_row = coarse.grid.row,
                  .coarse_slab = coarse.grid.slab,
                  .coarse_groups = static_cast<int32_t>(coarse.groups),
                  .part = part_};
        levels_[l].params = device.make_buffer("level", sizeof(LevelParams));
        device.write(levels_[l].params, all[l]);
    }
    const auto floats = [](int count) { return static_cast<size_t>(count) * sizeof(float); };
    const int size = fine.size();
    matrix_ = device.make_buffer("matrix", floats(4 * part_));
    b_ = device.make_buffer("right-hand side", floats(size));
    pressure_ = device.make_buffer("pressure", floats(size));
    for (Buffer* all_levels : {&r_, &z_, &scratch_}) *all_levels = device.make_buffer("multigrid", floats(part_));
    for (Buffer* field : {&search_[0], &search_[1], &applied_}) *field = device.make_buffer("search", floats(size));
    partials_ = device.make_buffer("partial sums", 6 * max_workgroups * sizeof(float));
    solve_ = device.make_buffer("solve", sizeof(SolveResult));
    groups_ = device.make_buffer("groups of levels", max_levels * 3 * sizeof(uint32_t));
    groups_of_ = device.make_buffer("groups of levels while active", max_levels * 4 * sizeof(uint32_t));
    uint32_t groups_of[max_levels][4] = {};
    for (size_t l = 0; l < levels_.size(); ++l) groups_of[l][0] = levels_[l].groups;
    const MacGrid& coarsest = levels_.back().grid;
    groups_of[0][1] = static_cast<uint32_t>(levels_.back().first + coarsest.at(0, 0, 0));
    groups_of[mean_slot][0] = levels_[0].groups;
    device.write(groups_of_, groups_of);
    struct {
        int32_t count[4];
        LevelParams levels[max_levels];
    } bottom{};
    for (size_t l = bottom_; l < levels_.size(); ++l) bottom.levels[bottom.count[0]++] = all[l];
    bottom_params_ = device.make_buffer("coarsest grids", sizeof bottom);
    device.write(bottom_params_, bottom);
}

Dispatch PressureSolve::with_groups(Dispatch dispatch, size_t level) const {
    dispatch.set_workgroups(groups_, level * 3 * sizeof(uint32_t));
    return dispatch;
}

void PressureSolve::prepare_levels(Device& device) {
    namespace wgsl = shaders::compute::flip::pressure;
    const ComputePipeline coarsen = device.make_pipeline("coarsen matrix", wgsl::coarsen_matrix);
    const ComputePipeline from_zero = device.make_pipeline("smooth from zero", wgsl::smooth_from_zero);
    const ComputePipeline smooth = device.make_pipeline("last sweep", wgsl::smooth);
    const ComputePipeline restrict_residual = device.make_pipeline("restrict residual", wgsl::restrict_residual);
    const ComputePipeline prolong = device.make_pipeline("prolong and smooth", wgsl::prolong_and_smooth);
    for (size_t l = 0; l + 1 < levels_.size(); ++l) {
        Level& level = levels_[l];
        const Buffer& p = level.params;
        level.coarsen =
            device.prepare(coarsen, {&p, &matrix_}, workgroups_for(static_cast<size_t>(levels_[l + 1].grid.size())));
        if (l >= bottom_) continue;
        level.from_zero = with_groups(device.prepare(from_zero, {&p, &matrix_, &r_, &z_}), l);
        level.restrict_residual = with_groups(device.prepare(restrict_residual, {&p, &matrix_, &z_, &r_}), l + 1);
        level.prolong = with_groups(device.prepare(prolong, {&p, &matrix_, &r_, &z_, &scratch_}), l);
        level.last_sweep = with_groups(device.prepare(smooth, {&p, &matrix_, &r_, &scratch_, &z_}), l);
    }
    const ComputePipeline bottom = device.make_pipeline("coarsest grids", wgsl::solve_bottom);
    solve_bottom_ = with_groups(device.prepare(bottom, {&bottom_params_, &matrix_, &r_, &z_, &scratch_}), bottom_);
}

void PressureSolve::prepare_solver(Device& device) {
    namespace wgsl = shaders::compute::flip::pressure;
    const Buffer& p = levels_[0].params;
    const ComputePipeline start = device.make_pipeline("start residual", wgsl::start_residual);
    start_residual_ = device.prepare(start, {&p, &matrix_, &b_, &pressure_, &r_, &partials_}, levels_[0].groups);
    const ComputePipeline check_start = make(device, "check start", "const starts = true;\n", wgsl::check_convergence);
    const ComputePipeline check = make(device, "check convergence", "const starts = false;\n", wgsl::check_convergence);
    check_start_ = device.prepare(check_start, {&groups_of_, &solve_, &partials_, &groups_, &matrix_}, 1);
    check_ = device.prepare(check, {&groups_of_, &solve_, &partials_, &groups_, &matrix_}, 1);
    const ComputePipeline remove_mean = device.make_pipeline("remove mean", wgsl::remove_mean);
    remove_mean_ = with_groups(device.prepare(remove_mean, {&p, &matrix_, &solve_, &r_}), mean_slot);
    const ComputePipeline sum_pressure = device.make_pipeline("sum pressure", wgsl::sum_pressure);
    const ComputePipeline centre_pressure = device.make_pipeline("centre pressure", wgsl::centre_pressure);
    sum_pressure_ = with_groups(device.prepare(sum_pressure, {&p, &matrix_, &pressure_, &partials_}), mean_slot);
    centre_pressure_ = with_groups(device.prepare(centre_pressure, {&p, &matrix_, &pressure_, &partials_}), mean_slot);
    const ComputePipeline last = device.make_pipeline("smooth and dot", wgsl::smooth_and_dot);
    smooth_and_dot_ = with_groups(device.prepare(last, {&p, &matrix_, &r_, &scratch_, &z_, &partials_}), 0);
    const ComputePipeline search = device.make_pipeline("search and apply", wgsl::search_and_apply);
    const ComputePipeline update = device.make_pipeline("update solution", wgsl::update_solution);
    for (size_t odd : {size_t{0}, size_t{1}}) {
        const Buffer &before = search_[1 - odd], &now = search_[odd];
        search_and_apply_[odd] =
            with_groups(device.prepare(search, {&p, &matrix_, &solve_, &z_, &before, &now, &applied_, &partials_}), 0);
        update_solution_[odd] = with_groups(
            device.prepare(update, {&p, &matrix_, &solve_, &now, &applied_, &pressure_, &r_, &partials_}), 0);
    }
    for (size_t l = 0; l < bottom_; ++l)
        cycle_.insert(cycle_.end(), {&levels_[l].from_zero, &levels_[l].restrict_residual});
    cycle_.push_back(&solve_bottom_);
    for (size_t l = bottom_; l-- > 0;)
        cycle_.insert(cycle_.end(), {&levels_[l].prolong, l > 0 ? &levels_[l].last_sweep : &smooth_and_dot_});
}

void PressureSolve::set_limits(Device& device, float tolerance, int max_iterations) {
    device.write(solve_, SolveResult{.tolerance = tolerance, .max_iterations = static_cast<uint32_t>(max_iterations)});
}

void PressureSolve::record(Device& device, int iterations) const {
    for (const Level& level : levels_)
        if (&level != &levels_.back()) device.run(level.coarsen);
    device.run(start_residual_);
    device.run(check_start_);
    device.run(remove_mean_);
    for (int n = 0; n < iterations; ++n) {
        const size_t odd = static_cast<size_t>(n % 2);
        for (const Dispatch* dispatch : cycle_) device.run(*dispatch);
        device.run(search_and_apply_[odd]);
        device.run(update_solution_[odd]);
        device.run(check_);
    }
    device.run(sum_pressure_);
    device.run(centre_pressure_);
}

}  // namespace slosh::gpu
