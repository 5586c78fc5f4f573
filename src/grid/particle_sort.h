// Puts particles into the order of the cells they are in: a stable counting sort, in one pass over what they carry.
//
// The particles are cut into a fixed number of parts, each with counters of its own, so that the order is the same for
// any number of workers.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/jobs.h"
#include "grid/flip_particles.h"

namespace slosh {

class ParticleSort {
public:
    // `to` has room for all of `from`, and for slopes if it has any. What is outside the grid counts to the cell
    // nearest to it.
    void sort(const MacGrid&, const MacFrame&, const FlipParticles& from, FlipParticles& to, Jobs&);

    // The slots of the cell at grid.at(i, j, k), or of consecutive cells.
    int begin(int cell) const { return static_cast<int>(starts_[static_cast<size_t>(cell)]); }
    int end(int cell) const { return begin(cell + 1); }
    int count(int cell) const { return end(cell) - begin(cell); }
    // Whether there are any in the rows of cells j - rows to j + rows of the planes k - rows to k + rows; also for rows
    // of the border.
    bool any_around(const MacGrid& grid, int j, int k, int rows = 1) const {
        const int low = std::max(j - rows, -1), high = std::min(j + rows, grid.ny) + 1;
        bool any = false;
        for (int plane = std::max(k - rows, -1); plane <= std::min(k + rows, grid.nz); ++plane)
            any |= begin(grid.at(-1, low, plane)) != begin(grid.at(-1, high, plane));
        return any;
    }

private:
    static constexpr int parts = 8;

    // Particles that follow each other, with counters of their own: by cell, then where the next one of it goes.
    struct Part {
        std::vector<uint32_t> counts;
        int first = 0, end = 0;  // the cells that they are in
    };

    void count_cells(const MacGrid&, const MacFrame&, const FlipParticles&, int share, Jobs&);
    void find_starts(const MacGrid&, Jobs&);

    SimdArray<uint32_t> cell_of_;  // by particle, before sorting
    Part parts_[parts];
    std::vector<uint32_t> starts_;  // by cell, and one more
    std::vector<uint32_t> slab_starts_;
};

}  // namespace slosh
