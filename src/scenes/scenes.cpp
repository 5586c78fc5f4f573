#include "scenes/scenes.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "base/check.h"
#include "built_features.h"

namespace slosh {
namespace {

struct Entry {
    SceneTitle scene;
    std::string_view family;
    Scene (*make)();
};
constexpr std::string_view blobs = DoubleDensityDef::families[0], sph = WcsphDef::families[0],
                           sph_3d = WcsphDef::families[1], mueller = MuellerSphDef::families[0],
                           pcisph = PcisphDef::families[0], flip = FlipDef::families[0];

constexpr Entry list[] = {
    {{"blobs", "Blobs of fluid"}, blobs, blobs_scene},
    {{"blobs-20k", "Twenty thousand blobs"}, blobs, blobs_20k_scene},
    {{"honey", "Honey"}, blobs, honey_scene},
    {{"jelly", "Jelly"}, blobs, jelly_scene},
    {{"dam-break-blobs", "Dam break (double density)"}, blobs, dam_break_blobs_scene},
    {{"dam-break", "Dam break (WCSPH)"}, sph, dam_break_scene},
    {{"boats", "Boats"}, sph, boats_scene},
    {{"dam-break-3d", "3D dam break (WCSPH)"}, sph_3d, dam_break_3d_scene},
    {{"tank-3d", "3D tank (WCSPH)"}, sph_3d, tank_3d_scene},
    {{"curl-disc", "Curl noise in a disc"}, mueller, curl_disc_scene},
    {{"microbes", "Microbes"}, mueller, microbes_scene},
    {{"fountain", "Fountain"}, sph, fountain_scene},
    {{"waterfall", "Waterfall"}, sph, waterfall_scene},
    {{"oil-and-water", "Oil and water"}, sph, oil_and_water_scene},
    {{"honey-and-water", "Honey and water"}, sph, honey_and_water_scene},
    {{"drop", "Weightless drops"}, sph, drop_scene},
    {{"drop-3d", "Weightless drops in 3D"}, sph_3d, drop_3d_scene},
    {{"dam-break-pcisph", "Dam break (PCISPH)"}, pcisph, dam_break_pcisph_scene},
    {{"flip-block", "Block of water (PIC/FLIP)"}, flip, flip_block_scene},
    {{"flip-dam-break", "Dam break (PIC/FLIP)"}, flip, flip_dam_break_scene},
    {{"flip-double-splash", "Double dam break (PIC/FLIP)"}, flip, flip_double_splash_scene},
    {{"flip-ball", "Drop into a pool (PIC/FLIP)"}, flip, flip_ball_scene},
    {{"flip-round-tank", "Round tank (PIC/FLIP)"}, flip, flip_round_tank_scene},
    {{"flip-obstacles", "Dam break with obstacles (PIC/FLIP)"}, flip, flip_obstacles_scene},
    {{"flip-wave-machine", "Waves on a beach (PIC/FLIP)"}, flip, flip_wave_machine_scene},
};

constexpr size_t built_count = static_cast<size_t>(std::count_if(
    std::begin(list), std::end(list), [](const Entry& entry) { return find_family(entry.family).is_built; }));

// Index in `list` of the nth scene that is built into this program.
constexpr size_t index_of(size_t nth) {
    size_t index = 0;
    while (!find_family(list[index].family).is_built || nth-- > 0) ++index;
    return index;
}

Scene titled(Scene scene, const SceneTitle& listed, std::string_view family) {
    CHECK(scene.name == listed.name, "a scene is listed under its own name");
    const std::span<const std::string_view> possible = scene.solver.families();
    CHECK(std::find(possible.begin(), possible.end(), family) != possible.end(),
          "a scene is listed under a family of its solver");
    const Capabilities can = find_family(family).can;
    CHECK(scene.domain.dimensions == 2 ? can.scenes_2d : can.scenes_3d,
          "a scene is listed under a family with its number of dimensions");
    scene.title = listed.title;
    scene.family = family;
    if (scene.domain.dimensions == 3) scene.pen.width = 14;
    return scene;
}

template <size_t index>
Scene make() {
    constexpr Entry entry = list[index];
    return titled(entry.make(), entry.scene, entry.family);
}

// Titles only: a table that also held the functions would link the scenes of other families.
constexpr auto all_titles = [] {
    std::array<SceneTitle, std::size(list)> titles;
    for (size_t i = 0; i < titles.size(); ++i) titles[i] = list[i].scene;
    return titles;
}();
// Names only: titles, which only menus use, are not linked with them.
constexpr auto all_names = [] {
    std::array<std::string_view, std::size(list)> names;
    for (size_t i = 0; i < names.size(); ++i) names[i] = list[i].scene.name;
    return names;
}();

template <size_t... nth>
std::array<Scene, built_count> make_all(std::index_sequence<nth...>) {
    return {make<index_of(nth)>()...};
}

}  // namespace

std::span<const Scene> scenes() {
    // Immutable once built.
    static const std::array<Scene, built_count> all = make_all(std::make_index_sequence<built_count>());
    return all;
}

std::span<const SceneTitle> all_scenes() { return all_titles; }

std::string all_scene_names() {
    std::string names;
    for (const std::string_view name : all_names) names += (names.empty() ? "" : ", ") + std::string(name);
    return names;
}

bool is_scene(std::string_view name) { return std::find(all_names.begin(), all_names.end(), name) != all_names.end(); }

const Scene* find_scene(std::string_view name) {
    for (const Scene& scene : scenes())
        if (scene.name == name) return &scene;
    return nullptr;
}

void Scene::visit(Visitor& v) {
    solver.visit(v);
    const float slider = unit == "m" ? 30.0f : 120.0f;
    v({.key = "gravity-x",
       .unit = "u/s2",
       .doc = "Gravity to the right.",
       .min = -1000,
       .max = 1000,
       .slider_max = slider},
      domain.gravity.x);
    v({.key = "gravity-y",
       .unit = "u/s2",
       .doc = "Gravity upwards: negative values point down.",
       .min = -1000,
       .max = 1000,
       .slider_max = slider},
      domain.gravity.y);
    if (domain.dimensions == 3)
        v({.key = "gravity-z",
           .unit = "u/s2",
           .doc = "Gravity towards the viewer.",
           .min = -1000,
           .max = 1000,
           .slider_max = slider},
          domain.gravity.z);
    interaction.visit(v);
    const Capabilities can = solver.can();
    if constexpr (built_capabilities.bodies)
        if (can.bodies) drop.visit(v);
    pen.visit(v, domain.dimensions == 3);
    if constexpr (built_capabilities.emitters)
        if (can.emitters) pour.visit(v);
    if constexpr (built_capabilities.grid)
        if (can.grid) slice.visit(v);
    if constexpr (built_capabilities.foam)
        if (can.foam && domain.dimensions == 3) diffuse.visit(v);
    v({.key = "seed", .doc = "Seed of the random initial state.", .max = 1e6f, .rebuild = true}, seed);
}

uint32_t kinds_of(const Scene& scene) {
    const uint32_t every = (1u << scene.solver.kinds()) - 1;
    if (scene.solver.assigns_kinds()) return every & ~1u;
    return kinds_of(scene.domain, scene.solver.kinds());
}

InitialParticles start_particles(const Scene& scene) {
    const auto seed = static_cast<uint64_t>(scene.seed);
    InitialParticles initial =
        seed_particles(scene.domain, scene.solver.particles_in(scene.domain), scene.solver.kinds(), seed);
    scene.solver.assign_kinds(initial, seed);
    return initial;
}

std::unique_ptr<Solver> make_solver(const Scene& scene, Jobs& jobs, const InitialParticles* start) {
    if (start) return make_solver(scene.solver, scene.domain, *start, jobs);
    return make_solver(scene.solver, scene.domain, start_particles(scene), jobs);
}

void set_parameters(Solver& solver, const Scene& scene) { set_parameters(solver, scene.solver, scene.domain); }

}  // namespace slosh
