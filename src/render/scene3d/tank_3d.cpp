#include "render/scene3d/tank_3d.h"

#include <algorithm>
#include <cmath>

#include "render/common/environment_map.h"
#include "render/common/frame_uniforms.h"
#include "render/common/materials.h"
#include "render/gl/depth_target.h"
#include "shaders.h"

namespace slosh {
namespace {

constexpr float tile_size = 0.25f;     // in half sides of the container's floor: the longer, or twice the shorter
constexpr float rim_fraction = 0.15f;  // of the canvas: where the tiles fade

}  // namespace

Tank3d::Tank3d(std::string& error)
    : floor_("floor", shaders::common::quad_vert, shaders::tank::floor_frag, error),
      room_("room", shaders::common::fullscreen_rect_vert, shaders::tank::room_frag, error),
      glass_("glass", shaders::common::quad_vert, shaders::tank::glass_frag, error),
      lines_(error) {}

// Premultiplied alpha. `shine` 0 to 1: from dark to light glass.
glm::vec4 Tank3d::glass_colour(float shine, float alpha) const {
    return glm::vec4(glm::mix(glass_colours_.dark, glass_colours_.light, shine), 1) * alpha;
}

Tank3d::Box Tank3d::box_of(const Frame& frame) {
    const Walls& walls = frame.domain.walls;
    const bool round = walls.shape == Shape::circle;
    return {walls.centre + frame.container.offset,
            (round ? glm::vec3(walls.half.x) : walls.half) + frame.particles.radius, round};
}

void Tank3d::draw_back(const Frame& frame, bool clear_fluid) {
    if (frame.domain.walls.open) return;
    const gl::Pass pass(frame.timers, "tank");
    const Box box = box_of(frame);
    glass_colours_ = glass_colours(frame);
    gl::blend_over();
    if (frame.water.backdrop == WaterSettings::Backdrop::room) draw_room(frame);
    draw_floor(frame, box, clear_fluid);
    draw_panes(frame, box);
    lines_.begin(frame.camera);
    add_edges(frame, box, false);
    lines_.draw();
}

void Tank3d::draw_front(const Frame& frame) {
    if (frame.domain.walls.open) return;
    const gl::Pass pass(frame.timers, "tank");
    lines_.begin(frame.camera);
    add_edges(frame, box_of(frame), true);
    lines_.draw();
}

// --- the backdrop ---

void Tank3d::draw_room(const Frame& frame) {
    const Camera& camera = frame.camera;
    room_.use();
    set_camera_uniforms(room_, camera);
    set_sky_uniforms(room_, frame);
    room_.set("principal_point", camera.principal_point());
    draw_rect(room_, {-1, -1, 1, 1}, quad_);
}

void Tank3d::draw_floor(const Frame& frame, const Box& box, bool clear_fluid) {
    const glm::vec3 eye = frame.camera.eye();
    const float floor = box.centre.y - box.half.y;
    // Not drawn for an eye below the floor.
    const float above = (eye.y - floor) / frame.camera.distance;
    const float opacity = glm::smoothstep(0.0f, 0.12f, above);
    if (opacity <= 0) return;
    const float size = std::max(box.half.x, box.half.z), margin = 0.6f * size;
    const glm::vec3 middle(box.centre.x, floor, box.centre.z);
    shadow_.draw(frame, middle, size + margin, 0.5f * box.half.y, world_light_dir(frame.camera));
    // The contact shadow fades when the container is lifted.
    const Walls& walls = frame.domain.walls;
    const float lift = (box.centre.y - walls.centre.y) / size, contact = 1 / (1 + 6 * lift * lift);
    const bool tiled = frame.water.backdrop != WaterSettings::Backdrop::none;
    // The tiles end in an ellipse around the container; without them the quad reaches as far as the shadows.
    const glm::vec2 half_size(box.half.x, box.half.z), quad_half = half_size + (tiled ? 1.7f * size : margin);
    floor_.use();
    bind_texture(floor_, "shadow", 0, shadow_.texture());
    set_sky_uniforms(floor_, frame);
    floor_.set("half_size", half_size);
    floor_.set("quad_half", quad_half);
    floor_.set("middle", glm::vec2(middle.x, middle.z));
    floor_.set("round", box.round);
    floor_.set("margin", margin);
    floor_.set("map_half", size + margin);
    floor_.set("opacity", opacity);
    floor_.set("contact", contact);
    const glm::vec3 colour = to_vec3(frame.kinds.colours[frame.kinds.first]);
    floor_.set("fluid_light", frame.is_plain_water() ? glm::vec3(0.10f, 0.42f, 0.55f) : 0.7f * colour);
    // Caustics need clear fluid.
    floor_.set("clear_fluid", clear_fluid && material_of(frame.settings).clarity > 0.3f);
    floor_.set("tile", tiled ? tile_size * std::min(size, 2 * std::min(box.half.x, box.half.z)) : 0);
    const glm::vec2 canvas(frame.camera.pixels);
    floor_.set("canvas", canvas);
    // In a room the floor ends at its walls.
    const bool in_room = frame.water.backdrop == WaterSettings::Backdrop::room;
    floor_.set("rim", in_room ? 0 : rim_fraction * std::min(canvas.x, canvas.y));
    draw_quad(floor_, frame, {middle.x - quad_half.x, floor, middle.z + quad_half.y}, {2 * quad_half.x, 0, 0},
              {0, 0, -2 * quad_half.y});
}

void Tank3d::draw_quad(const gl::Program& program, const Frame& frame, glm::vec3 corner, glm::vec3 u, glm::vec3 v) {
    program.set("world_to_clip", frame.camera.world_to_clip());
    program.set("corner", corner);
    program.set("u", u);
    program.set("v", v);
    glBindVertexArray(quad_.id());
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glBindVertexArray(0);
}

// --- panes and edges ---

// The panes that face the eye with their inner side; for a sphere its silhouette.
void Tank3d::draw_panes(const Frame& frame, const Box& box) {
    glass_.use();
    glass_.set("round", box.round);
    const glm::vec3 light = world_light_dir(frame.camera);
    const auto pane = [&](glm::vec3 middle, glm::vec3 u, glm::vec3 v) {
        glass_.set("tint", glm::vec3(glass_colour(0.5f + 0.5f * glm::dot(glm::normalize(middle), light), 1)));
        glass_.set("size", glm::vec2(glm::length(u), glm::length(v)));
        draw_quad(glass_, frame, box.centre + middle - u - v, 2.0f * u, 2.0f * v);
    };
    const glm::vec3 eye = frame.camera.eye() - box.centre;
    if (box.round) {
        const Outline outline = outline_of(eye, box.half.x);
        pane(outline.centre, outline.u, outline.v);
    } else {
        for (int axis = 0; axis < 3; ++axis)
            for (float side : {-1.0f, 1.0f}) {
                if (eye[axis] * side >= box.half[axis]) continue;
                glm::vec3 n(0), u(0), v(0);
                n[axis] = side * box.half[axis];
                u[(axis + 1) % 3] = box.half[(axis + 1) % 3];
                v[(axis + 2) % 3] = box.half[(axis + 2) % 3];
                pane(n, u, v);
            }
    }
}

// The silhouette of a sphere around the origin.
Tank3d::Outline Tank3d::outline_of(glm::vec3 eye, float radius) {
    const float distance = std::max(glm::length(eye), 1.01f * radius), ratio = radius / distance;
    const glm::vec3 to_eye = eye / distance;
    const glm::vec3 side = glm::abs(to_eye.y) < 0.99f ? glm::vec3(0, 1, 0) : glm::vec3(1, 0, 0);
    const glm::vec3 u = glm::normalize(glm::cross(side, to_eye)), v = glm::cross(to_eye, u);
    const float outline_radius = radius * std::sqrt(1 - ratio * ratio);
    return {to_eye * (radius * ratio), u * outline_radius, v * outline_radius};
}

void Tank3d::add_edges(const Frame& frame, const Box& box, bool in_front) {
    if (box.round) return add_sphere(frame, box, in_front);
    const glm::vec3 eye = frame.camera.eye() - box.centre, half = box.half, light = world_light_dir(frame.camera);
    for (int axis = 0; axis < 3; ++axis)
        for (float a : {-1.0f, 1.0f})
            for (float b : {-1.0f, 1.0f}) {
                const int other = (axis + 1) % 3, third = (axis + 2) % 3;
                glm::vec3 from(0), along(0);
                from[other] = a * half[other];
                from[third] = b * half[third];
                from[axis] = -half[axis];
                along[axis] = 2 * half[axis];
                // The number of adjacent panes, of two, that face the eye with their outer side.
                const int front_panes = (eye[other] * a > half[other]) + (eye[third] * b > half[third]);
                if ((front_panes > 0) != in_front) continue;
                const float alpha = front_panes == 2 ? 0.36f : front_panes == 1 ? 0.75f : 0.62f;
                const float width = (front_panes == 2 ? 1.1f : 1.5f) * frame.dpr;
                const auto shine = [&](glm::vec3 p) { return 0.5f + 0.5f * glm::dot(glm::normalize(p / half), light); };
                lines_.add(box.centre + from, box.centre + from + along, width, glass_colour(shine(from), alpha),
                           glass_colour(shine(from + along), alpha));
            }
}

// The silhouette and three great circles. The circles are split into near and far side.
void Tank3d::add_sphere(const Frame& frame, const Box& box, bool in_front) {
    const float radius = box.half.x;
    const glm::vec3 eye = frame.camera.eye() - box.centre;
    if (in_front) {
        const Outline outline = outline_of(eye, radius);
        lines_.add_ring(box.centre + outline.centre, outline.u, outline.v, 1.6f * frame.dpr, glass_colour(0.6f, 0.7f));
    }
    for (int axis = 0; axis < 3; ++axis) {
        glm::vec3 u(0), v(0);
        u[(axis + 1) % 3] = v[(axis + 2) % 3] = radius;
        lines_.add_ring(box.centre, u, v, (in_front ? 0.9f : 1.1f) * frame.dpr,
                        glass_colour(0.5f, in_front ? 0.16f : 0.26f),
                        [&](glm::vec3 p) { return (glm::dot(p - box.centre, eye) > radius * radius) == in_front; });
    }
}

}  // namespace slosh
