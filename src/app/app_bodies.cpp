// What a hand does with bodies: takes hold of one, drops one more; and how near they are.
#include <algorithm>

#include "app/app.h"
#include "app/input/body_pick.h"

namespace slosh {

// Only a press of the left button or a finger takes hold; a finger hits what is near.
Pick App::body_at(const PointerEvent& event) const {
    if (event.type != PointerEvent::down || (event.buttons & PointerEvent::right)) return {};
    const float reach = (event.device == PointerEvent::touch ? 12 : 3) * dpr_ / camera_.pixels_per_unit();
    return pick_body(pointed_at().bodies, camera_, event.pixel, reach);
}

std::span<const float> App::observe_bodies(const ParticleFields& view) {
    return observer_.bodies(view, particles().bodies, jobs_);
}

// One more body, at the pointer or else at the top in the middle.
void App::drop() {
    if (broken_) return;
    BodyDef def = settings_.scene.drop.body();
    def.position = top_of_tank(std::max(def.half.x, def.half.y));
    const glm::vec3 at = camera_.to_plane(pointed_, settings_.scene.domain.walls.centre + container_.offset());
    if (pointed_.x >= 0 && inside(at)) def.position = at;
    def.velocity = container_.motion().velocity;
    def.kind = static_cast<uint8_t>(particles().bodies.size() % 6);
    const Outcome result = solver_->add_body(def);
    if (other_ && other_->started()) other_->solver().add_body(def);
    if (!result.warning.empty()) message("warning", result.warning);
}

}  // namespace slosh
