// Scenes and fluid regions that several tests start from, and how a test runs them.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scenes/scene.h"

namespace slosh {

constexpr float display_step = 1.0f / 60;  // s

inline void run(Solver& solver, float seconds) {
    for (int i = 0; i < static_cast<int>(seconds * 60 + 0.5f); ++i) solver.step(display_step, {}, {});
}

template <class Def>
Def& def_of(Scene& scene) {
    return std::get<Def>(scene.solver);
}

// A scene of the list with some parameters changed; an unknown key or a refused value aborts the test program.
inline Scene scene_with(std::string_view name, std::initializer_list<std::pair<const char*, std::string>> settings) {
    Scene scene = *find_scene(name);
    for (const auto& [key, value] : settings) {
        const SetResult result = set_param(scene, key, value);
        if (result.status != SetResult::ok) std::fprintf(stderr, "%s\n", result.message.c_str()), std::abort();
    }
    return scene;
}

// A lattice of fluid from corner to corner.
inline FluidRegion fluid_box(glm::vec3 lo, glm::vec3 hi, int kind = 0) {
    return {.centre = 0.5f * (lo + hi), .half = 0.5f * (hi - lo), .kind = kind, .lattice = true};
}

// A box with regions of fluid; the origin is the left corner of its floor.
template <class Def>
Scene tank_scene(int dimensions, glm::vec3 size, std::vector<FluidRegion> fluid, int particles) {
    Scene scene;
    Def def;
    def.particles = particles;
    scene.solver = def;
    scene.domain.dimensions = dimensions;
    scene.domain.walls = {Shape::box, size / 2.0f, size / 2.0f};
    scene.domain.fluid = std::move(fluid);
    return scene;
}

// A tank with one box of fluid on the floor, in the corner at the origin.
template <class Def>
Scene box_scene(int dimensions, glm::vec3 tank, glm::vec3 fluid, int particles) {
    return tank_scene<Def>(dimensions, tank, {fluid_box({0, 0, 0}, fluid)}, particles);
}

// A tank filled to half a metre, small enough to come to rest soon.
template <class Def>
Scene half_full_tank(int dimensions, int particles) {
    const float width = dimensions == 3 ? 0.5f : 1.0f;
    return box_scene<Def>(dimensions, {width, 1, width}, {width, 0.5f, width}, particles);
}

// A tank without fluid; `particles` particles fill `inflow_volume`, and emitters stop at that number.
template <class Def>
Scene empty_tank(int dimensions, glm::vec3 size, float inflow_volume, int particles) {
    Scene scene = tank_scene<Def>(dimensions, size, {}, particles);
    def_of<Def>(scene).budget.when_full = WhenFull::stop;
    scene.domain.inflow_volume = inflow_volume;
    return scene;
}

}  // namespace slosh
