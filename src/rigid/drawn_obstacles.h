// Obstacles that the user has drawn, for solvers without rigid bodies: they keep particles outside. Solvers with bodies
// make kinematic bodies of them instead (RigidSolver::set_drawn, grid/boundaries).
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "domain/domain.h"
#include "domain/rigid_body.h"

namespace slosh {

class DrawnObstacles {
public:
    static constexpr size_t max_count = 64;

    // What particles do at the surface.
    struct Response {
        float gap = 0;             // m: from the surface to the centre of a particle in contact
        float restitution = 0;     // of the normal velocity, 0 to 1
        float friction = 0;        // fraction of the tangential velocity that a contact removes, 0 to 1
        float stickiness = 0;      // 1/s2: attraction gap (1 - gap / stick_distance) stickiness
        float stick_distance = 0;  // m
        float range() const { return stickiness > 0 && stick_distance > gap ? stick_distance : gap; }
    };

    // Replaces all; positions are relative to the container, the first max_count count. `range`, m: the largest
    // distance from a surface at which a particle feels it.
    void set(std::span<const BodyDef>, int dimensions, float range);
    // The same obstacles with another range.
    void set_range(float);
    // To where the container is now.
    void move(const Motion& container);
    bool empty() const { return bodies_.empty(); }
    // In world space, as of the last move().
    std::span<const Body> bodies() const { return bodies_; }

    // After a particle has moved for dt seconds: brings it outside if it is inside, or if it has passed through an
    // obstacle thinner than its way. Position and velocity in world space. True if one of them is another now.
    bool keep_outside(glm::vec3& position, glm::vec3& velocity, float dt, const Response& response) const {
        return !bodies_.empty() && resolve(position, velocity, dt, response);
    }

    // The acceleration, m/s2, of a particle near a surface, in world space.
    glm::vec3 attraction(glm::vec3 position, const Response& response) const {
        return bodies_.empty() || response.stickiness == 0 ? glm::vec3(0) : attraction_at(position, response);
    }

private:
    static constexpr int cells = 32;  // along x and y
    struct Contact {
        float gap = 1e30f;         // m: from the surface, negative inside
        glm::vec3 outwards{0.0f};  // unit length
    };
    glm::vec3 attraction_at(glm::vec3 position, const Response&) const;
    bool resolve(glm::vec3& position, glm::vec3& velocity, float dt, const Response&) const;
    // The obstacles within `range` of a position relative to the container, a bit each.
    uint64_t near(glm::vec3 at) const;
    Contact nearest(glm::vec3 at) const;
    glm::vec3 first_contact(glm::vec3 start, glm::vec3 end, float gap) const;

    int dimensions_ = 2;
    Motion container_;
    std::vector<Body> bodies_, relative_;  // in world space; relative to the container
    float range_ = 0;                      // m
    float thinnest_ = 1;                   // m: the smallest half extent
    glm::vec3 low_{0.0f};
    float cells_per_x_ = 1, cells_per_y_ = 1;  // 1/m
    std::array<uint64_t, cells * cells> near_{};
};

}  // namespace slosh
