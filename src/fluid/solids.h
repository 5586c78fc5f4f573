// What is solid in a tank beside its straight walls: a round wall, and obstacles.
//
// Obstacles are bodies (fluid/body.h) that the fluid does not move. One with a period goes to and fro, or stands fast;
// any other goes where it is told to, by a hand or from the outside, and then stands there. None turns. They go along
// with the container: places are those in the container at rest, in m.
#pragma once
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "fluid/domain.h"

namespace slosh {

class Solids {
public:
    static constexpr int most_obstacles = 32;

    // Of `bodies` the first that are allowed. A driven box from wall to wall goes on behind both: nothing slips past
    // it.
    void start(const Walls&, std::span<const BodyDef> bodies);
    // One more, or other values for the one that was set before; null takes it away. It goes to a new place by itself.
    void set_own(const BodyDef*);
    // In world space, with the container where it is.
    void hold(std::span<const Grab>, glm::vec3 offset);
    // Over dt, from which the velocities follow.
    void advance(float dt);

    bool round_walls() const { return walls_.shape == Shape::circle; }
    const Walls& walls() const { return walls_; }
    bool any() const { return round_walls() || !obstacles_.empty(); }
    // Since this was asked last.
    bool changed();
    bool moving() const;
    float wall_distance(glm::vec3 x) const;  // from a round wall, below 0 in it
    std::span<const Body> obstacles() const { return obstacles_; }
    // The same in world space, as they were when they were put there.
    std::span<const Body> shown() const { return shown_; }
    void show(glm::vec3 offset, glm::vec3 velocity);

private:
    void follow(size_t obstacle, float dt);
    glm::vec3 within(glm::vec3 from_centre, const Body&) const;
    glm::vec3 room() const { return round_walls() ? glm::vec3(walls_.half.x) : walls_.half; }

    Walls walls_;
    std::vector<Body> obstacles_, shown_;
    std::vector<glm::vec3> goals_, drawn_;  // where each goes; its half extents as they were given
    std::vector<bool> held_;
    int own_ = -1;  // which one was set
    bool changed_ = true;
};

}  // namespace slosh
