// Uniforms that several passes share, the colour map and its range, and rectangles of the canvas.
#pragma once
#include "render/common/frame.h"
#include "render/gl/gl.h"
#include "render/gl/timers.h"

namespace slosh {

// The values at both ends of the colour map. Follows the data with a low-pass filter, so that colours do not flicker.
class ColourRange {
public:
    glm::vec2 update(const Frame&);
    glm::vec2 current() const { return range_; }

private:
    glm::vec2 range_{0, 0};
    RenderSettings::ColourBy colour_by_ = RenderSettings::ColourBy::kind;  // of the last update with a range
    int map_ = -1;
};

// The frame's colour map as a texture.
class ColourMap {
public:
    // Sets the sampler of the program in use; texture unit 1.
    void bind(const gl::Program&, const Frame&);

private:
    gl::Texture texture_;
    int map_ = -1;  // index of the uploaded map
};

// Uniforms of common/camera.glsl.
void set_camera_uniforms(const gl::Program&, const Camera&);
// The world's up in view space.
glm::vec3 view_up(const Camera&);
// Towards the key light, which is fixed to the camera (above, on the left), in view space and in world space.
glm::vec3 view_light_dir(const Camera&);
glm::vec3 world_light_dir(const Camera&);
// Half the size of the scene, world units.
float scene_extent(const Frame&);
// Uniform `fade_range`: the distances at which darkening with depth begins and ends.
void set_depth_fade(const gl::Program&, const Frame&);
void set_particle_uniforms(const gl::Program&, const Frame&, glm::vec2 range, glm::mat4 world_to_clip);
void set_kind_colours(const gl::Program&, const Frame&);
// The colour of the container's glass where it is dark and where it shines.
struct GlassColours {
    glm::vec3 dark, light;
};
GlassColours glass_colours(const Frame&);
void set_wall_uniforms(const gl::Program&, const Frame&);
bool has_round_tank(const Frame&);
// Uniforms of common/tank_bounds.glsl: the inside of the glass, one particle radius outside of the outermost centres.
// The box is unbounded for spherical tanks and open scenes.
void set_tank_bounds(const gl::Program&, const Frame&);
// Uniform `to_world`: world x, y of the canvas's lower left corner, and world units per device pixel.
void set_canvas_to_world(const gl::Program&, const Frame&);

// Rectangles of clip space: left, bottom, right, top. `margin` in device pixels on each side.
glm::vec4 container_rect(const Frame&, float margin);
glm::vec4 particle_rect(const Frame&, float margin);
glm::vec4 intersection(glm::vec4 a, glm::vec4 b);
// Draws with a program that has common/fullscreen_rect.vert and is in use; `empty` has no attributes.
void draw_rect(const gl::Program&, glm::vec4 rect, const gl::VertexArray& empty);

}  // namespace slosh
