// What is around, for what mirrors it: an image that the page gives, or a sky that the shader makes up.
#pragma once
#include "render/common/style.h"
#include "render/gl/gl.h"

namespace slosh {

class EnvironmentMap {
public:
    EnvironmentMap();
    // Takes over another image.
    void follow(const EnvironmentSource&);
    GLuint texture() const { return texture_.id(); }

private:
    gl::Texture texture_;
    int version_ = 0;
};

// For a program in use with common/environment_map.glsl: to texture unit 5.
void set_environment(const gl::Program&, const Frame&);

}  // namespace slosh
