// Solids in a tank besides its straight walls: a round wall, obstacles, and dynamic bodies.
//
// Obstacles are kinematic bodies (domain/rigid_body.h) that the fluid does not move and that do not rotate. One with a
// period oscillates or stands still; any other moves to its target position, which the pointer or a parameter sets.
// They move with the container: positions are those in the container at rest, m. Dynamic bodies take impulses from the
// fluid, fall, rotate, and collide with walls, obstacles and each other (rigid/rigid_solver.h).
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
    static constexpr int max_obstacles = 32, max_dynamic = 32, max_bodies = max_obstacles + max_dynamic;

    // Adds as many `bodies` as the limits allow. A kinematic box that spans the tank is extended behind its walls, so
    // that nothing passes at its ends.
    void start(const Walls&, std::span<const BodyDef> bodies);
    // Creates, updates or (null) removes the user-controlled obstacle. A new position is approached smoothly over the
    // following steps.
    void set_user_obstacle(const BodyDef*);
    // Replaces the obstacles that the user has drawn, as many as the limit allows.
    void set_drawn(std::span<const BodyDef>);
    // Adds a dynamic body, in world space with the container at `offset`. Refused at capacity and for cylinders.
    Outcome add_body(BodyDef, glm::vec3 offset);
    // Sets the pointer constraints, in world space with the container at `offset`.
    void set_grabs(std::span<const Grab>, glm::vec3 offset);
    // Dynamic bodies: velocity gain over dt by gravity, pointer constraints and the surface part of the pressure force
    // of the last solve.
    void integrate_velocities(float dt, glm::vec3 gravity, const Motion& container);
    // Two-way coupling: dynamic bodies take the impulse J^T p over dt. The pressure difference between the cell centres
    // and the body surface is applied by the next integrate_velocities(). `first`: of the pressures of a step, whose
    // parts add up.
    void apply_pressure_impulses(const PressureSolution&, float dt, bool first, const Motion& container);
    // Changes the velocities of a dynamic body, counted from the first, m/s and rad/s.
    void add_velocity(int dynamic, glm::vec3 velocity, glm::vec3 angular_velocity) {
        dynamic_bodies_.add_velocity(dynamic, velocity, angular_velocity);
    }
    // Moves all solids over dt and sets obstacle velocities. `container` is that at the start.
    void advance(float dt, const Motion& container);

    bool round_walls() const { return walls_.shape == Shape::circle; }
    const Walls& walls() const { return walls_; }
    bool any() const { return round_walls() || !obstacles_.empty() || !dynamic_bodies_.empty(); }
    float max_speed() const { return dynamic_bodies_.max_speed(); }  // m/s, of dynamic bodies
    // Whether the geometry has changed since the last call; resets the flag.
    bool take_changed();
    bool moving() const;
    float wall_distance(glm::vec3 x) const;  // m, from a round wall; negative inside it
    // Updates the bodies in the frame of the container; to be called after each change.
    void update_local_bodies(const Motion& container);
    // Bodies in the frame of the container; dynamic bodies start at first_dynamic().
    std::span<const Body> bodies() const { return local_bodies_; }
    int first_dynamic() const { return static_cast<int>(obstacles_.size()); }
    // Bodies in world space, as of the last update_world_bodies().
    std::span<const Body> world_bodies() const { return world_bodies_; }
    void update_world_bodies(const Motion& container);

private:
    void add_obstacle(const BodyDef&);
    void remove_obstacle(int);
    void approach_target(size_t obstacle, float dt);
    glm::vec3 clamp_to_tank(glm::vec3 from_centre, const Body&) const;
    glm::vec3 half_extents() const { return round_walls() ? glm::vec3(walls_.half.x) : walls_.half; }

    Walls walls_;
    std::vector<Body> obstacles_, local_bodies_, world_bodies_;
    RigidSolver dynamic_bodies_;            // in world space
    std::vector<Body> obstacles_in_world_;  // the obstacles in world space, for collisions with dynamic bodies
    std::vector<RigidCoupling::Twist> surface_twist_rate_;  // of dynamic bodies, by pressure at the surface
    std::vector<Grab> grabs_;                               // of dynamic bodies
    // By obstacle:
    std::vector<glm::vec3> target_positions_;      // where it moves to, m
    std::vector<glm::vec3> display_half_extents_;  // as defined, without the extension behind the walls, m
    std::vector<bool> is_held_;                    // by a pointer
    int user_obstacle_ = -1;                       // index of the user's obstacle; -1: none
    bool changed_ = true;
};

}  // namespace slosh
