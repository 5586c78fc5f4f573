// The solver's arrays in vertex buffers: copied as they are, one float an attribute, no repacking.
#pragma once
#include <array>

#include "render/gl.h"
#include "render/look.h"
#include "solvers/solver.h"

namespace slosh {

class Stream {
public:
    // Copies what a shader with particle.glsl reads for these colours.
    void upload(const Particles&, int colour_by);
    // One GL_POINTS vertex a particle, with the program in use.
    void draw() const;

private:
    enum Attribute { x, y, z, vx, vy, vz, scalar, kind, attributes };  // locations in particle.glsl
    void send(Attribute, const void* data, int bytes);
    void send(Attribute, std::span<const float>);
    void leave_out(Attribute);

    gl::VertexArray array_;
    std::array<gl::Buffer, attributes> buffers_;
    std::array<int, attributes> capacity_{};  // bytes
    std::array<bool, attributes> enabled_{};
    int count_ = 0;
};

}  // namespace slosh
