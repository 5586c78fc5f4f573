#include "app/comparison.h"

#include "settings/instability.h"

namespace slosh {
namespace {

std::string_view trimmed(std::string_view text) {
    const size_t from = text.find_first_not_of(' '), to = text.find_last_not_of(' ');
    return from == text.npos ? std::string_view() : text.substr(from, to - from + 1);
}

SetResult refuse(const std::string& why) { return {SetResult::refused, "compare: " + why, false}; }

}  // namespace

SetResult Comparison::set(std::string_view text, const Settings& first) {
    if (first.scene.solver.particles_in(first.scene.domain) > max_particles)
        return refuse("at most " + std::to_string(max_particles) + " particles can be seen side by side");
    Settings settings = first;
    settings.max_particles = max_particles;
    std::vector<std::pair<std::string, std::string>> different;
    SetResult result;
    for (std::string_view rest = text; !rest.empty();) {
        const size_t comma = std::min(rest.find(','), rest.size());
        const std::string_view part = rest.substr(0, comma);
        rest.remove_prefix(std::min(comma + 1, rest.size()));
        const size_t colon = part.find_first_of(":=");
        if (colon == part.npos) {
            std::string why = "\"";
            return refuse(why.append(part).append("\" is no key:value, as in preconditioner:mic0"));
        }
        const std::string_view key = trimmed(part.substr(0, colon)), value = trimmed(part.substr(colon + 1));
        const SetResult one = set_param(settings, key, value);
        if (one.status == SetResult::refused) return refuse(one.message);
        if (one.status == SetResult::clamped) result = {SetResult::clamped, "compare: " + one.message, false};
        different.emplace_back(key, value);
    }
    text_ = text, different_ = std::move(different);
    return result;
}

Scene Comparison::take_over(const Settings& first, const GravityTilt& tilt) {
    settings_ = first;
    settings_.max_particles = max_particles;
    for (const auto& [key, value] : different_) set_param(settings_, key, value);
    Scene scene = settings_.scene;
    scene.domain.gravity = tilt.apply(scene.domain.gravity);
    return scene;
}

void Comparison::start(const Settings& first, const GravityTilt& tilt, Jobs& jobs) {
    solver_ = make_solver(take_over(first, tilt), jobs);
    solver_->record_solves(true);
    broken_ = false, step_ms_ = 0;
}

void Comparison::set_parameters(const Settings& first, const GravityTilt& tilt) {
    slosh::set_parameters(*solver_, take_over(first, tilt));
}

void Comparison::step(float dt, std::span<const PointerForce> pointer_forces, const Motion& container) {
    if (broken_) return;
    kept_.keep(solver_->particles());
    const auto start = Profile::Clock::now();
    solver_->step(dt, pointer_forces, container);
    step_ms_ = Profile::milliseconds_since(start);
    broken_ = static_cast<bool>(detect_instability(solver_->particles(), runaway_speed(settings_.scene.domain.walls)));
}

std::string Comparison::differences(Settings settings) const {
    std::string text;
    for (const auto& [key, value] : different_)
        text += (text.empty() ? "" : ", ") + key + " " + get_param(settings, key);
    return text;
}

}  // namespace slosh
