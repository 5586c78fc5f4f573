// Interaction with rigid bodies: grabbing, dropping, and the nearest body of each particle.
#include <algorithm>

#include "app/input/body_pick.h"
#include "app/interaction.h"

namespace slosh {

// Only a press of the left button or of a finger grabs a body. A finger has a tolerance of 12 CSS pixels.
Pick Interaction::pick_body_at(const PointerEvent& event, const View& view, const Simulation& simulation) const {
    if (event.type != PointerEvent::down || (event.buttons & PointerEvent::right)) return {};
    const Camera& camera = view.camera();
    const float tolerance = (event.device == PointerEvent::touch ? 12 : 3) * view.dpr() / camera.pixels_per_unit();
    return pick_body(simulation.particles().bodies, camera, event.pixel, tolerance);
}

Outcome Interaction::drop(const View& view, std::span<Simulation> simulations) {
    const Simulation& first = simulations.front();
    if (first.failed()) return {};
    const Scene& scene = first.settings().scene;
    BodyDef def = scene.drop.body();
    def.position = top_of_container(scene, std::max(def.half.x, def.half.y));
    const glm::vec3 at = view.camera().to_plane(pixel_, scene.domain.walls.centre + container_.offset());
    if (pixel_.x >= 0 && inside_walls(scene, at)) def.position = at;
    def.velocity = container_.motion().velocity;
    constexpr int colours = 6;
    def.kind = static_cast<uint8_t>(first.particles().bodies.size() % colours);
    Outcome result;
    for (Simulation& simulation : simulations)
        if (Outcome one = simulation.solver().add_body(def); !one.warning.empty()) result = std::move(one);
    return result;
}

std::span<const float> View::find_nearest_bodies(const ParticleFields& fields, std::span<const Body> bodies) {
    return diagnostics_.bodies(fields, bodies, jobs_);
}

}  // namespace slosh
