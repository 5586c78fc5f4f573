// 3D style: every particle as a lit sphere with exact depth, by ray casting in point sprites. Drawn from back to front,
// so that the antialiased rims are blended over the background. A shadow map darkens shaded particles.
#pragma once
#include <cstdint>
#include <vector>

#include "render/scene3d/shadow_map.h"
#include "render/scene3d/style_3d.h"

namespace slosh {

class Spheres final : public Style3d {
public:
    explicit Spheres(std::string& error);
    // Leaves the depth of the spheres in the target.
    void draw(const Frame&, const Scene3d&, std::string& error) override;

private:
    // Fills order_ from back to front; returns the number of particles that are not clipped.
    size_t sort(const Frame&, glm::vec4 clip_plane);

    gl::Program program_;
    ShadowMap shadow_map_;
    std::vector<float> depth_;
    std::vector<uint32_t> starts_, order_;
};

}  // namespace slosh
