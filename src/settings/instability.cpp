#include "settings/instability.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace slosh {
namespace {

// False for NaN.
bool is_stable(glm::vec3 at, glm::vec3 velocity, float max_speed2) {
    constexpr float max_distance2 = 1e30f;
    return glm::dot(at, at) < max_distance2 && glm::dot(velocity, velocity) <= max_speed2;
}

Instability instability_of(glm::vec3 at, glm::vec3 velocity, bool of_body, uint32_t number) {
    const float speed = glm::length(velocity), sum = at.x + at.y + at.z + speed;
    return {std::isfinite(sum) ? Instability::runaway : Instability::not_finite, of_body, number, speed};
}

// The ratio of a value to its default, above 1; 2 where there is no ratio.
double distance_of(const ParamInfo& now, const ParamInfo& before) {
    float a = 0, b = 0;
    const bool numbers = now.choices.empty() && parse_number(now.value, a) && parse_number(before.value, b);
    if (!numbers || a * b <= 0) return 2;
    const double factor = std::abs(static_cast<double>(a) / static_cast<double>(b));
    return std::max(factor, 1 / factor);
}

}  // namespace

float runaway_speed(const Walls& walls) {
    constexpr float crossings = 20, steps_per_second = 60;
    const float half = walls.shape == Shape::circle ? walls.half.x : std::max(walls.half.x, walls.half.y);
    return crossings * steps_per_second * 2 * half;
}

Instability detect_instability(const ParticleView& p, float max_speed) {
    const bool is_3d = p.dimensions == 3;
    const float limit = max_speed * max_speed;
    Instability first;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
        const glm::vec3 at{p.x[i], p.y[i], is_3d ? p.z[i] : 0.0f}, velocity{p.vx[i], p.vy[i], is_3d ? p.vz[i] : 0.0f};
        if (is_stable(at, velocity, limit)) continue;
        if (!first || p.id[i] < first.number) first = instability_of(at, velocity, false, p.id[i]);
    }
    if (first) return first;
    for (size_t i = 0; i < p.bodies.size(); ++i) {
        const Body& b = p.bodies[i];
        if (!is_stable(b.position, b.velocity, limit) ||
            !std::isfinite(b.angular_velocity.x + b.angular_velocity.y + b.angular_velocity.z + b.rotation.w))
            return instability_of(b.position + 0.0f * b.angular_velocity, b.velocity, true, static_cast<uint32_t>(i));
    }
    return {};
}

std::string describe(const Instability& b, std::string_view length_unit) {
    const std::string name = (b.of_body ? "body " : "particle ") + write_number(b.number, 9);
    if (b.what == Instability::not_finite) return "the position or velocity of " + name + " is NaN or infinite";
    return "the speed of " + name + " is " + write_number(static_cast<double>(b.speed), 3) + " " +
           std::string(length_unit) + "/s";
}

std::string suspects(const Settings& settings) {
    const Scene* original = find_scene(settings.scene.name);
    if (!original) return {};
    Scene now = settings.scene, before = *original;
    const std::vector<ParamInfo> are = list_params(now), were = list_params(before);
    // The parameters of the solver come first, then gravity.
    const size_t of_solver = list_params(now.solver).size();
    std::vector<double> distance(are.size());
    for (size_t i = 0; i < are.size(); ++i) {
        const std::string_view key = are[i].field.key;
        const bool counts = (i < of_solver && key != "particles") || key.starts_with("gravity");
        if (counts && are[i].value != were[i].value) distance[i] = distance_of(are[i], were[i]);
    }
    std::string text;
    constexpr int max_named = 3;
    for (int k = 0; k < max_named; ++k) {
        const auto i = static_cast<size_t>(std::max_element(distance.begin(), distance.end()) - distance.begin());
        if (distance[i] == 0) break;
        distance[i] = 0;
        const bool last = k + 1 == max_named || *std::max_element(distance.begin(), distance.end()) == 0;
        if (k > 0) text += last ? " and " : ", ";
        text += are[i].field.key;
        text += " (" + are[i].value + ", by default " + were[i].value + ")";
    }
    return text;
}

std::string advice(const Settings& settings) {
    const std::string named = suspects(settings);
    return named.empty() ? "take more substeps" : "change " + named;
}

}  // namespace slosh
