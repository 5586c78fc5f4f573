#include "rigid/make_body.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <string>
#include <string_view>

#include "base/decimal.h"
#include "base/math.h"
#include "rigid/contacts.h"

namespace slosh {
namespace {

// Moves a body so that no wall cuts it; false if that is impossible.
bool bring_inside(Body& b, const Walls& walls, int dimensions) {
    for (int iteration = 0; iteration < 64; ++iteration) {
        glm::vec3 at[8];
        const int count = support_points(b, dimensions, at);
        float worst = 0;
        glm::vec3 direction(0);
        for (int k = 0; k < count; ++k)
            each_wall(walls, glm::vec3(0), dimensions, at[k], b.round(), [&](float gap, glm::vec3 inwards) {
                if (gap < worst) {
                    worst = gap;
                    direction = inwards;
                }
            });
        if (worst >= -1e-5f * b.bounding_radius(dimensions)) return true;
        b.position -= direction * (worst * 1.0001f);  // slightly more, so that rounding does not leave it outside
    }
    return false;
}

}  // namespace

Body make_body(const BodyDef& def, int dimensions) {
    Body b;
    b.shape = def.shape;
    b.kind = def.kind;
    b.half = def.half;
    if (def.shape == BodyShape::ball) b.half = glm::vec3(def.half.x);
    if (def.shape == BodyShape::capsule) {
        b.half.x = std::max(def.half.x, def.half.y);
        b.half.z = def.half.y;
    }
    b.position = def.position;
    b.velocity = def.velocity;
    b.rotation = def.rotation;
    b.angular_velocity = def.angular_velocity;
    b.friction = def.friction;
    b.restitution = def.restitution;
    const glm::vec3 h = b.half, h2 = h * h;
    const float r = b.round(), r2 = r * r, a = b.core();
    glm::vec3 inertia(0);
    if (dimensions == 2) {
        b.position.z = b.velocity.z = 0;
        b.angular_velocity.x = b.angular_velocity.y = 0;
        b.rotation.x = b.rotation.y = 0;
        const float disc = def.density * pi * r2, middle = def.density * 4 * a * r;
        if (def.shape == BodyShape::box) {
            b.mass = def.density * 4 * h.x * h.y;
            inertia.z = b.mass * (h2.x + h2.y) / 3;
        } else {  // two half discs, whose centroids lie 4 r / (3 pi) from the cut, and a bar between them
            b.mass = disc + middle;
            inertia.z = disc * (r2 / 2 + a * a + 8 * a * r / (3 * pi)) + middle * (a * a + r2) / 3;
        }
        b.inv_inertia = {0, 0, 1 / inertia.z};
    } else {
        if (def.shape == BodyShape::box) {
            b.mass = def.density * 8 * h.x * h.y * h.z;
            inertia = glm::vec3(h2.y + h2.z, h2.x + h2.z, h2.x + h2.y) * (b.mass / 3);
        } else {  // two half balls, whose centroids lie 3 r / 8 from the cut, and a cylinder between them
            const float ball = def.density * pi * r2 * r * 4 / 3, middle = def.density * pi * r2 * 2 * a;
            b.mass = ball + middle;
            inertia.x = ball * r2 * 2 / 5 + middle * r2 / 2;
            inertia.y = inertia.z = ball * (r2 * 2 / 5 + a * a + a * r * 3 / 4) + middle * (r2 / 4 + a * a / 3);
        }
        b.inv_inertia = 1.0f / inertia;
    }
    b.inertia = inertia;
    b.inv_mass = 1 / b.mass;
    if (def.period > 0) {
        b.anchor = b.position;
        b.oscillation = def.oscillation;
        b.period = def.period;
        b.phase = def.phase;
        b.position += b.oscillation * oscillation_at(b.phase);
        b.inv_mass = 0;
        b.inv_inertia = b.angular_velocity = glm::vec3(0);
    }
    b.rotation = normalised(b.rotation);
    b.axes = axes_of(b.rotation);
    return b;
}

Outcome fit_body(BodyDef& def, const Walls& walls, int dimensions) {
    constexpr std::string_view names[] = {"ball", "box", "capsule", "cylinder"};
    const std::string what = "body (" + std::string(names[static_cast<size_t>(def.shape)]) + "): ";
    const auto refuse = [&](const char* why) { return Outcome::refused(what + why); };
    const bool is_2d = dimensions == 2;
    const bool is_box = def.shape == BodyShape::box, is_ball = def.shape == BodyShape::ball;
    const auto finite = [](glm::vec3 v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); };
    if (!finite(def.position) || !finite(def.velocity) || !finite(def.angular_velocity) || !finite(def.half) ||
        !finite(def.oscillation) || !std::isfinite(def.period))
        return refuse("its position, velocity and size must be finite");
    if (def.shape == BodyShape::cylinder) return refuse("cylinders are supported by grid solvers only; use a capsule");
    if (!(def.density > 0) || !std::isfinite(def.density)) return refuse("its density must be above 0");
    if (!(def.half.x > 0) || (!is_ball && !(def.half.y > 0)) || (is_box && !is_2d && !(def.half.z > 0)))
        return refuse("its size must be above 0");
    if (!(def.friction >= 0) || !(def.restitution >= 0 && def.restitution <= 1))
        return refuse("friction must not be negative, restitution between 0 and 1");

    const bool is_round = walls.shape == Shape::circle;
    float available = is_round ? walls.half.x : std::min(walls.half.x, walls.half.y);
    if (!is_round && !is_2d) available = std::min(available, walls.half.z);
    // A body that is not kinematic must be able to turn, so its bounding sphere has to fit.
    const float radius = make_body(def, dimensions).bounding_radius(dimensions);
    Outcome result;
    if (radius > available && !(def.period > 0)) {
        const float scale = 0.8f * available / radius;  // leaves a fifth free to move
        def.half *= scale;
        result = Outcome::changed(what + write_number(2 * radius, 6) + " across is larger than the tank (" +
                                  write_number(2 * available, 6) + "): made " + write_number(1 / scale, 6) +
                                  " times smaller");
    }
    Body body = make_body(def, dimensions);
    if (body.is_kinematic()) return result;  // it may extend into the walls, so that nothing passes beside it
    const glm::vec3 target = body.position;
    if (!bring_inside(body, walls, dimensions)) return refuse("there is no space for it in the tank");
    def.position = body.position;
    const glm::vec3 moved = body.position - target;
    if (result.warning.empty() && glm::dot(moved, moved) > 1e-6f * radius * radius)
        result = Outcome::changed(what + "was outside the tank: moved inside");
    return result;
}

}  // namespace slosh
