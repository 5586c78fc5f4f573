#include "gpu/sph/neighbour_sort.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "shaders.h"
#include "sph/lattice.h"

namespace slosh::gpu::sph {
namespace {

constexpr int columns_per_radius = 4;

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

NeighbourSort::NeighbourSort(Device& device, const Buffer& params, const CellLayout& cells, size_t capacity,
                             const ParticleBuffers& moved, const ParticleBuffers& sorted, bool pushes)
    : sizes_{0, static_cast<uint32_t>(cells.count())} {
    namespace wgsl = shaders::compute;
    const size_t bins = cells.count() + 2;  // the dead, and the end
    sizes_buffer_ = device.make_buffer("sizes of the sort", sizeof(Sizes));
    counts_ = device.make_buffer("counts by cell", bins * 4);
    starts_ = device.make_buffer("cell starts", bins * 4);
    cell_of_ = device.make_buffer("cell of", capacity * 4);
    placed_ = device.make_buffer("placed", capacity * 4);
    prefix_sum_ = PrefixSum(device, counts_, starts_, static_cast<uint32_t>(bins));
    count_ = device.prepare(device.make_kernel("count cells", wgsl::count_sph_cells),
                            {&params, &moved.position, &moved.velocity_tag, &cell_of_, &counts_});
    place_ = device.prepare(device.make_kernel("place in cells", wgsl::place_in_cells),
                            {&sizes_buffer_, &cell_of_, &starts_, &counts_, &placed_});
    reorder_ = device.prepare(make_kernel(device, "reorder particles", wgsl::reorder_particles,
                                          pushes ? "const pushes=true;" : "const pushes=false;"),
                              {&params, &cell_of_, &starts_, &placed_, &moved.position, &moved.velocity_tag,
                               &sorted.position, &sorted.velocity_tag});
}

void NeighbourSort::set_count(Device& device, size_t particles) {
    if (sizes_.particles == particles) return;
    sizes_.particles = static_cast<uint32_t>(particles);
    device.write(sizes_buffer_, sizes_);
    for (Dispatch* dispatch : {&count_, &place_, &reorder_}) dispatch->set_groups(groups_for(particles));
}

void NeighbourSort::count_cells(Device& device) const { device.run(count_); }

void NeighbourSort::run(Device& device) const {
    prefix_sum_.run(device);
    device.run(place_);  // leaves the counts at 0 for the next sort
    device.run(reorder_);
}

}  // namespace slosh::gpu::sph
