// The parameters that a scene shows first, and its presets, do something that a reader sees.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "settings/presets.h"
#include "settings/settings.h"
#include "support/case_name.h"
#include "support/guarded_run.h"
#include "support/scenes.h"

namespace slosh::physics::main_parameters_test {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

constexpr double least_effect = 0.05;

// Only of the picture, or seen by itself.
bool is_of_the_fluid(std::string_view key) {
    for (const std::string_view other : {"particles", "style", "colour-by", "foam"})
        if (key == other) return false;
    return true;
}

struct State {
    double energy = 0, size = 0;  // kinetic; of the bounding box
    glm::vec3 centre{0, 0, 0};
};
State state_of(const Solver& solver) {
    const Stats stats = solver.stats();
    const ParticleView p = solver.particles();
    State state{.energy = stats.kinetic_energy, .size = static_cast<double>(glm::length(stats.hi - stats.lo))};
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i)
        state.centre += glm::vec3(p.x[i], p.y[i], p.dimensions == 3 ? p.z[i] : 0) / static_cast<float>(p.count);
    return state;
}

// A scene with at most 1,500 particles and some settings, second by second.
class Run {
public:
    Run(const Scene& own, const Pairs& pairs) : scene_(own), jobs_(1) {
        if (scene_.solver.particles() > 1500) set_param(scene_, "particles", "1500");
        for (const auto& [key, value] : pairs)
            EXPECT_NE(set_param(scene_, key, value).status, SetResult::refused) << key;
        solver_ = make_solver(scene_, jobs_);
    }
    // After one second more; empty if the simulation became unstable.
    std::optional<State> next() {
        if (guarded_run(scene_, *solver_, 60, jobs_)) return std::nullopt;
        return state_of(*solver_);
    }

private:
    Scene scene_;
    Jobs jobs_;
    std::unique_ptr<Solver> solver_;
};

// The larger of the change of the kinetic energy, and 20 times the shift of the mean position over the size of the
// fluid.
double change(const State& a, const State& b) {
    const double energy = std::abs(a.energy - b.energy) / std::max({a.energy, b.energy, 1e-9});
    return std::max(energy, 20 * static_cast<double>(glm::length(a.centre - b.centre)) / a.size);
}

// The scene as it is, after one and two seconds; fewer states if it became unstable.
std::vector<State> own_states(const Scene& scene) {
    std::vector<State> states;
    for (Run run(scene, {}); states.size() < 2;) {
        const std::optional<State> state = run.next();
        if (!state) break;
        states.push_back(*state);
    }
    return states;
}

std::string text_of(const Pairs& pairs) {
    std::string text;
    for (const auto& [key, value] : pairs) text += " " + key + "=" + value;
    return text;
}

// What the settings change after one second; if that is too little, after two.
double effect(const Scene& scene, const std::vector<State>& own, const Pairs& pairs) {
    Run run(scene, pairs);
    double largest = 0;
    for (size_t k = 0; k < 2 && largest <= least_effect; ++k) {
        const std::optional<State> state = run.next();
        // To become unstable is no effect that a parameter should have.
        EXPECT_TRUE(state.has_value() || k >= own.size()) << "unstable:" << text_of(pairs);
        if (state.has_value() && k >= own.size()) return 1;  // more stable
        if (!state) break;
        largest = std::max(largest, change(own[k], *state));
    }
    return largest;
}

Pairs pairs_of(const Preset& preset) {
    Pairs pairs;
    for (const auto& [key, value] : preset.settings)
        if (is_of_the_fluid(key)) pairs.emplace_back(key, value);
    return pairs;
}

class MainParameters : public ::testing::TestWithParam<std::string> {};

TEST_P(MainParameters, ChangeTheFluid) {
    const Scene& scene = *find_scene(GetParam());
    const std::vector<State> own = own_states(scene);
    Settings settings = Settings::of(scene);
    const std::vector<std::string_view> keys = main_keys(scene);
    for (const ParamInfo& info : list_params(settings)) {
        const Field& field = info.field;
        if (std::find(keys.begin(), keys.end(), field.key) == keys.end() || !is_of_the_fluid(field.key)) continue;
        std::vector<std::string> values(info.choices.begin(), info.choices.end());
        const float most = field.slider_max > 0 ? field.slider_max : field.max;
        if (info.type == slosh::ParamType::boolean) values = {"true", "false"};
        else if (values.empty()) values = {format_number(field.min), format_number(most)};
        double largest = 0;
        for (const std::string& value : values) {
            largest = std::max(largest, effect(scene, own, {{std::string(field.key), value}}));
            if (largest > least_effect) break;
        }
        std::printf("%s, %.*s: %.3f\n", GetParam().c_str(), static_cast<int>(field.key.size()), field.key.data(),
                    largest);
        EXPECT_GT(largest, least_effect) << field.key;
    }
    for (const Preset& preset : presets_of(scene)) {
        const Pairs pairs = pairs_of(preset);
        if (pairs.empty()) continue;
        const double most = effect(scene, own, pairs);
        std::printf("%s, preset %.*s: %.3f\n", GetParam().c_str(), static_cast<int>(preset.name.size()),
                    preset.name.data(), most);
        EXPECT_GT(most, least_effect) << preset.name;
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, MainParameters, ::testing::ValuesIn(all_scene_cases()), name_of_scene_case);

}  // namespace
}  // namespace slosh::physics::main_parameters_test
