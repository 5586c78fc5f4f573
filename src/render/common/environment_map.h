// The environment map for reflections: an equirectangular image from the page, or the sky of common/sky.glsl.
#pragma once
#include "render/common/frame.h"
#include "render/gl/gl.h"

namespace slosh {

class EnvironmentMap {
public:
    EnvironmentMap();
    // Uploads the image if its version has changed.
    void update(const EnvironmentSource&);
    GLuint texture() const { return texture_.id(); }

private:
    gl::Texture texture_;
    int version_ = 0;
};

// Uniforms of common/environment_map.glsl for the program in use; texture unit 5.
void set_environment_uniforms(const gl::Program&, const Frame&);
// Uniforms of common/sky.glsl alone.
void set_sky_uniforms(const gl::Program&, const Frame&);

}  // namespace slosh
