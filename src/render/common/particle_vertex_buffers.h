// The solver's arrays as vertex buffers: one float per attribute, copied without repacking.
#pragma once
#include <array>

#include "render/common/frame.h"
#include "render/gl/dynamic_vertex_buffers.h"
#include "render/gl/gl.h"

namespace slosh {

class ParticleVertexBuffers {
public:
    // Uploads the attributes of common/particle.glsl that the frame needs.
    void upload(const Frame&);
    // Until the next upload only these slots are drawn, in this order (index buffer).
    void set_draw_order(std::span<const uint32_t> order);
    // One GL_POINTS vertex per particle, with the program in use.
    void draw() const;

private:
    // As in common/particle.glsl and surface/spray_radius.glsl.
    enum Attribute { x, y, z, vx, vy, vz, scalar, kind, density, attributes };
    void upload_attribute(Attribute, const void* data, int bytes);
    void upload_attribute(Attribute, std::span<const float>);
    void disable_attribute(Attribute);

    gl::VertexArray array_;
    std::array<gl::Buffer, attributes> buffers_;
    std::array<int, attributes> capacity_{};  // bytes
    std::array<bool, attributes> enabled_{};
    IndexBuffer order_;
    int count_ = 0;         // of the particles to draw
    bool ordered_ = false;  // drawn by the index buffer
};

}  // namespace slosh
