// Overlay of particle data: the kernel support and neighbours of the picked particle, and velocities.
#pragma once
#include <vector>

#include "render/common/frame.h"
#include "render/common/lines.h"

namespace slosh {

// Kernel support radius of the particle in this slot.
float support_of(const ParticleView&, int slot);
// Slots of the other particles within the support of the particle in `slot`.
std::vector<int> neighbours_of(const ParticleView&, int slot);

class ParticleOverlay {
public:
    explicit ParticleOverlay(std::string& error) : lines_(error) {}
    // Whether there is anything to draw.
    static bool any(const Frame& frame) {
        return frame.settings.show_velocity || (frame.settings.show_kernel && frame.picked >= 0);
    }
    void draw(const Frame&);

private:
    void add_kernel(const Frame&);
    void add_velocities(const Frame&);
    Lines lines_;
};

}  // namespace slosh
