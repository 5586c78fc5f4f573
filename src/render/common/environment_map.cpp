#include "render/common/environment_map.h"

#include "render/gl/depth_target.h"

namespace slosh {

// Of one texel: what is looked up must be whole, even where it is not shown.
EnvironmentMap::EnvironmentMap() {
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, texture_.id());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

void EnvironmentMap::follow(const EnvironmentSource& surroundings) {
    if (surroundings.version == version_) return;
    version_ = surroundings.version;
    if (!surroundings.fill) return;
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, texture_.id());
    surroundings.fill();
}

void set_environment(const gl::Program& program, const Frame& frame) {
    bind_texture(program, "surroundings", 5, frame.environment_texture);
    program.set("surrounded", frame.environment.fill != nullptr);
}

}  // namespace slosh
