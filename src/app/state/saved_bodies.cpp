// The bodies of a saved state.
#include <algorithm>

#include "app/state/saved_state.h"
#include "rigid/make_body.h"
#include "rigid/rigid_solver.h"

namespace slosh {
namespace {

// Calls f(number) for the numbers of a body in their order.
template <class BodyOrDef, class F>
void each_motion(BodyOrDef& body, F&& f) {
    for (glm::vec3* vector : {&body.position, &body.velocity, &body.angular_velocity})
        for (int axis = 0; axis < 3; ++axis) f((*vector)[axis]);
    for (float* part : {&body.rotation.w, &body.rotation.x, &body.rotation.y, &body.rotation.z, &body.phase}) f(*part);
}

}  // namespace

// The motion (14), then what only a body that was added needs: shape, kind, half extents (3), mass, friction,
// restitution, whether the fluid moves it.
void save_body(const Body& body, const Motion& container, std::span<float> out) {
    Body b = body;
    b.position -= container.offset;
    b.velocity -= container.velocity;
    size_t i = 0;
    each_motion(b, [&](float value) { out[i++] = value; });
    for (const float value : {static_cast<float>(b.shape), static_cast<float>(b.kind), b.half.x, b.half.y, b.half.z,
                              b.mass, b.friction, b.restitution, b.is_kinematic() ? 0.0f : 1.0f})
        out[i++] = value;
}

// False if no body can have these numbers.
static bool read_body(std::span<const float> numbers, size_t index, const Domain& domain,
                      std::vector<BodyDef>& bodies) {
    constexpr size_t motion = 14;
    if (index >= bodies.size()) {
        if (index >= RigidSolver::max_bodies) return true;
        const std::span<const float> more = numbers.subspan(motion);
        const auto index_of = [](float value, int count) {
            return static_cast<int>(std::clamp(value, 0.0f, static_cast<float>(count - 1)));
        };
        BodyDef added{.shape = static_cast<BodyShape>(index_of(more[0], 4)),
                      .half = {more[2], more[3], more[4]},
                      .density = 1,
                      .friction = more[6],
                      .restitution = more[7],
                      .kind = static_cast<uint8_t>(index_of(more[1], 256)),
                      .dynamic = more[8] != 0};
        const glm::vec3 half = added.half, walls = domain.walls.half;
        const float depth = domain.dimensions == 3 ? half.z : half.x, largest = 2 * (walls.x + walls.y + walls.z);
        added.density = more[5] / make_body(added, domain.dimensions).mass;  // of density 1
        if (!(std::min({half.x, half.y, depth, added.density}) > 0)) return false;
        if (!(std::max({half.x, half.y, depth}) < largest && added.density < 1e30f)) return false;
        bodies.push_back(added);
    }
    BodyDef& body = bodies[index];
    const glm::vec3 anchor = body.position;
    size_t i = 0;
    each_motion(body, [&](float& value) { value = numbers[i++]; });
    if (body.period > 0) body.position = anchor;  // its phase gives the place
    const Rotation& r = body.rotation;
    const float length2 = r.w * r.w + r.x * r.x + r.y * r.y + r.z * r.z;
    return body.phase >= 0 && body.phase < 1 && length2 > 0.5f && length2 < 2;  // 1, but for rounding
}

bool read_bodies(std::span<const float> numbers, const Domain& domain, std::vector<BodyDef>& bodies) {
    // Solvers on a grid list the bodies that the fluid moves last.
    std::stable_partition(bodies.begin(), bodies.end(), [](const BodyDef& body) { return !body.dynamic; });
    for (size_t i = 0; (i + 1) * numbers_per_body <= numbers.size(); ++i)
        if (!read_body(numbers.subspan(i * numbers_per_body, numbers_per_body), i, domain, bodies)) return false;
    return true;
}

}  // namespace slosh
