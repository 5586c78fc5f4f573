// Stub, linked instead of app_pour.cpp into modules without pouring.
#include <utility>

#include "app/interaction.h"

namespace slosh {

Outcome Interaction::pour(std::span<Simulation>) {
    const bool refused = !input_.pour_positions().empty() || input_.key_pours();
    const bool reported = std::exchange(pour_refused_, refused);
    return refused && !reported ? Outcome::refused("pouring here needs the attribute controls") : Outcome();
}

}  // namespace slosh
