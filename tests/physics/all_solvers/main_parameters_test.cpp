// The parameters that a scene shows first, and its presets, do something that a reader sees.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

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

// A scene after one and two seconds with at most 1,500 particles; fewer states if it became unstable.
std::vector<State> run_with(const Scene& own, const Pairs& pairs) {
    Scene scene = own;
    Jobs jobs(1);
    if (scene.solver.particles() > 1500) set_param(scene, "particles", "1500");
    for (const auto& [key, value] : pairs) EXPECT_NE(set_param(scene, key, value).status, SetResult::refused) << key;
    const auto solver = make_solver(scene, jobs);
    std::vector<State> states;
    while (states.size() < 2 && !guarded_run(scene, *solver, 60, jobs)) states.push_back(state_of(*solver));
    return states;
}

// The larger of the change of the kinetic energy, and 20 times the shift of the mean position over the size of the
// fluid.
double effect(const std::vector<State>& one, const std::vector<State>& other) {
    if (one.size() != other.size()) return 1;  // unstable
    double largest = 0;
    for (size_t k = 0; k < one.size(); ++k) {
        const State &a = one[k], &b = other[k];
        const double energy = std::abs(a.energy - b.energy) / std::max({a.energy, b.energy, 1e-9});
        largest = std::max({largest, energy, 20 * static_cast<double>(glm::length(a.centre - b.centre)) / a.size});
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
    const std::vector<State> own = run_with(scene, {});
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
        for (const std::string& value : values)
            largest = std::max(largest, effect(own, run_with(scene, {{std::string(field.key), value}})));
        std::printf("%s, %.*s: %.3f\n", GetParam().c_str(), static_cast<int>(field.key.size()), field.key.data(),
                    largest);
        EXPECT_GT(largest, least_effect) << field.key;
    }
    for (const Preset& preset : presets_of(scene)) {
        const Pairs pairs = pairs_of(preset);
        if (pairs.empty()) continue;
        const double change = effect(own, run_with(scene, pairs));
        std::printf("%s, preset %.*s: %.3f\n", GetParam().c_str(), static_cast<int>(preset.name.size()),
                    preset.name.data(), change);
        EXPECT_GT(change, least_effect) << preset.name;
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, MainParameters, ::testing::ValuesIn(all_scene_cases()), name_of_scene_case);

}  // namespace
}  // namespace slosh::physics::main_parameters_test
