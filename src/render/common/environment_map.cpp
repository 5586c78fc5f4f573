#include "render/common/environment_map.h"

#include "render/gl/depth_target.h"

namespace slosh {

// One texel: a sampler needs a complete texture, even if the shader does not use it.
EnvironmentMap::EnvironmentMap() {
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, texture_.id());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

void EnvironmentMap::update(const EnvironmentSource& source) {
    if (source.version == version_) return;
    version_ = source.version;
    if (!source.fill) return;
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, texture_.id());
    source.fill();
}

void set_environment_uniforms(const gl::Program& program, const Frame& frame) {
    bind_texture(program, "environment", 5, frame.environment_texture);
    program.set("has_environment", frame.environment.fill != nullptr);
    set_sky_uniforms(program, frame);
}

void set_sky_uniforms(const gl::Program& program, const Frame& frame) {
    program.set("dark", frame.is_page_dark ? 1.0f : 0.0f);
}

}  // namespace slosh
