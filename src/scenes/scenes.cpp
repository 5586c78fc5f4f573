#include "scenes/scenes.h"

namespace slosh {

std::span<const Scene> scenes() {
    // Immutable once built.
    static const Scene list[] = {
        blobs_scene(),           blobs_20k_scene(), honey_scene(), jelly_scene(),
        dam_break_blobs_scene(), dam_break_scene(), boats_scene(),
    };
    return list;
}

const Scene* find_scene(std::string_view name) {
    for (const Scene& scene : scenes())
        if (scene.name == name) return &scene;
    return nullptr;
}

void Scene::visit(Visitor& v) {
    solver.visit(v);
    v({"gravity-x", "u/s2", "Gravity to the right.", -1000, 1000}, domain.gravity.x);
    v({"gravity-y", "u/s2", "Gravity upwards: negative pulls down.", -1000, 1000}, domain.gravity.y);
    if (domain.dimensions == 3) v({"gravity-z", "u/s2", "Gravity towards the viewer.", -1000, 1000}, domain.gravity.z);
    hand.visit(v);
    if (std::holds_alternative<WcsphDef>(solver)) drop.visit(v);
    v({"seed", "", "Another seed, another start.", 0, 1e6f, Scale::linear, true}, seed);
}

std::unique_ptr<Solver> make_solver(const Scene& scene, Jobs& jobs, const Filling* start) {
    if (start) return make_solver(scene.solver, scene.domain, *start, jobs);
    const Filling filling =
        fill_domain(scene.domain, scene.solver.particles(), scene.solver.kinds(), static_cast<uint64_t>(scene.seed));
    return make_solver(scene.solver, scene.domain, filling, jobs);
}

void retune(Solver& solver, const Scene& scene) { solver.retune(scene.solver, scene.domain); }

}  // namespace slosh
