#include "render/debug/grid_renderer.h"

#include <algorithm>
#include <cstddef>

#include "render/gl/timers.h"
#include "shaders.h"

namespace slosh {

GridRenderer::GridRenderer(std::string& error)
    : program_("cell boxes", shaders::debug::cell_boxes_vert, shaders::debug::cell_boxes_frag, error) {
    glBindVertexArray(array_.id());
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.id());
    const auto attribute = [](GLuint location, int count, GLenum type, GLboolean normalised, size_t offset) {
        glEnableVertexAttribArray(location);
        glVertexAttribPointer(location, count, type, normalised, sizeof(BoxCorner),
                              reinterpret_cast<const void*>(offset));
    };
    attribute(0, 3, GL_FLOAT, GL_FALSE, offsetof(BoxCorner, position));
    attribute(1, 2, GL_FLOAT, GL_FALSE, offsetof(BoxCorner, face));
    attribute(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(BoxCorner, colour));
    glBindVertexArray(0);
}

void GridRenderer::draw_boxes(const Frame& frame) {
    const gl::Pass pass(frame.timers, "cell boxes");
    find_boxes(frame.grid, frame.slice, frame.camera, corners_);
    if (corners_.empty()) return;
    program_.use();
    program_.set("world_to_clip", frame.camera.world_to_clip());
    glBindVertexArray(array_.id());
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.id());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(corners_.size() * sizeof(BoxCorner)), corners_.data(),
                 GL_STREAM_DRAW);
    gl::blend_over();
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(corners_.size()));
    glDisable(GL_DEPTH_TEST);
    glBindVertexArray(0);
}

// Arrows coloured by speed; that of the largest speed is 1.4 arrow spacings long.
void GridRenderer::add_arrows(const Frame& frame, Lines& lines) {
    constexpr int max_arrows = 1000;  // more are illegible
    const glm::vec3 edge = frame.grid.edge;
    const auto spacing = static_cast<float>(find_arrows(frame.grid, max_arrows, arrows_));
    float max_speed = 0;
    for (const Arrow& arrow : arrows_)
        if (const float speed = glm::length(arrow.velocity); std::isfinite(speed))
            max_speed = std::max(max_speed, speed);
    if (!(max_speed > 0)) return;
    const float max_length = 1.4f * spacing * std::min({edge.x, edge.y, edge.z});
    const Colour(&map)[map_colours] = colour_maps[cell_map_of(frame.settings)];
    for (const Arrow& arrow : arrows_) {
        const float speed = glm::length(arrow.velocity), ratio = speed / max_speed;
        if (!(ratio > 0.02f)) continue;  // too short to be visible, or NaN
        const Colour c = map[std::min(static_cast<int>(ratio * map_colours), map_colours - 1)];
        const glm::vec4 colour = glm::vec4(glm::vec3(c.r, c.g, c.b) / 255.0f, 1);
        const glm::vec3 shaft = arrow.velocity * (max_length / max_speed);
        const glm::vec3 tip = arrow.position + 0.5f * shaft, tail = tip - shaft;
        lines.add(tail, tip, 1.5f * frame.dpr, 0.55f * colour, colour);
        const glm::vec3 side = glm::cross(shaft, frame.camera.eye() - tip);
        const float length = glm::length(side);
        if (!(length > 0)) continue;
        for (const float turn : {-0.5f, 0.5f})
            lines.add(tip, tip - 0.3f * (shaft + side * (turn * glm::length(shaft) / length)), 1.5f * frame.dpr,
                      colour);
    }
}

}  // namespace slosh
