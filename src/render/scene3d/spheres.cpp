#include "render/scene3d/spheres.h"

#include <algorithm>
#include <glm/geometric.hpp>

#include "shaders.h"

namespace slosh {

Spheres::Spheres(std::string& error)
    : program_("sphere", shaders::spheres::sphere_vert, shaders::spheres::sphere_frag, error), shadow_map_(error) {}

void Spheres::draw(const Frame& frame, const Scene3d& scene, std::string&) {
    const Camera& camera = frame.camera;
    ParticleVertexBuffers& particles = scene.particles;
    particles.upload(frame);
    const size_t drawn = sort(frame, scene.clip_plane);
    particles.set_draw_order(std::span(order_).first(drawn));
    shadow_map_.draw(frame, world_light_dir(camera), particles);
    {
        const gl::Pass pass(frame.timers, "spheres");
        program_.use();
        shadow_map_.bind(program_);
        set_kind_colours(program_, frame);
        program_.set("up_dir", view_up(camera));
        program_.set("light_dir", view_light_dir(camera));
        set_particle_uniforms(program_, frame, scene.colour_range, camera.world_to_clip());
        scene.colour_map.bind(program_, frame);
        set_camera_uniforms(program_, camera);
        program_.set("principal_point", camera.principal_point());
        program_.set("depth_terms", camera.depth_terms());
        program_.set("radius", frame.particles.radius * frame.settings.point_size);
        set_depth_fade(program_, frame);
        gl::blend_over();
        glEnable(GL_DEPTH_TEST);
        glDepthFunc(GL_LEQUAL);
        glDepthMask(GL_TRUE);
        particles.draw();
        glDisable(GL_DEPTH_TEST);
    }
    scene.foam.draw(frame, scene.clip_plane);
}

// Counting sort by depth: the order within one of the thin slices is not visible. The additional last slice holds the
// clipped particles.
size_t Spheres::sort(const Frame& frame, glm::vec4 clip_plane) {
    constexpr int slices = 2048;
    const ParticleView& p = frame.particles;
    const auto count = static_cast<size_t>(p.count);
    const glm::vec3 back = frame.camera.axes[2];
    depth_.resize(count);
    order_.resize(count);
    float lo = 1e30f, hi = -1e30f;
    for (size_t i = 0; i < count; ++i) {
        const float d = p.x[i] * back.x + p.y[i] * back.y + p.z[i] * back.z;
        depth_[i] = d;
        lo = d < lo ? d : lo;
        hi = d > hi ? d : hi;
    }
    const float scale = hi > lo ? (slices - 1) / (hi - lo) : 0;
    const auto slice = [&](size_t i) {
        if (clip_plane.x * p.x[i] + clip_plane.y * p.y[i] + clip_plane.z * p.z[i] > clip_plane.w) return size_t{slices};
        const float at = (depth_[i] - lo) * scale;
        return at > 0 && at < slices ? static_cast<size_t>(at) : size_t{0};
    };
    starts_.assign(slices + 2, 0);
    for (size_t i = 0; i < count; ++i) ++starts_[slice(i) + 1];
    for (size_t s = 0; s <= slices; ++s) starts_[s + 1] += starts_[s];
    for (size_t i = 0; i < count; ++i) order_[starts_[slice(i)]++] = static_cast<uint32_t>(i);
    // Each start has been advanced to the end of its slice: the number of particles before the clipped ones.
    return starts_[slices - 1];
}

std::unique_ptr<Style3d> make_spheres(std::string& error) { return std::make_unique<Spheres>(error); }

}  // namespace slosh
