// Names of parameterised tests.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "scenes/scene.h"

namespace slosh {

// All scenes, as the parameters of a test, and the name of such a case.
inline std::vector<std::string> all_scene_cases() {
    std::vector<std::string> names;
    for (const SceneTitle& scene : all_scenes()) names.emplace_back(scene.name);
    return names;
}
inline std::string name_of_scene_case(const ::testing::TestParamInfo<std::string>& test) {
    std::string name = test.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

// Of a case with a `scene`: its name with its number, as several cases may have one scene.
inline std::string scene_case_name(const auto& test) {
    std::string name = test.param.scene;
    std::replace(name.begin(), name.end(), '-', '_');
    return name + "_" + std::to_string(test.index);
}

}  // namespace slosh
