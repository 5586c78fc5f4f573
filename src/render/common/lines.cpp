#include "render/common/lines.h"

#include <cmath>

#include "shaders.h"

namespace slosh {

Lines::Lines(std::string& error) : program_("lines", shaders::common::lines_vert, shaders::common::lines_frag, error) {
    constexpr int sizes[] = {3, 4, 4};
    glBindVertexArray(array_.id());
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.id());
    size_t at = 0;
    for (GLuint i = 0; i < 3; ++i) {
        glEnableVertexAttribArray(i);
        glVertexAttribPointer(i, sizes[i], GL_FLOAT, GL_FALSE, sizeof(Corner), reinterpret_cast<const void*>(at));
        at += sizeof(float) * static_cast<size_t>(sizes[i]);
    }
    glBindVertexArray(0);
}

void Lines::add_segment(glm::vec3 a, glm::vec3 b, float width, glm::vec4 colour_a, glm::vec4 colour_b, bool capped) {
    if (camera_.is_3d()) {
        // Clipped at the near plane.
        const float za = -camera_.to_view(a).z, zb = -camera_.to_view(b).z, near = camera_.near_distance();
        if (za < near && zb < near) return;
        if (za < near) a = a + (b - a) * ((near - za) / (zb - za));
        else if (zb < near) b = b + (a - b) * ((near - zb) / (za - zb));
    }
    const glm::vec2 pa = camera_.to_pixel(a), pb = camera_.to_pixel(b);
    const float length = glm::length(pb - pa), alpha = std::min(width, 1.0f);
    if (!(length < 1e5f)) return;  // pixels; also false for NaN
    const glm::vec2 along = length > 1e-3f ? (pb - pa) / length : glm::vec2(1, 0), across(-along.y, along.x);
    // The rectangle extends one pixel beyond the line, for antialiasing.
    const float half = 0.5f * std::max(width, 1.0f), extent = half + 1, cap = capped ? extent : 0;
    const glm::vec2 terms = camera_.is_3d() ? camera_.depth_terms() : glm::vec2(0);
    const auto depth = [&](glm::vec3 world) {
        const float z = camera_.is_3d() ? camera_.to_view(world).z : -1;
        return -(terms.x * z + terms.y) / z;
    };
    const float depth_a = depth(a), depth_b = depth(b);
    const glm::vec2 size(glm::max(camera_.pixels, glm::ivec2(1)));
    const auto corner = [&](bool end, float side) {
        const glm::vec2 p = (end ? pb + along * cap : pa - along * cap) + across * (side * extent);
        const glm::vec4 c = (end ? colour_b : colour_a) * alpha;
        corners_.push_back({2 * p.x / size.x - 1, 1 - 2 * p.y / size.y, end ? depth_b : depth_a, side * extent, half,
                            end ? length + cap : -cap, length, c.r, c.g, c.b, c.a});
    };
    corner(false, -1);
    corner(false, 1);
    corner(true, -1);
    corner(true, -1);
    corner(false, 1);
    corner(true, 1);
}

void Lines::draw(bool depth_test) {
    if (corners_.empty()) return;
    program_.use();
    glBindVertexArray(array_.id());
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.id());
    const size_t bytes = corners_.size() * sizeof(Corner);
    if (bytes > capacity_)
        glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(capacity_ = bytes), nullptr, GL_STREAM_DRAW);
    glBufferSubData(GL_ARRAY_BUFFER, 0, static_cast<GLsizeiptr>(bytes), corners_.data());
    gl::blend_over();
    if (depth_test) {
        glEnable(GL_DEPTH_TEST);
        glDepthMask(GL_FALSE);
    }
    glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(corners_.size()));
    glDepthMask(GL_TRUE);
    glDisable(GL_DEPTH_TEST);
    glBindVertexArray(0);
    gl::check("lines");
}

}  // namespace slosh
