// Linked in place of drawn_obstacles.cpp into modules without the panel, where there is no drawing.
#include "rigid/drawn_obstacles.h"

namespace slosh {

void DrawnObstacles::set(std::span<const BodyDef>, int, float) {}
void DrawnObstacles::set_range(float) {}
void DrawnObstacles::move(const Motion&) {}
glm::vec3 DrawnObstacles::attraction_at(glm::vec3, const Response&) const { return glm::vec3(0); }
bool DrawnObstacles::resolve(glm::vec3&, glm::vec3&, float, const Response&) const { return false; }

}  // namespace slosh
