// The cells of the neighbour search, and the sort of the particles by them. D is 2 or 3.
#pragma once
#include <cstdint>

#include "domain/domain.h"
#include "gpu/device.h"
#include "gpu/prefix_sum.h"
#include "gpu/sph/params.h"

namespace slosh::gpu::sph {

// The cells of CellGrid (search/cell_grid.h): rows as high and deep as the radius, columns a quarter of it wide, over
// the container at rest.
struct CellLayout {
    glm::vec3 lo{0}, width{0}, inv_width{0}, last{0};  // of the box, of a cell; largest cell coordinates
    uint32_t columns = 1, rows_y = 1, rows_z = 1;
    float radius = 1;  // of the search, with its margin, m

    size_t count() const { return size_t{columns} * rows_y * rows_z; }
    void write_to(Params&) const;
};

// The same cells as sph::Fluid makes for so many particles.
CellLayout cells_over(int dimensions, const Walls&, float radius, int particles);

// Particles as the kernels know them: position and one number, velocity and tag.
struct ParticleBuffers {
    Buffer position, velocity_tag;
};

// A sort by cell: the kernel that moves the particles counts them by cell, a prefix sum gives the cells their slots,
// and the last pass finds the order within the cells and reorders the particles. The order is that of CellGrid, and the
// same for every run. Particles with the tag `dead` come last.
class NeighbourSort {
public:
    NeighbourSort() = default;
    // From `moved` to `sorted`. `pushes`: applies the forces of the pointer.
    NeighbourSort(Device&, const Buffer& params, const CellLayout&, size_t capacity, const ParticleBuffers& moved,
                  const ParticleBuffers& sorted, bool pushes);
    void set_count(Device&, size_t particles);
    // Finds the cell of each particle and counts those of each cell; a kernel that moves particles does so itself.
    void count_cells(Device&) const;
    void run(Device&) const;

    const Buffer& starts() const { return starts_; }    // first slot of each cell, then that of the dead
    const Buffer& counts() const { return counts_; }    // zeros between sorts
    const Buffer& cell_of() const { return cell_of_; }  // by slot before the sort

private:
    struct Sizes {
        uint32_t particles = 0, cells = 0;
    };
    Sizes sizes_;
    Buffer sizes_buffer_, counts_, starts_, cell_of_, placed_;
    PrefixSum prefix_sum_;
    Dispatch count_, place_, reorder_;
};

// A kernel whose text follows `constants`.
ComputePipeline make_pipeline(Device&, std::string_view label, std::span<const std::string_view> wgsl,
                              std::string_view constants);

}  // namespace slosh::gpu::sph
