#include "render/styles/tank_2d.h"

#include <algorithm>

#include "shaders.h"

namespace slosh {

Tank2d::Tank2d(std::string& error)
    : container_("container", shaders::common::fullscreen_rect_vert, shaders::tank::tank_2d_frag, error),
      fade_("edge fade", shaders::common::fullscreen_rect_vert, shaders::tank::edge_fade_frag, error) {}

void Tank2d::draw_container(const Frame& frame) {
    if (frame.domain.walls.open) return;
    const gl::Pass pass(frame.timers, "container");
    container_.use();
    set_wall_uniforms(container_, frame);
    set_canvas_to_world(container_, frame);
    container_.set("dpr", frame.dpr);
    const GlassColours glass = glass_colours(frame);
    const bool own = !frame.container_colour.empty();
    container_.set("glass_dark", glass.dark);
    container_.set("glass_light", glass.light);
    container_.set("haze", own ? glass.dark : glm::vec3(0.45f, 0.52f, 0.72f));
    container_.set("opacity", own ? 1.0f : 0.8f);
    gl::blend_over();
    constexpr float shadow = 44;  // extent of the shadow around the container, CSS pixels
    draw_rect(container_, container_rect(frame, shadow * frame.dpr), empty_);
}

void Tank2d::fade_edges(const Frame& frame) {
    const gl::Pass pass(frame.timers, "edge fade");
    const glm::vec2 size(frame.camera.pixels);
    constexpr float css_width = 14, max_fraction = 0.05f;  // CSS pixels; of the canvas
    const float width = std::min(css_width * frame.dpr, max_fraction * std::min(size.x, size.y));
    fade_.use();
    fade_.set("size", size);
    fade_.set("width", width);
    gl::blend_multiply();
    const glm::vec2 w = 2 * width / size;
    for (const glm::vec4& strip :
         {glm::vec4(-1, -1, 1, -1 + w.y), glm::vec4(-1, 1 - w.y, 1, 1), glm::vec4(-1, -1 + w.y, -1 + w.x, 1 - w.y),
          glm::vec4(1 - w.x, -1 + w.y, 1, 1 - w.y)})
        draw_rect(fade_, strip, empty_);
}

}  // namespace slosh
