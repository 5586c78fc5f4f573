// Vertex buffers of floats that are filled anew for every frame and grow with the number of vertices.
#pragma once
#include <array>
#include <span>

#include "render/gl/gl.h"

namespace slosh {

// One buffer per attribute of the shader, with `width` floats per vertex.
template <GLuint attributes, GLint width>
class DynamicVertexBuffers {
public:
    void upload(const std::array<const void*, attributes>& values, size_t count) {
        const auto bytes = static_cast<GLsizeiptr>(count * width * sizeof(float));
        const bool grows = bytes > capacity_;
        if (grows) capacity_ = bytes + bytes / 2;
        glBindVertexArray(array_.id());
        for (GLuint at = 0; at < attributes; ++at) {
            glBindBuffer(GL_ARRAY_BUFFER, buffers_[at].id());
            if (grows) {
                glBufferData(GL_ARRAY_BUFFER, capacity_, nullptr, GL_STREAM_DRAW);
                glEnableVertexAttribArray(at);
                glVertexAttribPointer(at, width, GL_FLOAT, GL_FALSE, 0, nullptr);
            }
            if (bytes > 0) glBufferSubData(GL_ARRAY_BUFFER, 0, bytes, values[at]);
        }
        glBindVertexArray(0);
    }

    // Draws the first `count` vertices as GL_POINTS with the program in use.
    void draw(size_t count) const {
        glBindVertexArray(array_.id());
        glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(count));
        glBindVertexArray(0);
    }

private:
    gl::VertexArray array_;
    std::array<gl::Buffer, attributes> buffers_;
    GLsizeiptr capacity_ = 0;  // bytes per buffer
};

}  // namespace slosh
