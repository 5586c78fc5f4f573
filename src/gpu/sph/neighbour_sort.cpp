#include "gpu/sph/neighbour_sort.h"

#include <vector>

#include "search/cell_grid.h"
#include "shaders.h"
#include "sph/lattice.h"

namespace slosh::gpu::sph {

CellLayout cells_over(int dimensions, const Walls& walls, float radius, int particles) {
    using slosh::sph::half_extent;
    const glm::vec3 size{half_extent(walls, 0), half_extent(walls, 1), dimensions == 3 ? half_extent(walls, 2) : 0};
    CellLayout cells;
    cells.radius = radius * cell_margin;
    const auto [x, y, z] = cover_box(dimensions, {walls.centre - size, walls.centre + size}, cells.radius, particles);
    cells.lo = {x.lo, y.lo, z.lo};
    cells.width = {x.width, y.width, z.width};
    cells.inv_width = {x.inv_width, y.inv_width, z.inv_width};
    cells.last = {x.last, y.last, z.last};
    cells.columns = static_cast<uint32_t>(x.cells);
    cells.rows_y = static_cast<uint32_t>(y.cells), cells.rows_z = static_cast<uint32_t>(z.cells);
    return cells;
}

void CellLayout::write_to(Params& params) const {
    params.columns = columns;
    params.rows_y = rows_y;
    params.rows_z = rows_z;
    params.lo = lo;
    params.width = width;
    params.inv_width = inv_width;
    params.last = last;
    params.radius = radius;
}

ComputePipeline make_pipeline(Device& device, std::string_view label, std::span<const std::string_view> wgsl,
                              std::string_view constants) {
    std::vector<std::string_view> texts{constants};
    texts.insert(texts.end(), wgsl.begin(), wgsl.end());
    return device.make_pipeline(label, texts);
}

NeighbourSort::NeighbourSort(Device& device, const Buffer& params, const CellLayout& cells, size_t capacity,
                             const ParticleBuffers& moved, const ParticleBuffers& sorted, bool pushes)
    : sizes_{0, static_cast<uint32_t>(cells.count())} {
    namespace wgsl = shaders::compute::sph;
    const size_t bins = cells.count() + 2;  // the dead, and the end
    sizes_buffer_ = device.make_buffer("sizes of the sort", sizeof(Sizes));
    counts_ = device.make_buffer("counts by cell", bins * 4);
    starts_ = device.make_buffer("cell starts", bins * 4);
    cell_of_ = device.make_buffer("cell of", capacity * 4);
    placed_ = device.make_buffer("placed", capacity * 4);
    prefix_sum_ = PrefixSum(device, counts_, starts_, static_cast<uint32_t>(bins));
    count_ = device.prepare(device.make_pipeline("count cells", wgsl::count_cells),
                            {&params, &moved.position, &moved.velocity_tag, &cell_of_, &counts_});
    place_ = device.prepare(device.make_pipeline("place in cells", wgsl::place_in_cells),
                            {&sizes_buffer_, &cell_of_, &starts_, &counts_, &placed_});
    reorder_ = device.prepare(make_pipeline(device, "reorder particles", wgsl::reorder_particles,
                                            pushes ? "const pushes=true;" : "const pushes=false;"),
                              {&params, &cell_of_, &starts_, &placed_, &moved.position, &moved.velocity_tag,
                               &sorted.position, &sorted.velocity_tag});
}

void NeighbourSort::set_count(Device& device, size_t particles) {
    if (sizes_.particles == particles) return;
    sizes_.particles = static_cast<uint32_t>(particles);
    device.write(sizes_buffer_, sizes_);
    for (Dispatch* dispatch : {&count_, &place_, &reorder_}) dispatch->set_workgroups(workgroups_for(particles));
}

void NeighbourSort::count_cells(Device& device) const { device.run(count_); }

void NeighbourSort::run(Device& device) const {
    prefix_sum_.run(device);
    device.run(place_);  // leaves the counts at 0 for the next sort
    device.run(reorder_);
}

}  // namespace slosh::gpu::sph
