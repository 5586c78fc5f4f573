// Rigid bodies in a container: an impulse solver for up to 64 of them, the same code in 2D and 3D.
//
// Sequential impulses with warm starting and a friction cone (Catto 2005, 2006), contacts that see ahead by the gap
// left (speculative), restitution after the solve, and a separate correction of the positions that gives no
// velocity. Contacts come in the order of the bodies, so that the same state gives the same bits everywhere.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "base/outcome.h"
#include "domain/domain.h"
#include "domain/rigid_body.h"
#include "rigid/contacts.h"

namespace slosh {

// Makes a body that `walls` can hold: `refused` where it cannot be (no size, no weight, not a number), `clamped` where
// it was too large or outside and has been changed. The message says what and why.
Outcome fit_body(BodyDef&, const Walls&, int dimensions);

// Mass and inertia from shape and density; the rest as defined.
Body make_body(const BodyDef&, int dimensions);

class RigidSolver {
public:
    static constexpr int most = 64;

    RigidSolver() = default;
    explicit RigidSolver(const Domain&);  // with the domain's own bodies, less what is refused

    // One more, after fit_body; refused too when there are `most` already. `walls` may have moved by `offset`.
    Outcome add(BodyDef, glm::vec3 offset = {0, 0, 0});
    bool empty() const { return bodies_.empty(); }
    std::span<const Body> view() const { return bodies_; }
    // What is held from now on; grabs of bodies that do not exist are dropped.
    void set_grabs(std::span<const Grab>);
    float max_speed() const;  // of any point of any body

    // Forces and torques about the centres, added up until clear_forces().
    void push(int body, glm::vec3 force, glm::vec3 torque);
    void clear_forces();

    // All at once, m/s and 1/s.
    void change(int body, glm::vec3 velocity, glm::vec3 angular_velocity);

    // A point of this mass shall gain that much speed from a body at `at`: what it does gain, as the body yields.
    glm::vec3 strike(int body, glm::vec3 at, glm::vec3 gained, float mass);

    // v += (F / m + g) dt, and the pull of the hands.
    void kick(float dt, glm::vec3 gravity);
    // Collides, and moves by dt. The container is at `offset` and moves with `velocity`. `obstacles` are in the way,
    // and move as they do whatever hits them; a cylinder counts as the box around it.
    void move(float dt, glm::vec3 offset, glm::vec3 velocity, std::span<const Body> obstacles = {});
    // Both, for bodies without a fluid.
    void step(float dt, glm::vec3 gravity, const Motion& container) {
        kick(dt, gravity);
        move(dt, container.offset, container.velocity);
    }

private:
    void pull(const Grab&, float dt);
    void prepare(float dt, glm::vec3 wall_velocity);
    void solve(glm::vec3 wall_velocity);
    void solve_friction(Contact&, glm::vec3 wall_velocity);
    void bounce(glm::vec3 wall_velocity);
    void integrate(float dt);
    static void drive(Body&, float dt, glm::vec3 offset);
    void correct_positions(glm::vec3 wall_way);
    void keep_inside(glm::vec3 offset, glm::vec3 wall_velocity);
    void apply(const Contact&, glm::vec3 impulse);
    glm::vec3 closing(const Contact&, glm::vec3 wall_velocity) const;

    int dimensions_ = 2;
    Walls walls_;
    std::vector<Body> bodies_;
    std::vector<glm::vec3> force_, torque_;
    std::vector<Contact> contacts_, before_;
    std::vector<Grab> grabs_;
    float fast_ = 0;  // closing speeds above it bounce
};

}  // namespace slosh
