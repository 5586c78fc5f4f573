// Rigid bodies in a container: an impulse solver for up to 64 of them, the same code in 2D and 3D.
//
// Sequential impulses with warm starting and a friction cone (Catto 2005, 2006), speculative contacts, restitution
// after the solve, and a separate position correction that adds no velocity. Contacts come in the order of the bodies,
// so that the same state gives the same bits everywhere.
#pragma once
#include <span>
#include <vector>

#include "base/outcome.h"
#include "domain/domain.h"
#include "domain/rigid_body.h"
#include "rigid/contacts.h"

namespace slosh {

class RigidSolver {
public:
    static constexpr int max_bodies = 64;

    RigidSolver() = default;
    explicit RigidSolver(const Domain&);  // with the bodies of the domain; those that add() refuses are ignored

    // Adds a body, adjusted by fit_body() (rigid/make_body.h). Refused if fit_body() refuses it or if there are
    // max_bodies already. The container is at `offset`.
    Outcome add(BodyDef, glm::vec3 offset = {0, 0, 0});
    // Replaces the bodies that the user has drawn, at most max_bodies, which count apart from the others. They must be
    // kinematic; positions are relative to the container, which is at `offset`. They come after the others, whose
    // indices stay.
    void set_drawn(std::span<const BodyDef>, glm::vec3 offset);
    bool empty() const { return bodies_.empty(); }
    std::span<const Body> view() const { return bodies_; }
    // Replaces all grabs (mouse joints); those of bodies that do not exist are ignored.
    void set_grabs(std::span<const Grab>);
    float max_speed() const;  // m/s: upper bound for all points of all bodies

    // Forces (N) and torques about the centres of mass (N m), summed until clear_forces().
    void add_force(int body, glm::vec3 force, glm::vec3 torque);
    void clear_forces();

    // Changes the velocities of a body, m/s and rad/s.
    void add_velocity(int body, glm::vec3 velocity, glm::vec3 angular_velocity);

    // Exchanges an impulse at `at` between a body and a particle of this mass that would gain the velocity `gained`
    // from a body of infinite mass. Returns the velocity that the particle gains from this one.
    glm::vec3 exchange_impulse(int body, glm::vec3 at, glm::vec3 gained, float mass);

    // v += (F / m + g) dt.
    void apply_forces(float dt, glm::vec3 gravity);
    // The same, and the impulses of the grabs.
    void integrate_velocities(float dt, glm::vec3 gravity);
    // Collides, and moves by dt. The container is at `offset` and moves with `velocity`. `obstacles` are additional
    // kinematic bodies; a cylinder counts as its bounding box.
    void move(float dt, glm::vec3 offset, glm::vec3 velocity, std::span<const Body> obstacles = {});
    // integrate_velocities() and move(), for bodies without fluid.
    void step(float dt, glm::vec3 gravity, const Motion& container) {
        integrate_velocities(dt, gravity);
        move(dt, container.offset, container.velocity);
    }

private:
    void apply_grab(const Grab&, float dt);
    void prepare(float dt, glm::vec3 wall_velocity);
    void solve(glm::vec3 wall_velocity);
    void solve_friction(Contact&, glm::vec3 wall_velocity);
    void apply_restitution(glm::vec3 wall_velocity);
    void integrate(float dt);
    static void move_kinematic(Body&, float dt, glm::vec3 offset);
    void correct_positions(glm::vec3 wall_displacement);
    void keep_inside(glm::vec3 offset, glm::vec3 wall_velocity);
    void apply(const Contact&, glm::vec3 impulse);
    glm::vec3 relative_velocity(const Contact&, glm::vec3 wall_velocity) const;

    int dimensions_ = 2;
    Walls walls_;
    std::vector<Body> bodies_;
    std::vector<glm::vec3> force_, torque_;
    std::vector<Contact> contacts_, previous_contacts_;
    std::vector<Grab> grabs_;
    float restitution_threshold_ = 0;  // closing speed, m/s; slower contacts do not bounce
};

}  // namespace slosh
