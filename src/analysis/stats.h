// Figures of a whole fluid, computed from a view of its particles. Sums run over fixed blocks in order,
// so they are the same bits for any number of workers.
#pragma once
#include <cstdint>

#include "base/jobs.h"
#include "solver/views.h"

namespace slosh {

// The masses and rest densities that a view stands for, kind by kind.
struct PerKind {
    static constexpr size_t count = std::tuple_size_v<decltype(ParticleView::masses)>;
    double mass[count], rest_density[count], place;  // place: a particle's volume at rest (an area in 2D)

    explicit PerKind(const ParticleView&);
};

// Everything in Stats but the sub-steps and iterations.
Stats measure(const ParticleView&, Jobs&);

// Adds the bodies' energy, speed and whether they are numbers.
void measure_bodies(std::span<const Body>, Stats&);

// One number for positions and velocities by id, and for the bodies, if any: the order of the slots does not matter.
uint64_t state_hash(const ParticleView&);

}  // namespace slosh
