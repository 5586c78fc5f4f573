// Puts particles into the order of the cells they are in: a stable counting sort, in one pass over what they carry.
//
// The particles are cut into a fixed number of parts, each with counters of its own, so that the order is the same for
// any number of workers.
#pragma once
#include <cstdint>
#include <vector>

#include "base/jobs.h"
#include "fluid/grid_particles.h"

namespace slosh {

class CellSort {
public:
    // `to` has room for all of `from`, and for slopes if it has any. What is outside the grid counts to the cell
    // nearest to it.
    void sort(const MacGrid&, const MacFrame&, const GridParticles& from, GridParticles& to, Jobs&);

    // The slots of the cell at grid.at(i, j, k), or of consecutive cells.
    int begin(int cell) const { return static_cast<int>(starts_[static_cast<size_t>(cell)]); }
    int end(int cell) const { return begin(cell + 1); }
    int count(int cell) const { return end(cell) - begin(cell); }

private:
    static constexpr int parts = 8;

    void count_cells(const MacGrid&, const MacFrame&, const GridParticles&, Jobs&);
    void find_starts(const MacGrid&, Jobs&);

    Padded<uint32_t> cell_of_;             // by particle, before sorting
    std::vector<uint32_t> counts_[parts];  // by cell; then where a part writes its next particle of that cell
    std::vector<uint32_t> starts_;         // by cell, and one more
    std::vector<uint32_t> slab_starts_;
};

}  // namespace slosh
