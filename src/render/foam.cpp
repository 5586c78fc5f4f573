#include "render/foam.h"

#include <glm/geometric.hpp>

#include "shaders.h"

namespace slosh {

Foam::Foam(std::string& error) : program_("foam", shaders::foam_vert, shaders::foam_frag, error) {}

void Foam::draw(const Frame& frame, glm::vec4 plane) {
    if (frame.diffuse.count == 0) return;
    upload(frame.diffuse);
    program_.use();
    const Walls& walls = frame.domain.walls;
    const float distance = frame.camera.distance, extent = walls.open ? frame.camera.height : glm::length(walls.half);
    program_.set("depths", glm::vec2(distance - 0.7f * extent, distance + extent));
    gl::blend_over();
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_FALSE);
    send(program_, frame, plane);
    glDepthMask(GL_TRUE);
    glDisable(GL_DEPTH_TEST);
    gl::check("foam");
}

void Foam::cover(const Frame& frame, GLuint surface, std::string& error) {
    if (frame.diffuse.count == 0) return;
    if (!cover_)
        cover_ = std::make_unique<gl::Program>("foam cover", shaders::foam_vert, shaders::foam_cover_frag, error);
    upload(frame.diffuse);
    cover_->use();
    cover_->set("surface", 0);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, surface);
    // Two that cover half a pixel each cover three quarters of it.
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_COLOR);
    glDisable(GL_DEPTH_TEST);
    send(*cover_, frame, glm::vec4(0));
    gl::check("foam cover");
}

void Foam::upload(const DiffuseView& diffuse) {
    const auto bytes = static_cast<GLsizeiptr>(diffuse.x.size_bytes());
    const bool grows = bytes > capacity_;
    if (grows) capacity_ = bytes + bytes / 2;
    const std::span<const float> parts[attributes] = {diffuse.x, diffuse.y, diffuse.z, diffuse.shown, diffuse.fade};
    glBindVertexArray(array_.id());
    for (GLuint part = 0; part < attributes; ++part) {
        glBindBuffer(GL_ARRAY_BUFFER, buffers_[part].id());
        if (grows) {
            glBufferData(GL_ARRAY_BUFFER, capacity_, nullptr, GL_STREAM_DRAW);
            glEnableVertexAttribArray(part);
            glVertexAttribPointer(part, 1, GL_FLOAT, GL_FALSE, 0, nullptr);
        }
        glBufferSubData(GL_ARRAY_BUFFER, 0, bytes, parts[part].data());
    }
    glBindVertexArray(0);
}

void Foam::send(const gl::Program& program, const Frame& frame, glm::vec4 plane) {
    const Camera& camera = frame.camera;
    program.set("world_to_clip", camera.world_to_clip());
    program.set("back", camera.axes[2]);
    program.set("focal", camera.focal());
    program.set("radius", frame.particles.radius);
    program.set("plane", plane);
    glBindVertexArray(array_.id());
    glDrawArrays(GL_POINTS, 0, frame.diffuse.count);
    glBindVertexArray(0);
}

}  // namespace slosh
