#include "render/common/edge_fade.h"

#include <algorithm>

#include "shaders.h"

namespace slosh {

EdgeFade::EdgeFade(std::string& error)
    : program_("edge fade", shaders::common::fullscreen_rect_vert, shaders::tank::edge_fade_frag, error) {}

void EdgeFade::draw(const Frame& frame) {
    const gl::Pass pass(frame.timers, "edge fade");
    const glm::vec2 size(frame.camera.pixels);
    constexpr float css_width = 14, max_fraction = 0.05f;  // CSS pixels; of the canvas
    const float width = std::min(css_width * frame.dpr, max_fraction * std::min(size.x, size.y));
    program_.use();
    program_.set("size", size);
    program_.set("width", width);
    gl::blend_multiply();
    const glm::vec2 w = 2 * width / size;
    for (const glm::vec4& strip :
         {glm::vec4(-1, -1, 1, -1 + w.y), glm::vec4(-1, 1 - w.y, 1, 1), glm::vec4(-1, -1 + w.y, -1 + w.x, 1 - w.y),
          glm::vec4(1 - w.x, -1 + w.y, 1, 1 - w.y)})
        draw_rect(program_, strip, empty_);
}

}  // namespace slosh
