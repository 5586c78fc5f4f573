#include "settings/instability.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace slosh {
namespace {

// False for NaN.
bool is_stable(glm::vec3 position, glm::vec3 velocity, float max_speed2) {
    constexpr float max_distance2 = 1e30f;  // m2: finite, but far beyond any scene
    return glm::dot(position, position) < max_distance2 && glm::dot(velocity, velocity) <= max_speed2;
}

Instability instability_of(glm::vec3 position, glm::vec3 velocity, bool of_body, uint32_t number) {
    const float speed = glm::length(velocity);
    const float sum = position.x + position.y + position.z + speed;  // not finite if a term is not
    return {.what = std::isfinite(sum) ? Instability::runaway : Instability::not_finite,
            .of_body = of_body,
            .number = number,
            .speed = speed};
}

// Factor by which a value differs from its default, at least 1; 2 for choices, 0 and a change of sign.
double change_factor(const ParamInfo& current, const ParamInfo& initial) {
    float a = 0, b = 0;
    const bool numbers = current.choices.empty() && parse_number(current.value, a) && parse_number(initial.value, b);
    if (!numbers || a * b <= 0) return 2;
    const double factor = std::abs(static_cast<double>(a) / static_cast<double>(b));
    return std::max(factor, 1 / factor);
}

}  // namespace

Instability detect_instability(const ParticleView& p, glm::vec3 frame, float max_speed) {
    const bool is_3d = p.dimensions == 3;
    const float max_speed2 = max_speed * max_speed;
    Instability first;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
        const glm::vec3 position{p.x[i], p.y[i], is_3d ? p.z[i] : 0.0f};
        const glm::vec3 velocity = glm::vec3(p.vx[i], p.vy[i], is_3d ? p.vz[i] : 0.0f) - frame;
        if (is_stable(position, velocity, max_speed2)) continue;
        if (!first || p.id[i] < first.number) first = instability_of(position, velocity, false, p.id[i]);
    }
    if (first) return first;
    for (size_t i = 0; i < p.bodies.size(); ++i) {
        const Body& b = p.bodies[i];
        if (!is_stable(b.position, b.velocity - frame, max_speed2) ||
            !std::isfinite(b.angular_velocity.x + b.angular_velocity.y + b.angular_velocity.z + b.rotation.w))
            // 0 times NaN or infinity is NaN: a non-finite angular velocity counts as a non-finite position.
            return instability_of(b.position + 0.0f * b.angular_velocity, b.velocity - frame, true,
                                  static_cast<uint32_t>(i));
    }
    return {};
}

std::string describe(const Instability& instability, std::string_view length_unit, const Wording& wording) {
    const std::string name = write_number(instability.number, 9);
    const auto number = [](float v) { return write_number(static_cast<double>(v), 3); };
    const bool of_body = instability.of_body;
    if (instability.what == Instability::not_finite)
        return filled(of_body ? wording.text("the position or velocity of body {} is NaN or infinite")
                              : wording.text("the position or velocity of particle {} is NaN or infinite"),
                      {name});
    if (instability.what == Instability::energy)
        return filled(wording.text("the fluid has gained {} {}2/s2 of energy, and gravity, container, pointers and "
                                   "jets can give {}"),
                      {number(instability.gained), length_unit, number(instability.given)});
    return filled(
        of_body ? wording.text("the speed of body {} is {} {}/s") : wording.text("the speed of particle {} is {} {}/s"),
        {name, number(instability.speed), length_unit});
}

std::string suspect_parameters(const Settings& settings, const Wording& wording) {
    const Scene* original = find_scene(settings.scene.name);
    if (!original) return {};
    Scene current_scene = settings.scene, initial_scene = *original;
    const std::vector<ParamInfo> current = list_params(current_scene), initial = list_params(initial_scene);
    // The parameters of the solver come first, then gravity.
    const size_t solver_params = list_params(current_scene.solver).size();
    std::vector<double> factors(current.size());  // 0: not a suspect
    for (size_t i = 0; i < current.size(); ++i) {
        const std::string_view key = current[i].field.key;
        const bool considered = (i < solver_params && key != "particles") || key.starts_with("gravity");
        if (considered && current[i].value != initial[i].value) factors[i] = change_factor(current[i], initial[i]);
    }
    std::string text;
    constexpr int max_named = 3;
    for (int k = 0; k < max_named; ++k) {
        const auto i = static_cast<size_t>(std::max_element(factors.begin(), factors.end()) - factors.begin());
        if (factors[i] == 0) break;
        factors[i] = 0;
        const bool last = k + 1 == max_named || *std::max_element(factors.begin(), factors.end()) == 0;
        if (k > 0) text += last ? filled(" {} ", {wording.text("and")}) : ", ";
        text += filled(wording.text("{} ({}, by default {})"),
                       {wording.parameter(current[i].field.key), wording.text(current[i].value.c_str()),
                        wording.text(initial[i].value.c_str())});
    }
    return text;
}

std::string suggest_remedy(const Settings& settings, const Wording& wording) {
    const std::string named = suspect_parameters(settings, wording);
    return named.empty() ? wording.text("take more substeps") : filled(wording.text("change {}"), {named});
}

std::string describe_failure(const Instability& instability, int64_t steps, const Settings& settings,
                             const Wording& wording) {
    return filled(wording.text("The simulation became unstable at step {}: {}. To go on, {}, then reset."),
                  {write_number(static_cast<double>(steps), 9), describe(instability, settings.scene.unit, wording),
                   suggest_remedy(settings, wording)});
}

}  // namespace slosh
