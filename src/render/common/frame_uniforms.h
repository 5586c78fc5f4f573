// What the passes of all styles share: uniforms of common/particle.glsl and common/walls.glsl, areas of the canvas.
#pragma once
#include "render/common/style.h"
#include "render/gl/gl.h"
#include "render/gl/timers.h"

namespace slosh {

// The values at both ends of the colour map. Follows the fluid slowly, so that the colours do not flicker.
class ColourRange {
public:
    glm::vec2 follow(const Frame&);
    glm::vec2 now() const { return range_; }

private:
    glm::vec2 range_{0, 0};
    int colour_by_ = -1, map_ = -1;
};

// The frame's colour map as a texture.
class ColourMap {
public:
    // To texture unit 1, for the program in use.
    void bind(const gl::Program&, const Frame&);

private:
    gl::Texture texture_;
    int map_ = -1;  // in the texture
};

// Where a program finds the eye: `right`, `up`, `back`, `centre`, `distance_to`, `focal`.
void set_camera_uniforms(const gl::Program&, const Camera&);
// In view space: up in the world, and towards the one light, which is above on the left and stays with the eye. The
// latter also in the world.
glm::vec3 view_up(const Camera&);
glm::vec3 to_light(const Camera&);
glm::vec3 world_light_dir(const Camera&);
// Half the size of what there is to see, world units.
float scene_extent(const Frame&);
// Further back it is darker: `depths`, where that begins and where it ends.
void set_depth_fade(const gl::Program&, const Frame&);
void set_particle_uniforms(const gl::Program&, const Frame&, glm::vec2 range, glm::mat4 world_to_clip);
void set_wall_uniforms(const gl::Program&, const Frame&);
// The inside of the glass in 3D, which begins a particle's radius from where centres stop; for common/tank_bounds.glsl.
// Round ones and scenes without are endless.
void set_tank_bounds(const gl::Program&, const Frame&);
// World x, y of the canvas's lower left corner and world units a device pixel.
void set_canvas_to_world(const gl::Program&, const Frame&);

// Rectangles of clip space: left, bottom, right, top. `margin` is device pixels around what is named.
glm::vec4 container_rect(const Frame&, float margin);
glm::vec4 particle_rect(const Frame&, float margin);
glm::vec4 intersection(glm::vec4 a, glm::vec4 b);
// For programs with common/fullscreen_rect.vert.
void draw_rect(const gl::Program&, glm::vec4 area, const gl::VertexArray& empty);

}  // namespace slosh
