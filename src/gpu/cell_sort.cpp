#include "gpu/cell_sort.h"

#include <string>

#include "base/check.h"
#include "grid/flip_particles.h"
#include "shaders.h"

namespace slosh::gpu {

CellBox cell_box(const MacGrid& grid, const MacFrame& frame) {
    CellBox box;
    box.origin = static_cast<uint32_t>(grid.at(0, 0, 0));
    box.row = static_cast<uint32_t>(grid.row), box.slab = static_cast<uint32_t>(grid.slab);
    const int cells[] = {grid.nx, grid.ny, grid.nz};
    for (int d = 0; d < 3; ++d) {
        box.lo[d] = frame.corner[d];
        box.inv_width[d] = frame.inv_edge[d];
        box.last[d] = static_cast<float>(cells[d] - 1);
    }
    return box;
}

CellSort::CellSort(Device& device, uint32_t max_particles, uint32_t max_cells) : max_{max_particles, max_cells} {
    const auto words = [&](std::string_view label, size_t count) { return device.make_buffer(label, 4 * count); };
    params_ = device.make_buffer("cell sort", sizeof(Params));
    cell_of_ = words("cell of", max_particles), placed_ = words("placed", max_particles);
    order_ = words("order", max_particles);
    counts_ = words("counts by cell", max_cells + 1), cell_start_ = words("cell start", max_cells + 1);
    starts_ = PrefixSum(device, counts_, cell_start_, max_cells + 1);

    const std::string limit = "const MAX_RANKED = " + std::to_string(max_ranked) + "u;";
    std::vector<std::string_view> rank{limit};
    rank.insert(rank.end(), shaders::compute::rank_in_cells.begin(), shaders::compute::rank_in_cells.end());
    count_ = device.prepare(device.make_kernel("count cells", shaders::compute::count_cells),
                            {&params_, &cell_of_, &counts_});
    place_ = device.prepare(device.make_kernel("place in cells", shaders::compute::place_in_cells),
                            {&params_, &cell_of_, &cell_start_, &counts_, &placed_});
    rank_ = device.prepare(device.make_kernel("rank in cells", rank),
                           {&params_, &cell_of_, &cell_start_, &placed_, &order_});
    reorder_words_ = device.make_kernel("reorder words", shaders::compute::reorder_words);
    reorder_vectors_ = device.make_kernel("reorder vectors", shaders::compute::reorder_vectors);
    size_ = {~max_particles, 0};
    set_size(device, max_particles, max_cells);
}

void CellSort::set_size(Device& device, uint32_t particles, uint32_t cells) {
    const Params size{particles, cells};
    if (size == size_) return;
    CHECK(particles <= max_.particles && cells <= max_.cells, "more particles or cells than there is room for");
    size_ = size;
    device.write(params_, size);
    starts_.set_count(device, cells + 1);
    for (Dispatch* dispatch : {&count_, &place_, &rank_}) dispatch->set_groups(groups_for(particles));
}

void CellSort::run(Device& device) const {
    device.run(count_);
    starts_.run(device);
    device.run(place_);  // leaves the counts at 0 for the next run
    device.run(rank_);
}

Dispatch CellSort::reorder_words(Device& device, const Buffer& old, const Buffer& sorted) const {
    return device.prepare(reorder_words_, {&params_, &order_, &old, &sorted}, groups_for(max_.particles));
}

Dispatch CellSort::reorder_vectors(Device& device, const Buffer& old, const Buffer& sorted) const {
    return device.prepare(reorder_vectors_, {&params_, &order_, &old, &sorted}, groups_for(max_.particles));
}

}  // namespace slosh::gpu
