#include "scenes/scenes.h"

namespace slosh {

Scene boats_scene() {
    Scene scene;
    scene.name = "boats";
    scene.about =
        "A paddle makes waves; boats, barrels and balls ride on them by their density. Grab one, throw it in.";
    WcsphDef def;
    def.particles = 4000;
    def.sound_speed = 10;
    scene.solver = def;
    scene.domain.dimensions = 2;
    scene.domain.walls = {Shape::box, {1.3f, 0.6f, 0}, {0, 0, 0}};
    scene.domain.fluid = {{Shape::box, {0.085f, -0.375f, 0}, {1.215f, 0.225f, 0}, 1, {0, 0, 0}, true}};

    const auto body = [](BodyShape shape, float half_x, float half_y, float density, glm::vec3 position, uint8_t kind) {
        BodyDef b;
        b.shape = shape, b.half = {half_x, half_y, half_y}, b.density = density, b.position = position, b.kind = kind;
        return b;
    };
    BodyDef paddle = body(BodyShape::box, 0.04f, 0.61f, 1000, {-1.17f, 0, 0}, 5);
    paddle.oscillation = {0.055f, 0, 0}, paddle.period = 1.1f;
    BodyDef tilted = body(BodyShape::box, 0.08f, 0.08f, 600, {0.88f, 0.22f, 0}, 2);
    tilted.rotation.z = 0.3f;
    scene.domain.bodies = {
        paddle,
        body(BodyShape::box, 0.2f, 0.06f, 350, {-0.55f, 0, 0}, 0),
        body(BodyShape::capsule, 0.16f, 0.055f, 500, {0.02f, 0.05f, 0}, 1),
        body(BodyShape::box, 0.15f, 0.05f, 700, {0.5f, 0, 0}, 3),
        tilted,
        body(BodyShape::ball, 0.075f, 0.075f, 250, {-0.15f, 0.35f, 0}, 4),
        body(BodyShape::ball, 0.05f, 0.05f, 2500, {0.2f, 0.4f, 0}, 5),
    };
    scene.interaction = InteractionSettings::for_metres();
    scene.view = {{0, 0, 0}, 2.84f, 1.4f};
    scene.style = "metaballs";
    return scene;
}

}  // namespace slosh
