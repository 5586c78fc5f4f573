// Pouring by pointer or key.
#include <algorithm>

#include "app/interaction.h"
#include "domain/emitters.h"

namespace slosh {

// With the key but without a hovering pointer: at the top centre of the tank.
Outcome Interaction::pour(std::span<Simulation> simulations) {
    const Scene& scene = simulations.front().settings().scene;
    const Pour& pour = scene.pour;
    const Domain& domain = scene.domain;
    const glm::vec3 down = tilt_.apply(domain.gravity);
    const int kinds = scene.solver.kinds();
    emitters_.clear();
    for (const glm::vec3 at : input_.pour_positions()) emitters_.push_back(pour.at(at, down, kinds));
    if (emitters_.empty() && input_.key_pours())
        emitters_.push_back(pour.at(top_of_container(scene, pour.width), down, kinds));
    Outcome result;
    for (Simulation& simulation : simulations)
        if (Outcome one = simulation.solver().set_user_emitters(emitters_); !one.accepted) result = std::move(one);
    const auto is_buried_here = [&](const Emitter& e) {
        const std::span<const Body> bodies = simulations.front().particles().bodies;
        return is_buried(e.centre, domain.walls, domain.dimensions, container_.offset(), bodies);
    };
    if (result.accepted && std::any_of(emitters_.begin(), emitters_.end(), is_buried_here))
        result = Outcome::refused("pour: the nozzle is inside a wall or a body");
    const bool refused = !emitters_.empty() && !result.accepted;
    const bool reported = std::exchange(pour_refused_, refused);
    return refused && !reported ? result : Outcome();
}

}  // namespace slosh
