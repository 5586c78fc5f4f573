// Shadows of the key light on the floor of a 3D scene, computed on the CPU into a small texture: of the fluid, its
// caustics, and of the bodies.
#pragma once
#include <array>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "render/common/frame.h"
#include "render/gl/gl.h"

namespace slosh {

class FloorShadow {
public:
    FloorShadow();
    // For the square of the floor around `centre` with half side `half`, world units. `blur_height`: height above the
    // floor at which ambient light halves the fluid's shadow. `light_dir`: towards the light, length 1.
    void draw(const Frame&, glm::vec3 centre, float half, float blur_height, glm::vec3 light_dir);
    // r: shadow of the fluid; g: caustics, 0.5 for none; b: shadow of the bodies.
    GLuint texture() const { return texture_.id(); }

private:
    static constexpr int texels = 80;  // along each side
    using Map = std::array<float, texels * texels>;
    struct Projection {
        glm::vec3 corner;  // minimum x and z
        glm::vec2 slope;   // of the direction towards the light: x and z per unit of y
        float texel;       // world
    };
    void add_fluid(const Frame&, const Projection&, float blur_height);
    void add_body(const Frame&, const Body&, const Projection&);

    gl::Texture texture_;
    Map fluid_{}, blurred_{}, bodies_{};
    std::array<uint8_t, 3 * texels * texels> bytes_{};
};

}  // namespace slosh
