// Ellipsoids in vertex buffers, for surface_ellipsoid.vert.
#pragma once
#include "render/gl.h"
#include "render/style.h"

namespace slosh {

class EllipsoidStream {
public:
    void upload(const Ellipsoids&);
    // One GL_POINTS vertex each, with the program in use.
    void draw() const;

private:
    enum Attribute { place, long_axis, middle_axis, short_axis, attributes };  // locations in the shader
    gl::VertexArray array_;
    gl::Buffer buffers_[attributes];
    GLsizeiptr capacity_ = 0;  // bytes of each
    GLsizei count_ = 0;
};

}  // namespace slosh
