// What is drawn over the fluid for those who want to know: the kernel of a picked particle with its neighbours,
// and velocities.
#pragma once
#include <vector>

#include "render/common/lines.h"
#include "render/common/style.h"

namespace slosh {

// How far the kernel of this slot reaches.
float support_of(const ParticleView&, int slot);
// Slots of the other particles within its reach.
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
