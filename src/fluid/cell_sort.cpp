#include "fluid/cell_sort.h"

namespace slosh {

void CellSort::sort(const MacGrid& grid, const MacFrame& frame, const GridParticles& from, GridParticles& to,
                    Jobs& jobs) {
    count_cells(grid, frame, from, jobs);
    find_starts(grid, jobs);
    const int share = (from.count + parts - 1) / parts;
    jobs.run(parts, [&](int part) {
        const int first = part * share, last = std::min(from.count, (part + 1) * share);
        uint32_t* next = counts_[part].data();
        uint32_t* slot = cell_of_.data();
        for (int i = first; i < last; ++i) slot[i] = next[slot[i]]++;
        const auto bring = [&](const auto& old, auto& sorted) {
            const auto* source = old.data();
            auto* target = sorted.data();
            for (int i = first; i < last; ++i) target[slot[i]] = source[i];
        };
        for (int d = 0; d < 3; ++d) bring(from.x[d], to.x[d]), bring(from.v[d], to.v[d]);
        bring(from.id, to.id), bring(from.kind, to.kind);
        if (from.has_slopes())
            for (int c = 0; c < 3; ++c)
                for (int d = 0; d < 3; ++d) bring(from.slope[c][d], to.slope[c][d]);
    });
    to.set_count(from.count);
}

void CellSort::count_cells(const MacGrid& grid, const MacFrame& frame, const GridParticles& from, Jobs& jobs) {
    const auto cells = static_cast<size_t>(grid.size());
    if (starts_.size() != cells + 1) starts_.assign(cells + 1, 0);
    if (cell_of_.capacity() < from.x[0].capacity()) cell_of_.assign(from.x[0].capacity());
    const int share = (from.count + parts - 1) / parts;
    const float last[3] = {static_cast<float>(grid.nx) - 1, static_cast<float>(grid.ny) - 1,
                           static_cast<float>(grid.nz) - 1};
    jobs.run(parts, [&](int part) {
        std::vector<uint32_t>& counts = counts_[part];
        counts.assign(cells, 0);
        const auto place = [&](int axis, int i) {
            return whole(min(frame.in_cells(axis, load(&from.x[axis][i])), splat(last[axis])));
        };
        const float row = static_cast<float>(grid.row), slab = static_cast<float>(grid.slab);
        const int first = grid.at(0, 0, 0);
        const int end = std::min(from.count, (part + 1) * share);
        for (int i = part * share; i < end; i += lanes) {
            const Int4 cell = whole_to_int(place(0, i) + place(1, i) * row + place(2, i) * slab) + first;
            for (int lane = 0; lane < lanes && i + lane < end; ++lane) {
                cell_of_[i + lane] = static_cast<uint32_t>(cell[lane]);
                ++counts[static_cast<size_t>(cell[lane])];
            }
        }
    });
}

// From counts to places: by cell first, by part within a cell. Slabs of cells are summed up side by side.
void CellSort::find_starts(const MacGrid& grid, Jobs& jobs) {
    const int slabs = grid.nz + 2;
    slab_starts_.assign(static_cast<size_t>(slabs) + 1, 0);
    jobs.run(slabs, [&](int k) {
        uint32_t sum = 0;
        for (const std::vector<uint32_t>& counts : counts_)
            for (int c = k * grid.slab; c < (k + 1) * grid.slab; ++c) sum += counts[static_cast<size_t>(c)];
        slab_starts_[static_cast<size_t>(k) + 1] = sum;
    });
    for (size_t k = 1; k < slab_starts_.size(); ++k) slab_starts_[k] += slab_starts_[k - 1];
    jobs.run(slabs, [&](int k) {
        uint32_t place = slab_starts_[static_cast<size_t>(k)];
        for (int cell = k * grid.slab; cell < (k + 1) * grid.slab; ++cell) {
            const auto c = static_cast<size_t>(cell);
            starts_[c] = place;
            for (std::vector<uint32_t>& counts : counts_) {
                const uint32_t here = counts[c];
                counts[c] = place;
                place += here;
            }
        }
    });
    starts_.back() = slab_starts_.back();
}

}  // namespace slosh
