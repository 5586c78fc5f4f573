// Names of parameterised tests.
#pragma once
#include <algorithm>
#include <string>

namespace slosh {

// Of a case with a `scene`: its name with its number, as several cases may have one scene.
inline std::string scene_case_name(const auto& test) {
    std::string name = test.param.scene;
    std::replace(name.begin(), name.end(), '-', '_');
    return name + "_" + std::to_string(test.index);
}

}  // namespace slosh
