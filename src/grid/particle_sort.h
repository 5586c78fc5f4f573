// Sorts particles by cell: a stable counting sort, in one pass over all attributes.
//
// The particles are split into a fixed number of parts, each with its own histogram, so that the order does not depend
// on the number of workers.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/jobs.h"
#include "grid/flip_particles.h"

namespace slosh {

class ParticleSort {
public:
    // `to` has the capacity of `from`, and slopes if `from` has any. Particles outside the grid count to the nearest
    // cell.
    void sort(const MacGrid&, const MacFrame&, const FlipParticles& from, FlipParticles& to, Jobs&);

    // Slot range of the cell at grid.at(i, j, k); ranges of consecutive cells are contiguous.
    int begin(int cell) const { return static_cast<int>(starts_[static_cast<size_t>(cell)]); }
    int end(int cell) const { return begin(cell + 1); }
    int count(int cell) const { return end(cell) - begin(cell); }
    // Whether any particle lies in the rows of cells j - rows .. j + rows of the planes k - rows .. k + rows. Also
    // valid for rows of the border.
    bool any_around(const MacGrid& grid, int j, int k, int rows = 1) const {
        const int low = std::max(j - rows, -1), high = std::min(j + rows, grid.ny) + 1;
        bool any = false;
        for (int plane = std::max(k - rows, -1); plane <= std::min(k + rows, grid.nz); ++plane)
            any |= begin(grid.at(-1, low, plane)) != begin(grid.at(-1, high, plane));
        return any;
    }
    // The same of the row of the cell at this index.
    bool any_around_row_of(const MacGrid& grid, int at, int rows = 1) const {
        const auto [i, j, k] = grid.cell(at);
        return any_around(grid, j, k, rows);
    }

private:
    static constexpr int parts = 8;

    // A contiguous range of particles with its histogram: counts by cell, then the next free slot by cell.
    struct Part {
        std::vector<uint32_t> counts;
        int first = 0, end = 0;  // range of their cells
    };

    void count_cells(const MacGrid&, const MacFrame&, const FlipParticles&, int part_size, Jobs&);
    void find_starts(const MacGrid&, Jobs&);

    SimdArray<uint32_t> cell_of_;  // by particle, in the old order
    Part parts_[parts];
    std::vector<uint32_t> starts_;  // prefix sums by cell; one more entry than cells
    std::vector<uint32_t> slab_starts_;
};

}  // namespace slosh
