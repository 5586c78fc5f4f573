// What a hand pours.
#include <algorithm>

#include "app/app.h"
#include "domain/emitters.h"

namespace slosh {

// Where pointers pour; with the key alone, at the top in the middle.
void App::pour() {
    const Pour& how = settings_.scene.pour;
    const glm::vec3 down = tilt_.apply(settings_.scene.domain.gravity);
    const int kinds = settings_.scene.solver.kinds();
    pours_.clear();
    for (const glm::vec3 at : input_.pours()) pours_.push_back(how.at(at, down, kinds));
    if (pours_.empty() && input_.key_pours()) pours_.push_back(how.at(top_of_tank(how.width), down, kinds));
    Outcome result = solver_->set_user_emitters(pours_);
    if (other_) other_->solver().set_user_emitters(pours_);
    const Domain& domain = settings_.scene.domain;
    const auto buried = [&](const Emitter& e) {
        return is_buried(e.centre, domain.walls, domain.dimensions, container_.offset(), particles().bodies);
    };
    if (result.accepted && std::any_of(pours_.begin(), pours_.end(), buried))
        result = Outcome::refused("nothing comes out inside a wall or a body: pour where there is room");
    const bool refused = !pours_.empty() && !result.accepted;
    if (refused && !refused_pour_) message("warning", result.warning);
    refused_pour_ = refused;
}

}  // namespace slosh
