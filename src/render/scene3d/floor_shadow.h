// What keeps the lamp's light off the floor of a 3D scene, as a texture: what the fluid takes away, how it gathers
// what it lets through, and what bodies hide.
#pragma once
#include <array>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "render/common/style.h"
#include "render/gl/gl.h"

namespace slosh {

class FloorShadow {
public:
    FloorShadow();
    // Of a square of the floor around `middle`, `reach` to each side, world units. `rise` is half the fluid's room: how
    // high above the floor light from all around begins to fill a shadow. `to_light` is of length 1.
    void draw(const Frame&, glm::vec3 middle, float reach, float rise, glm::vec3 to_light);
    // The fluid's shadow; light gathered, around a half; the bodies' shadow.
    GLuint texture() const { return texture_.id(); }

private:
    static constexpr int texels = 80;  // along each side
    using Map = std::array<float, texels * texels>;
    struct Place {
        glm::vec3 corner;  // the lowest x and z
        glm::vec2 lean;    // along x and z, of the way to the light, for each unit upwards
        float texel;       // world
    };
    void add_fluid(const Frame&, const Place&, float rise);
    void add_body(const Frame&, const Body&, const Place&);

    gl::Texture texture_;
    Map fluid_{}, blurred_{}, bodies_{};
    std::array<uint8_t, 3 * texels * texels> bytes_{};
};

}  // namespace slosh
