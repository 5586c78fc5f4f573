#include "grid/particle_sort.h"

#include "grid/transfer_weights.h"

namespace slosh {
namespace {

// One instance serves all attributes of a type: smaller code.
template <class T>
[[gnu::noinline]] void scatter(const T* source, const uint32_t* slot, int first, int last, T* target) {
    for (int i = first; i < last; ++i) target[slot[i]] = source[i];
}

}  // namespace

void ParticleSort::sort(const MacGrid& grid, const MacFrame& frame, const FlipParticles& from, FlipParticles& to,
                        Jobs& jobs) {
    const int part_size = round_up_to_lanes((from.count + parts - 1) / parts);
    count_cells(grid, frame, from, part_size, jobs);
    find_starts(grid, jobs);
    jobs.run(parts, [&](int n) {
        const int first = n * part_size, last = std::min(from.count, (n + 1) * part_size);
        uint32_t* next = parts_[n].counts.data();
        uint32_t* slot = cell_of_.data();
        for (int i = first; i < last; ++i) slot[i] = next[slot[i]]++;
        const auto permute = [&](const auto& old, auto& sorted) {
            scatter(old.data(), slot, first, last, sorted.data());
        };
        for (int d = 0; d < 3; ++d) {
            permute(from.x[d], to.x[d]);
            permute(from.v[d], to.v[d]);
        }
        permute(from.id, to.id);
        permute(from.kind, to.kind);
        if (from.has_slopes())
            for (int c = 0; c < 3; ++c)
                for (int d = 0; d < 3; ++d) permute(from.slope[c][d], to.slope[c][d]);
    });
    to.set_count(from.count);
}

// Histogram of each part between its first and last cell only: particles sorted in the last step span few planes.
void ParticleSort::count_cells(const MacGrid& grid, const MacFrame& frame, const FlipParticles& from, int part_size,
                               Jobs& jobs) {
    const auto cells = static_cast<size_t>(grid.size());
    if (starts_.size() != cells + 1) {
        starts_.assign(cells + 1, 0);
        for (Part& part : parts_) part.counts.resize(cells);
    }
    if (cell_of_.capacity() < from.x[0].capacity()) cell_of_.assign(from.x[0].capacity());
    const float last[3] = {static_cast<float>(grid.nx) - 1, static_cast<float>(grid.ny) - 1,
                           static_cast<float>(grid.nz) - 1};
    jobs.run(parts, [&](int n) {
        const auto cell_coord = [&](int axis, int i) {
            return trunc(min(frame.in_cells(axis, load(&from.x[axis][i])), splat(last[axis])));
        };
        const float row = static_cast<float>(grid.row), slab = static_cast<float>(grid.slab);
        const int origin = grid.at(0, 0, 0), begin = n * part_size, end = std::min(from.count, (n + 1) * part_size);
        Float4 low = splat(static_cast<float>(grid.size())), high = splat(-1.0f);
        for (int i = begin; i < end; i += lanes) {
            const Float4 cell = cell_coord(0, i) + cell_coord(1, i) * row + cell_coord(2, i) * slab;
            const Int4 used = first_lanes(end - i);
            low = select(used, min(low, cell), low);
            high = select(used, max(high, cell), high);
            store(&cell_of_[i], trunc_to_int(cell) + origin);
        }
        Part& part = parts_[n];
        part.first = part.end = 0;
        if (begin >= end) return;
        part.first = origin + static_cast<int>(std::min({low[0], low[1], low[2], low[3]}));
        part.end = origin + static_cast<int>(std::max({high[0], high[1], high[2], high[3]})) + 1;
        uint32_t* counts = part.counts.data();
        std::fill(counts + part.first, counts + part.end, 0u);
        const uint32_t* cell = cell_of_.data();
        for (int i = begin; i < end; ++i) ++counts[cell[i]];
    });
}

// Exclusive prefix sums over cells and, within a cell, over parts. Slabs of cells run in parallel.
void ParticleSort::find_starts(const MacGrid& grid, Jobs& jobs) {
    const int slabs = grid.nz + 2;
    slab_starts_.assign(static_cast<size_t>(slabs) + 1, 0);
    // Calls f(counts, first, end) with the range of cells that each part has in a slab.
    const auto for_parts = [&](int slab, auto&& f) {
        for (Part& part : parts_) {
            const int first = std::max(part.first, slab * grid.slab), end = std::min(part.end, (slab + 1) * grid.slab);
            if (first < end) f(part.counts.data(), first, end);
        }
    };
    jobs.run(slabs, [&](int k) {
        uint32_t sum = 0;
        for_parts(k, [&](const uint32_t* counts, int first, int end) {
            for (int c = first; c < end; ++c) sum += counts[c];
        });
        slab_starts_[static_cast<size_t>(k) + 1] = sum;
    });
    for (size_t k = 1; k < slab_starts_.size(); ++k) slab_starts_[k] += slab_starts_[k - 1];
    jobs.run(slabs, [&](int k) {
        uint32_t* starts = starts_.data();
        std::fill_n(starts + k * grid.slab, grid.slab, 0u);
        // Offsets of the parts within each cell; `starts` then holds the count of the cell.
        for_parts(k, [&](uint32_t* counts, int first, int end) {
            for (int c = first; c < end; ++c) {
                const uint32_t here = counts[c];
                counts[c] = starts[c];
                starts[c] += here;
            }
        });
        uint32_t next_slot = slab_starts_[static_cast<size_t>(k)];
        for (int c = k * grid.slab; c < (k + 1) * grid.slab; ++c) {
            const uint32_t here = starts[c];
            starts[c] = next_slot;
            next_slot += here;
        }
        for_parts(k, [&](uint32_t* counts, int first, int end) {
            for (int c = first; c < end; ++c) counts[c] += starts[c];
        });
    });
    starts_.back() = slab_starts_.back();
}

}  // namespace slosh
