#include "gpu/sph/cells.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "shaders.h"
#include "sph/lattice.h"

namespace slosh::gpu::sph {
namespace {

constexpr int columns_per_radius = 4;
constexpr size_t prefix_block = 1024;  // cells of a group of find_block_starts.wgsl

// CellGrid::Axis::cover
uint32_t cover(CellLayout& cells, int axis, float from, float to, float target_width) {
    constexpr float max_cells = 16384;
    const float target_cells = (to - from) / target_width;
    const uint32_t count = target_cells >= 1 ? static_cast<uint32_t>(std::min(target_cells, max_cells)) : 1;
    cells.lo[axis] = from;
    cells.width[axis] = std::max((to - from) / static_cast<float>(count), target_width);
    cells.inv_width[axis] = 1 / cells.width[axis];
    cells.last[axis] = static_cast<float>(count) - 0x1p-8f;
    return count;
}

}  // namespace

CellLayout cells_over(int dimensions, const Walls& walls, float radius, int particles) {
    constexpr float cell_margin = 1.001f;  // sph::Fluid
    CellLayout cells;
    cells.radius = radius * cell_margin;
    const bool is_3d = dimensions == 3;
    using slosh::sph::half_extent;
    const glm::vec3 size{half_extent(walls, 0), half_extent(walls, 1), is_3d ? half_extent(walls, 2) : 0};
    const glm::vec3 lo = walls.centre - size, hi = walls.centre + size;
    const double max_cells = 16.0 * particles + 65536;
    for (float width = cells.radius;; width *= 2) {
        cells.columns = cover(cells, 0, lo.x, hi.x, width / columns_per_radius);
        cells.rows_y = cover(cells, 1, lo.y, hi.y, width);
        if (is_3d) cells.rows_z = cover(cells, 2, lo.z, hi.z, width);
        if (static_cast<double>(cells.count()) <= max_cells && cells.rows_y * cells.rows_z <= 65535) return cells;
    }
}

void CellLayout::write_to(Params& params) const {
    params.columns = columns, params.rows_y = rows_y, params.rows_z = rows_z;
    params.lo = lo, params.width = width, params.inv_width = inv_width, params.last = last;
    params.radius = radius;
}

Kernel make_kernel(Device& device, std::string_view label, std::span<const std::string_view> wgsl,
                   std::string_view constants) {
    std::vector<std::string_view> texts{constants};
    texts.insert(texts.end(), wgsl.begin(), wgsl.end());
    return device.make_kernel(label, texts);
}

CellSort::CellSort(Device& device, const Buffer& params, const CellLayout& cells, size_t capacity,
                   const ParticleBuffers& moved, const ParticleBuffers& sorted, bool pushes) {
    namespace wgsl = shaders::compute;
    const size_t bins = cells.count() + 2;  // the dead, and the end
    const size_t blocks = (bins + prefix_block - 1) / prefix_block;
    counts_ = device.make_buffer("cell counts", bins * 4);
    starts_ = device.make_buffer("cell starts", bins * 4);
    totals_ = device.make_buffer("block totals", blocks * 4);
    cell_rank_ = device.make_buffer("cells and ranks", capacity * 8);
    arrived_ = device.make_buffer("particles by cell", capacity * 4);
    kernels_[0] = device.make_kernel("count cells", wgsl::count_sph_cells);
    kernels_[1] = device.make_kernel("find block starts", wgsl::find_block_starts);
    kernels_[2] = device.make_kernel("add block starts", wgsl::add_block_starts);
    kernels_[3] = device.make_kernel("scatter to cells", wgsl::scatter_to_cells);
    kernels_[4] = make_kernel(device, "reorder particles", wgsl::reorder_particles,
                              pushes ? "const pushes=true;" : "const pushes=false;");
    const auto groups = static_cast<uint32_t>(blocks);
    count_ = device.prepare(kernels_[0], {&params, &moved.position, &moved.velocity_tag, &cell_rank_, &counts_});
    find_starts_ = device.prepare(kernels_[1], {&counts_, &starts_, &totals_}, groups);
    add_starts_ = device.prepare(kernels_[2], {&totals_, &starts_}, groups);
    scatter_ = device.prepare(kernels_[3], {&params, &cell_rank_, &starts_, &arrived_});
    reorder_ = device.prepare(kernels_[4], {&params, &cell_rank_, &starts_, &arrived_, &moved.position,
                                            &moved.velocity_tag, &sorted.position, &sorted.velocity_tag});
}

void CellSort::set_count(size_t particles) {
    for (Dispatch* dispatch : {&count_, &scatter_, &reorder_}) dispatch->set_groups(groups_for(particles));
}

void CellSort::count_cells(Device& device) const { device.run(count_); }

void CellSort::sort(Device& device) const {
    for (const Dispatch* dispatch : {&find_starts_, &add_starts_, &scatter_, &reorder_}) device.run(*dispatch);
}

}  // namespace slosh::gpu::sph
