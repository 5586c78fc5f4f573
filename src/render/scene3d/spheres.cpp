#include "render/scene3d/spheres.h"

#include <algorithm>
#include <glm/geometric.hpp>

#include "shaders.h"

namespace slosh {

Spheres::Spheres(std::string& error)
    : program_("sphere", shaders::spheres::sphere_vert, shaders::spheres::sphere_frag, error), shadows_(error) {}

void Spheres::draw(const Frame& frame, glm::vec4 plane, ParticleVertexBuffers& stream, ColourMap& map,
                   glm::vec2 range) {
    const Camera& camera = frame.camera;
    stream.upload(frame);
    stream.set_draw_order(std::span(order_).first(sort(frame, plane)));
    shadows_.draw(frame, world_light_dir(camera), stream);
    const gl::Pass pass(frame.timers, "spheres");
    program_.use();
    shadows_.bind(program_);
    program_.set("upwards", view_up(camera));
    program_.set("key", to_light(camera));
    set_particle_uniforms(program_, frame, range, camera.world_to_clip());
    map.bind(program_, frame);
    set_camera_uniforms(program_, camera);
    program_.set("middle", 0.5f * glm::vec2(camera.pixels) + camera.shift);
    program_.set("depth_terms", camera.depth_terms());
    program_.set("radius", frame.particles.radius * frame.settings.point_size);
    set_depth_fade(program_, frame);
    gl::blend_over();
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_TRUE);
    stream.draw();
    glDisable(GL_DEPTH_TEST);
}

// By counting: the order within one of the thin slices does not show. One more slice, at the end, is for what is left
// out.
size_t Spheres::sort(const Frame& frame, glm::vec4 plane) {
    constexpr int slices = 2048;
    const ParticleView& p = frame.particles;
    const auto count = static_cast<size_t>(p.count);
    const glm::vec3 back = frame.camera.axes[2];
    depth_.resize(count), order_.resize(count);
    float lo = 1e30f, hi = -1e30f;
    for (size_t i = 0; i < count; ++i) {
        const float d = p.x[i] * back.x + p.y[i] * back.y + p.z[i] * back.z;
        depth_[i] = d;
        lo = d < lo ? d : lo, hi = d > hi ? d : hi;
    }
    const float scale = hi > lo ? (slices - 1) / (hi - lo) : 0;
    const auto slice = [&](size_t i) {
        if (plane.x * p.x[i] + plane.y * p.y[i] + plane.z * p.z[i] > plane.w) return size_t{slices};
        const float at = (depth_[i] - lo) * scale;
        return at > 0 && at < slices ? static_cast<size_t>(at) : size_t{0};
    };
    starts_.assign(slices + 2, 0);
    for (size_t i = 0; i < count; ++i) ++starts_[slice(i) + 1];
    for (size_t s = 0; s <= slices; ++s) starts_[s + 1] += starts_[s];
    for (size_t i = 0; i < count; ++i) order_[starts_[slice(i)]++] = static_cast<uint32_t>(i);
    return starts_[slices - 1];
}

}  // namespace slosh
