#include <glm/vec2.hpp>

#include "scenes/scenes.h"

namespace slosh {

Scene boats_scene() {
    Scene scene;
    scene.name = "boats";
    scene.main_parameters = "particles gravity-y viscosity surface-tension";
    scene.presets = "moon: gravity-y=-1.6 | heavy sea: gravity-y=-15 | syrup: viscosity=0.02";
    scene.material = "water";
    scene.about = "A paddle makes waves: boats, barrels and balls float, or sink if dense. Grab one and throw it in.";
    WcsphDef def;
    def.particles = 4000;
    scene.solver = def;
    scene.domain.dimensions = 2;
    scene.domain.walls = {.shape = Shape::box, .half = {1.3f, 0.6f, 0}};
    scene.domain.fluid = {
        {.shape = Shape::box, .centre = {0.085f, -0.375f, 0}, .half = {1.215f, 0.225f, 0}, .kind = 1, .lattice = true}};

    const auto floating = [](BodyShape shape, glm::vec2 half, float density, glm::vec3 position, uint8_t kind) {
        return BodyDef{
            .shape = shape, .half = {half.x, half.y, half.y}, .density = density, .position = position, .kind = kind};
    };
    const BodyDef paddle{.half = {0.04f, 0.61f, 0.61f},
                         .density = 1000,
                         .position = {-1.17f, 0, 0},
                         .kind = 5,
                         .oscillation = {0.055f, 0, 0},
                         .period = 1.1f};
    BodyDef tilted = floating(BodyShape::box, {0.08f, 0.08f}, 600, {0.88f, 0.22f, 0}, 2);
    tilted.rotation.z = 0.3f;
    scene.domain.bodies = {
        paddle,
        floating(BodyShape::box, {0.2f, 0.06f}, 350, {-0.55f, 0, 0}, 0),
        floating(BodyShape::capsule, {0.16f, 0.055f}, 500, {0.02f, 0.05f, 0}, 1),
        floating(BodyShape::box, {0.15f, 0.05f}, 700, {0.5f, 0, 0}, 3),
        tilted,
        floating(BodyShape::ball, {0.075f, 0.075f}, 250, {-0.15f, 0.35f, 0}, 4),
        floating(BodyShape::ball, {0.05f, 0.05f}, 2500, {0.2f, 0.4f, 0}, 5),
    };
    scene.interaction = InteractionSettings::for_metres();
    scene.view = {.centre = {0, 0, 0}, .width = 2.84f, .height = 1.4f};
    scene.style = "metaballs";
    return scene;
}

}  // namespace slosh
