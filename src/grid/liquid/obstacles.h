// What is solid in a tank beside its straight walls: a round wall, obstacles, and what is afloat.
//
// Obstacles are bodies (domain/rigid_body.h) that the fluid does not move. One with a period goes to and fro, or stands
// fast; any other goes where it is told to, by a hand or from the outside, and then stands there. None turns. They go
// along with the container: places are those in the container at rest, in m. What is afloat yields to the fluid, falls,
// turns, and meets the walls, the obstacles and each other (rigid/rigid_solver.h).
#pragma once
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "domain/domain.h"
#include "grid/pressure/pressure_solver.h"
#include "rigid/rigid_solver.h"

namespace slosh {

class Obstacles {
public:
    static constexpr int max_obstacles = 32, max_afloat = 32, max_bodies = max_obstacles + max_afloat;

    // Of `bodies` the first that are allowed. A driven box from wall to wall goes on behind both: nothing slips past
    // it.
    void start(const Walls&, std::span<const BodyDef> bodies);
    // One more, or other values for the one that was set before; null takes it away. It goes to a new place by itself.
    void set_own(const BodyDef*);
    // One more that is afloat, in world space with the container where it is.
    Outcome add_body(BodyDef, glm::vec3 offset);
    // In world space, with the container where it is.
    void set_grabs(std::span<const Grab>, glm::vec3 offset);
    // What is afloat gains speed by gravity and by the hands on it; the container moves with `velocity`.
    void kick(float dt, glm::vec3 gravity, glm::vec3 offset, glm::vec3 velocity);
    // And yields to the pressure over dt. What the pressure is between the cells' middles and its surface comes with
    // the next kick.
    void yield(const PressureSystem&, const float* pressure, float dt, glm::vec3 offset, glm::vec3 velocity);
    // Over dt, from which the velocities of obstacles follow; the container is at `offset` and moves with `velocity`.
    void advance(float dt, glm::vec3 offset, glm::vec3 velocity);

    bool round_walls() const { return walls_.shape == Shape::circle; }
    const Walls& walls() const { return walls_; }
    bool any() const { return round_walls() || !obstacles_.empty() || !afloat_.empty(); }
    float max_speed() const { return afloat_.max_speed(); }  // of what is afloat
    // Since this was asked last.
    bool changed();
    bool moving() const;
    float wall_distance(glm::vec3 x) const;  // from a round wall, below 0 in it
    // From a container at `offset` that moves with `velocity`; to be asked for after each change.
    void see(glm::vec3 offset, glm::vec3 velocity);
    // As they were seen last. Those that are afloat come last, from this one on.
    std::span<const Body> bodies() const { return all_; }
    int first_afloat() const { return static_cast<int>(obstacles_.size()); }
    // The same in world space, as they were when they were put there.
    std::span<const Body> shown() const { return shown_; }
    void show(glm::vec3 offset, glm::vec3 velocity);

private:
    void follow(size_t obstacle, float dt);
    glm::vec3 within(glm::vec3 from_centre, const Body&) const;
    glm::vec3 room() const { return round_walls() ? glm::vec3(walls_.half.x) : walls_.half; }

    Walls walls_;
    std::vector<Body> obstacles_, all_, shown_;
    RigidSolver afloat_;                       // in world space
    std::vector<Body> in_way_;                 // the obstacles, there
    std::vector<RigidCoupling::Change> lift_;  // of what is afloat, a second
    std::vector<Grab> grabs_;                  // of what is afloat
    std::vector<glm::vec3> goals_, drawn_;     // where each goes; its half extents as they were given
    std::vector<bool> held_;
    int own_ = -1;  // which one was set
    bool changed_ = true;
};

}  // namespace slosh
