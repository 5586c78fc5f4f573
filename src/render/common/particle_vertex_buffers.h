// The solver's arrays in vertex buffers: copied as they are, one float an attribute, no repacking.
#pragma once
#include <array>

#include "render/common/style.h"
#include "render/gl/gl.h"

namespace slosh {

class ParticleVertexBuffers {
public:
    // Copies what a shader with common/particle.glsl reads for the colours of the frame.
    void upload(const Frame&);
    // From here to the next upload only these slots are drawn, in this order.
    void set_draw_order(std::span<const uint32_t> order);
    // One GL_POINTS vertex a particle, with the program in use.
    void draw() const;

private:
    enum Attribute { x, y, z, vx, vy, vz, scalar, kind, density, attributes };  // as in common/particle.glsl
    void send(Attribute, const void* data, int bytes);
    void send(Attribute, std::span<const float>);
    void leave_out(Attribute);

    gl::VertexArray array_;
    std::array<gl::Buffer, attributes> buffers_;
    std::array<int, attributes> capacity_{};  // bytes
    std::array<bool, attributes> enabled_{};
    gl::Buffer order_;
    int order_capacity_ = 0;  // bytes
    int count_ = 0;
    bool ordered_ = false;
};

}  // namespace slosh
