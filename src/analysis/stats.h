// Statistics of a fluid from a view of its particles. Sums run over fixed blocks in order, so they are the same bits
// for any number of workers.
#pragma once
#include <cstdint>

#include "base/jobs.h"
#include "solver/views.h"

namespace slosh {

// Masses (kg) and rest densities (kg/m3) of a view by kind.
struct PerKind {
    static constexpr size_t count = std::tuple_size_v<decltype(ParticleView::masses)>;
    double mass[count], rest_density[count];
    double rest_volume;  // of a particle, m3 (an area in 2D)

    explicit PerKind(const ParticleView&);
};

// Everything in Stats but the sub-steps and iterations. The maximum speed is not finite if a velocity is not.
Stats measure(const ParticleView&, Jobs&);

// Adds the energy and speed of the bodies relative to `frame` (m/s), and whether they are finite.
void measure_bodies(std::span<const Body>, Stats&, glm::vec3 frame = glm::vec3(0));

// Hash of positions and velocities in the order of ids, and of the bodies: independent of the order of the slots.
uint64_t state_hash(const ParticleView&);

}  // namespace slosh
