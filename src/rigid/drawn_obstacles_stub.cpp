// Linked in place of drawn_obstacles.cpp into modules without the panel, where there is no drawing.
#include "rigid/drawn_obstacles.h"

namespace slosh {

void DrawnObstacles::set(std::span<const BodyDef>, int, float) {}
void DrawnObstacles::set_reach(float) {}
void DrawnObstacles::move(const Motion&) {}
bool DrawnObstacles::resolve(glm::vec3&, glm::vec3&, float, const Response&) const { return false; }

}  // namespace slosh
