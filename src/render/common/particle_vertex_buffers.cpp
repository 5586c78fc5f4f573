#include "render/common/particle_vertex_buffers.h"

namespace slosh {

void ParticleVertexBuffers::upload(const Frame& frame) {
    const ParticleView& particles = frame.particles;
    const int colour_by = frame.settings.colour_by;
    const bool is_3d = particles.dimensions == 3, speed = colour_by == RenderSettings::speed;
    glBindVertexArray(array_.id());
    count_ = particles.count, ordered_ = false;
    send(x, particles.x);
    send(y, particles.y);
    send(z, is_3d ? particles.z : std::span<const float>());
    send(vx, speed ? particles.vx : std::span<const float>());
    send(vy, speed ? particles.vy : std::span<const float>());
    send(vz, speed && is_3d ? particles.vz : std::span<const float>());
    send(scalar, speed || colour_by == RenderSettings::kind ? std::span<const float>() : frame.colour_values());
    send(density, is_3d && frame.shows_surface() ? particles.density : std::span<const float>());
    // Always there: an integer attribute has no usable default.
    send(kind, particles.kind.data(), count_);
    glBindVertexArray(0);
}

void ParticleVertexBuffers::draw() const {
    glBindVertexArray(array_.id());
    if (ordered_) glDrawElements(GL_POINTS, count_, GL_UNSIGNED_INT, nullptr);
    else glDrawArrays(GL_POINTS, 0, count_);
    glBindVertexArray(0);
}

void ParticleVertexBuffers::set_draw_order(std::span<const uint32_t> order) {
    glBindVertexArray(array_.id());
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, order_.id());
    const int bytes = static_cast<int>(order.size_bytes());
    if (bytes > order_capacity_)
        glBufferData(GL_ELEMENT_ARRAY_BUFFER, order_capacity_ = bytes, nullptr, GL_STREAM_DRAW);
    if (bytes > 0) glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, 0, bytes, order.data());
    glBindVertexArray(0);
    count_ = static_cast<int>(order.size()), ordered_ = true;
}

// The arrays may be padded; only the particles go out. What a scene does not have is the constant 0.
void ParticleVertexBuffers::send(Attribute attribute, std::span<const float> values) {
    if (values.empty()) return leave_out(attribute);
    send(attribute, values.data(), count_ * static_cast<int>(sizeof(float)));
}

void ParticleVertexBuffers::send(Attribute attribute, const void* data, int bytes) {
    const size_t slot = attribute;
    glBindBuffer(GL_ARRAY_BUFFER, buffers_[slot].id());
    // Where the count grows, it goes on growing.
    if (bytes > capacity_[slot]) {
        capacity_[slot] = capacity_[slot] > 0 ? bytes + bytes / 2 : bytes;
        glBufferData(GL_ARRAY_BUFFER, capacity_[slot], nullptr, GL_STREAM_DRAW);
    }
    if (bytes > 0) glBufferSubData(GL_ARRAY_BUFFER, 0, bytes, data);
    if (enabled_[slot]) return;
    enabled_[slot] = true;
    glEnableVertexAttribArray(attribute);
    if (attribute == kind) glVertexAttribIPointer(attribute, 1, GL_UNSIGNED_BYTE, 0, nullptr);
    else glVertexAttribPointer(attribute, 1, GL_FLOAT, GL_FALSE, 0, nullptr);
}

void ParticleVertexBuffers::leave_out(Attribute attribute) {
    if (enabled_[attribute]) glDisableVertexAttribArray(attribute);
    enabled_[attribute] = false;
}

}  // namespace slosh
