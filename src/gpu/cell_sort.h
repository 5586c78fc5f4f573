// Sorts particles by cell on the GPU: counts by cell, prefix sums, a slot for each particle, then the order within each
// cell. The order is that of a stable sort by cell, as from ParticleSort (grid/particle_sort.h), and so the same in
// every run; only a cell with more than `max_ranked` particles has them in any order.
//
//   sort.set_size(device, particles, cells);
//   ... a kernel writes sort.cell_of(), one cell number a particle (find_cells.wgsl, or any other) ...
//   sort.run(device);
//   device.run(reorder);   // one for each array of the particles
#pragma once
#include "gpu/device.h"
#include "gpu/prefix_sum.h"

namespace slosh {
struct MacGrid;
struct MacFrame;
}  // namespace slosh

namespace slosh::gpu {

// `CellBox` of shaders/compute/cell_box.wgsl: a box of cells. Positions outside count to the nearest cell.
struct CellBox {
    float lo[3] = {0, 0, 0};  // m, lower corner
    uint32_t origin = 0;      // index of the first cell
    float inv_width[3] = {1, 1, 1};
    uint32_t row = 1;           // index stride along y; along x it is 1
    float last[3] = {0, 0, 0};  // number of cells - 1
    uint32_t slab = 1;          // index stride along z
};
// Cells are numbered as in the arrays of the grid, with its border.
CellBox cell_box(const MacGrid&, const MacFrame&);

class CellSort {
public:
    static constexpr uint32_t max_ranked = 4096;

    CellSort() = default;
    CellSort(Device&, uint32_t max_particles, uint32_t max_cells);

    // Sizes from the next run on, at most those of the constructor. At first they are those of the constructor.
    void set_size(Device&, uint32_t particles, uint32_t cells);
    void run(Device&) const;

    // Input: cell of each particle, in the old order. A number of `cells` or more is that of a removed particle: it
    // comes behind all others.
    const Buffer& cell_of() const { return cell_of_; }
    // cell_start[cell] and cell_start[cell + 1]: the slots of a cell. cell_start[cells]: the number of particles that
    // are not removed.
    const Buffer& cell_start() const { return cell_start_; }
    // order[slot]: the old slot of the particle.
    const Buffer& order() const { return order_; }

    // sorted[slot] = old[order[slot]], for an array of uint32 or float, and for one of 16 bytes an entry. The dispatch
    // has the groups of max_particles; with fewer, set_groups(groups_for(particles)) saves time.
    Dispatch reorder_words(Device&, const Buffer& old, const Buffer& sorted) const;
    Dispatch reorder_vectors(Device&, const Buffer& old, const Buffer& sorted) const;

private:
    struct Params {
        uint32_t particles = 0, cells = 0;
        bool operator==(const Params&) const = default;
    };
    Params size_, max_;
    Buffer params_, cell_of_, counts_, cell_start_, placed_, order_;
    Kernel reorder_words_, reorder_vectors_;
    Dispatch count_, place_, rank_;
    PrefixSum starts_;
};

}  // namespace slosh::gpu
