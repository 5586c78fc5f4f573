#include "app/state/saved_state.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace slosh {
namespace {

constexpr float version = 1;
constexpr size_t header = 6;

// Solvers move a particle that is slightly outside back in; this is far outside, in half widths of the container.
constexpr float far_outside = 1.1f;

bool is_outside(const Walls& walls, glm::vec3 position) {
    if (walls.open) return false;
    const glm::vec3 from = position - walls.centre;
    if (walls.shape == Shape::circle)
        return glm::dot(from, from) > far_outside * far_outside * walls.half.x * walls.half.x;
    for (int axis = 0; axis < 3; ++axis)
        if (std::abs(from[axis]) > far_outside * walls.half[axis]) return true;
    return false;
}

}  // namespace

std::vector<float> save_state(const ParticleView& p, const Motion& container, glm::vec2 tilt) {
    const auto dimensions = static_cast<size_t>(p.dimensions), count = static_cast<size_t>(p.count);
    // What is drawn is a setting.
    const auto bodies = static_cast<size_t>(
        std::count_if(p.bodies.begin(), p.bodies.end(), [](const Body& body) { return !body.drawn; }));
    std::vector<float> out(header + bodies * numbers_per_body + count * (2 * dimensions + 1));
    float* to = out.data();
    for (const float value : {version, static_cast<float>(dimensions), static_cast<float>(bodies),
                              static_cast<float>(count), tilt.x, tilt.y})
        *to++ = value;
    for (const Body& body : p.bodies) {
        if (body.drawn) continue;
        save_body(body, container, {to, numbers_per_body});
        to += numbers_per_body;
    }
    const std::span<const float> position[] = {p.x, p.y, p.z}, velocity[] = {p.vx, p.vy, p.vz};
    for (size_t i = 0; i < count; ++i) {
        for (size_t axis = 0; axis < dimensions; ++axis)
            *to++ = position[axis][i] - container.offset[static_cast<int>(axis)];
        for (size_t axis = 0; axis < dimensions; ++axis)
            *to++ = velocity[axis][i] - container.velocity[static_cast<int>(axis)];
        *to++ = static_cast<float>(p.kind[i]);
    }
    return out;
}

// The reason why the numbers are refused, or null.
static const char* read(std::span<const float> numbers, const Settings& settings, SavedState& out) {
    const Scene& scene = settings.scene;
    const Domain& domain = scene.domain;
    const auto dimensions = static_cast<size_t>(domain.dimensions), per_particle = 2 * dimensions + 1;
    for (const float value : numbers)
        if (!std::isfinite(value)) return "a number is NaN or infinite";
    constexpr float max_count = 1 << 24;
    const auto is_count = [](float value) { return value >= 0 && value < max_count; };
    if (numbers.size() < header || numbers[0] != version || !is_count(numbers[2]) || !is_count(numbers[3]))
        return "its particles are not in a known format";
    if (numbers[1] != static_cast<float>(dimensions)) return "its particles are of another scene";
    const auto bodies = static_cast<size_t>(numbers[2]), count = static_cast<size_t>(numbers[3]);
    if (numbers.size() != header + bodies * numbers_per_body + count * per_particle)
        return "its particles are incomplete";
    const int max_particles = settings.max_particles();
    if (max_particles > 0 && static_cast<int>(count) > max_particles + pour_allowance(max_particles))
        return "it has more particles than the page can run";

    out.tilt = {numbers[4], numbers[5]};
    const float* from = numbers.data() + header;
    out.bodies = domain.bodies;
    if (!read_bodies({from, bodies * numbers_per_body}, domain, out.bodies)) return "a body is impossible";
    from += bodies * numbers_per_body;
    InitialParticles& particles = out.particles;
    particles.position.assign(count, glm::vec3(0));
    particles.velocity.assign(count, glm::vec3(0));
    particles.kind.resize(count);
    particles.filling = scene.solver.particles_in(domain);
    const auto kinds = static_cast<float>(scene.solver.kinds());
    for (size_t i = 0; i < count; ++i) {
        for (std::vector<glm::vec3>* list : {&particles.position, &particles.velocity})
            for (size_t axis = 0; axis < dimensions; ++axis) (*list)[i][static_cast<int>(axis)] = *from++;
        const float kind = *from++;
        if (is_outside(domain.walls, particles.position[i])) return "a particle is outside the container";
        if (!(kind >= 0 && kind < kinds)) return "a particle is of a kind that the scene does not have";
        particles.kind[i] = static_cast<uint8_t>(kind);
    }
    return nullptr;
}

Outcome read_state(std::span<const float> numbers, const Settings& settings, SavedState& out) {
    const char* reason = read(numbers, settings, out);
    return reason ? Outcome::refused(std::string("state: ") + reason) : Outcome{};
}

}  // namespace slosh
