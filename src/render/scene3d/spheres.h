// Every particle as a lit sphere with its exact place in depth: points on the screen, met by the ray of each
// pixel. Drawn from back to front, so that the softened rims lie over what is behind them. What the light does not
// reach is darker.
#pragma once
#include <cstdint>
#include <vector>

#include "render/scene3d/shadow_map.h"

namespace slosh {

class Spheres {
public:
    explicit Spheres(std::string& error);
    // Uploads with `stream`; clears nothing, leaves the depth of the spheres behind. Those in front of the plane are
    // left out, see SceneRenderer3d.
    void draw(const Frame&, glm::vec4 plane, ParticleVertexBuffers& stream, ColourMap&, glm::vec2 range);

private:
    // The places of what is drawn, and how many that are.
    size_t sort(const Frame&, glm::vec4 plane);

    gl::Program program_;
    ShadowMap shadows_;
    std::vector<float> depth_;
    std::vector<uint32_t> starts_, order_;
};

}  // namespace slosh
