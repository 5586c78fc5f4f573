// The particles that can be seen from outside the fluid: those near air or near a pane. The others are hidden by them,
// or by wet glass, so that their spheres need not be drawn: in a deep tank most of them.
#pragma once
#include <cstdint>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "domain/domain.h"
#include "solver/views.h"

namespace slosh {

class SurfaceParticles {
public:
    // Counts the particles in cells of two spacings, eight particles each. A particle is near air if a cell within two
    // of its own holds less than about a third of that, or lies outside of an open domain or of a pane that the eye
    // sees. `container` is its offset, m. False if all may be visible: the eye is in the container or nearer to it
    // than `near`, or the particles are spread over too many cells.
    bool find(const ParticleView&, const Walls&, glm::vec3 container, glm::vec3 eye, float near);
    // Of the last find() that was true, in their order.
    std::span<const uint32_t> slots() const { return slots_; }

private:
    void erode(glm::ivec3 padded);

    std::vector<uint32_t> cell_of_;  // by slot
    std::vector<uint16_t> count_;    // by cell
    std::vector<uint8_t> filled_, eroded_;
    std::vector<uint32_t> slots_;
};

}  // namespace slosh
