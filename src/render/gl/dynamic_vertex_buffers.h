// Vertex buffers of floats that are filled anew for every frame and grow with the number of vertices.
#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "render/gl/gl.h"

namespace slosh {

// Slots to draw, in this order.
class IndexBuffer {
public:
    // Into the bound vertex array.
    void upload(std::span<const uint32_t> order) {
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer_.id());
        const auto bytes = static_cast<GLsizeiptr>(order.size_bytes());
        if (bytes > capacity_)
            glBufferData(GL_ELEMENT_ARRAY_BUFFER, capacity_ = bytes + bytes / 2, nullptr, GL_STREAM_DRAW);
        if (bytes > 0) glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, 0, bytes, order.data());
    }

private:
    gl::Buffer buffer_;
    GLsizeiptr capacity_ = 0;  // bytes
};

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

    // Draws these vertices.
    void draw_some(std::span<const uint32_t> order) {
        glBindVertexArray(array_.id());
        order_.upload(order);
        glDrawElements(GL_POINTS, static_cast<GLsizei>(order.size()), GL_UNSIGNED_INT, nullptr);
        glBindVertexArray(0);
    }

private:
    gl::VertexArray array_;
    std::array<gl::Buffer, attributes> buffers_;
    GLsizeiptr capacity_ = 0;  // bytes per buffer
    IndexBuffer order_;
};

}  // namespace slosh
