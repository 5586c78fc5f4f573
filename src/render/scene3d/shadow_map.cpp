#include "render/scene3d/shadow_map.h"

#include <algorithm>
#include <glm/geometric.hpp>

#include "shaders.h"

namespace slosh {

ShadowMap::ShadowMap(std::string& error)
    : program_("shadow map", shaders::spheres::shadow_map_vert, shaders::spheres::shadow_map_frag, error) {
    glBindTexture(GL_TEXTURE_2D, depth_.id());
    gl::nearest_and_clamped();  // a depth texture cannot be filtered linearly
    glTexStorage2D(GL_TEXTURE_2D, 1, GL_DEPTH_COMPONENT24, texels, texels);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth_.id(), 0);
}

void ShadowMap::draw(const Frame& frame, glm::vec3 light_dir, const ParticleVertexBuffers& particles) {
    const gl::Pass pass(frame.timers, "shadow map");
    const Walls& walls = frame.domain.walls;
    const glm::vec3 centre = walls.open ? frame.camera.centre : walls.centre + frame.container.offset;
    const float radius = frame.particles.radius * frame.settings.point_size;
    const float map_half = radius + scene_extent(frame);
    const glm::vec3 side = glm::abs(light_dir.y) < 0.99f ? glm::vec3(0, 1, 0) : glm::vec3(1, 0, 0);
    const glm::vec3 across = glm::normalize(glm::cross(side, light_dir)), up = glm::cross(light_dir, across);
    for (int column = 0; column < 3; ++column)
        world_to_light_[column] = glm::vec4(across[column], up[column], -light_dir[column], 0) / map_half;
    world_to_light_[3] = glm::vec4(
        -glm::vec3(glm::dot(centre, across), glm::dot(centre, up), -glm::dot(centre, light_dir)) / map_half, 1);
    const float map_radius = 0.5f * radius / map_half;  // radius in texture coordinates, and in the map's depth
    constexpr float bias = 0.7f, falloff = 4;           // radii: depth bias; depth at which visibility is 1/e
    scale_ = {map_radius, bias * map_radius, 1 / (falloff * map_radius)};

    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
    glViewport(0, 0, texels, texels);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_TRUE);
    glClear(GL_DEPTH_BUFFER_BIT);
    program_.use();
    program_.set("world_to_clip", world_to_light_);
    program_.set("radius", std::max(map_radius * texels, 1.0f));
    particles.draw();
    glDisable(GL_DEPTH_TEST);
    glBindFramebuffer(GL_FRAMEBUFFER, frame.target);
    glViewport(0, 0, frame.camera.pixels.x, frame.camera.pixels.y);
}

void ShadowMap::bind(const gl::Program& program) const {
    glActiveTexture(GL_TEXTURE2);
    glBindTexture(GL_TEXTURE_2D, depth_.id());
    glActiveTexture(GL_TEXTURE0);
    program.set("shadow_map", 2);
    program.set("world_to_light", world_to_light_);
    program.set("shadow_scale", scale_);
}

}  // namespace slosh
