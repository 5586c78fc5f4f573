// The particles of PIC/FLIP in the order of their cells.
#pragma once
#include <utility>

#include "base/jobs.h"
#include "grid/flip_particles.h"
#include "grid/grid_layout.h"
#include "grid/particle_sort.h"

namespace slosh {

struct SortedParticles {
    FlipParticles front, back;  // the particles, and the buffer that the counting sort writes to
    ParticleSort cells;         // slot ranges of the cells, of the last sort()

    // Allocates or frees the velocity gradients of APIC.
    void keep_slopes(bool keep) {
        front.keep_slopes(keep);
        back.keep_slopes(keep);
    }
    void sort(const GridLayout& layout, Jobs& jobs) {
        cells.sort(layout.grid, layout.frame, front, back, jobs);
        std::swap(front, back);
    }
};

}  // namespace slosh
