#include "render/scene2d/tank_2d.h"

#include "shaders.h"

namespace slosh {

Tank2d::Tank2d(std::string& error)
    : program_("container", shaders::common::fullscreen_rect_vert, shaders::tank::tank_2d_frag, error) {}

void Tank2d::draw(const Frame& frame) {
    if (frame.domain.walls.open) return;
    const gl::Pass pass(frame.timers, "container");
    program_.use();
    set_wall_uniforms(program_, frame);
    set_canvas_to_world(program_, frame);
    program_.set("dpr", frame.dpr);
    const GlassColours glass = glass_colours(frame);
    const bool own = !frame.container_colour.empty();
    program_.set("glass_dark", glass.dark);
    program_.set("glass_light", glass.light);
    program_.set("haze", own ? glass.dark : glm::vec3(0.45f, 0.52f, 0.72f));
    program_.set("opacity", own ? 1.0f : 0.8f);
    gl::blend_over();
    constexpr float shadow = 44;  // extent of the shadow around the container, CSS pixels
    draw_rect(program_, container_rect(frame, shadow * frame.dpr), empty_);
}

}  // namespace slosh
