// The velocities of rigid bodies as unknowns of a linear system (M - dt F) x = dt F(v): the part of the bodies in the
// vectors of conjugate gradients with the mass as preconditioner. x is the change of the velocities, r the residual, p
// the direction. Forces F come from the caller, as impulses dt F(p). Velocities of kinematic bodies do not change.
#pragma once
#include <span>
#include <vector>

#include "domain/rigid_body.h"
#include "rigid/rigid_solver.h"

namespace slosh {

// m/s and rad/s; or an impulse and an angular one, N s and N m s.
struct BodyVelocity {
    glm::vec3 linear{0, 0, 0}, angular{0, 0, 0};
    void add(float factor, const BodyVelocity&);
    double dot(const BodyVelocity&) const;
};

class VelocityUnknowns {
public:
    // The bodies stay until the end of the solve. It begins with the change of the last one.
    void begin(std::span<const Body>);
    void start(glm::vec3 frame);  // p = v + x, relative to the frame
    std::span<const BodyVelocity> direction() const { return direction_; }
    bool moves() const;  // the direction of a body is not 0
    // r = dt F(p) - M x, then p = r / M. Returns r . r / M.
    double find_residual(std::span<const BodyVelocity> impulses);
    // A p = M p - dt F(p). Returns p . A p.
    double find_product(std::span<const BodyVelocity> impulses);
    // x += alpha p, r -= alpha A p. Returns x . M x.
    double update_solution(float alpha);
    void update_direction(float beta);  // p = r / M + beta p
    double change_norm() const;
    double residual_norm() const;
    void add_change(RigidSolver&) const;

private:
    std::span<const Body> bodies_;
    std::vector<BodyVelocity> change_, residual_, direction_, product_;  // x, r, p, A p
};

}  // namespace slosh
