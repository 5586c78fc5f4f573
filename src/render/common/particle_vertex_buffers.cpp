#include "render/common/particle_vertex_buffers.h"

namespace slosh {

void ParticleVertexBuffers::upload(const Frame& frame) {
    const ParticleView& particles = frame.particles;
    const RenderSettings::ColourBy colour_by = frame.settings.colour_by;
    const bool is_3d = particles.dimensions == 3;
    const bool speed = colour_by == RenderSettings::ColourBy::speed;
    glBindVertexArray(array_.id());
    count_ = particles.count;
    ordered_ = false;
    upload_attribute(x, particles.x);
    upload_attribute(y, particles.y);
    upload_attribute(z, is_3d ? particles.z : std::span<const float>());
    upload_attribute(vx, speed ? particles.vx : std::span<const float>());
    upload_attribute(vy, speed ? particles.vy : std::span<const float>());
    upload_attribute(vz, speed && is_3d ? particles.vz : std::span<const float>());
    upload_attribute(scalar, speed || colour_by == RenderSettings::ColourBy::kind ? std::span<const float>()
                                                                                  : frame.colour_values());
    upload_attribute(density, is_3d && frame.shows_surface() ? particles.density : std::span<const float>());
    // Always present: the default of a disabled attribute is a float, which an integer attribute cannot read.
    upload_attribute(kind, particles.kind.data(), count_);
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
    order_.upload(order);
    glBindVertexArray(0);
    count_ = static_cast<int>(order.size());
    ordered_ = true;
}

// The arrays may be padded: only count_ values are uploaded. An absent attribute is the constant 0.
void ParticleVertexBuffers::upload_attribute(Attribute attribute, std::span<const float> values) {
    if (values.empty()) return disable_attribute(attribute);
    upload_attribute(attribute, values.data(), count_ * static_cast<int>(sizeof(float)));
}

void ParticleVertexBuffers::upload_attribute(Attribute attribute, const void* data, int bytes) {
    const size_t slot = attribute;
    glBindBuffer(GL_ARRAY_BUFFER, buffers_[slot].id());
    // A buffer that grows again gets 50 % more, because the count is likely to keep growing.
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

void ParticleVertexBuffers::disable_attribute(Attribute attribute) {
    if (enabled_[attribute]) glDisableVertexAttribArray(attribute);
    enabled_[attribute] = false;
}

}  // namespace slosh
