#include "render/ellipsoids.h"

namespace slosh {

void EllipsoidStream::upload(const Ellipsoids& found) {
    const std::span<const glm::vec3> parts[attributes] = {found.centre, found.axes[0], found.axes[1], found.axes[2]};
    const auto bytes = static_cast<GLsizeiptr>(found.centre.size_bytes());
    const bool grows = bytes > capacity_;
    if (grows) capacity_ = bytes + bytes / 2;
    count_ = static_cast<GLsizei>(found.centre.size());
    glBindVertexArray(array_.id());
    for (GLuint part = 0; part < attributes; ++part) {
        glBindBuffer(GL_ARRAY_BUFFER, buffers_[part].id());
        if (grows) {
            glBufferData(GL_ARRAY_BUFFER, capacity_, nullptr, GL_STREAM_DRAW);
            glEnableVertexAttribArray(part);
            glVertexAttribPointer(part, 3, GL_FLOAT, GL_FALSE, 0, nullptr);
        }
        if (bytes > 0) glBufferSubData(GL_ARRAY_BUFFER, 0, bytes, parts[part].data());
    }
    glBindVertexArray(0);
}

void EllipsoidStream::draw() const {
    glBindVertexArray(array_.id());
    glDrawArrays(GL_POINTS, 0, count_);
    glBindVertexArray(0);
}

}  // namespace slosh
