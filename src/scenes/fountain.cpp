#include "scenes/scenes.h"

namespace slosh {

Scene fountain_scene() {
    Scene scene;
    scene.name = "fountain";
    scene.about =
        "Three jets over a basin: what falls back runs off at the sides and is pumped up again, drop for drop.";
    WcsphDef def;
    def.particles = 4500;
    def.sound_speed = 11;
    def.artificial_viscosity = 0.04f;
    scene.solver = def;
    Domain& domain = scene.domain;
    domain.dimensions = 2;
    domain.walls = {Shape::box, {1.1f, 0.75f, 0}, {0, 0, 0}};
    domain.fluid = {{Shape::box, {-0.595f, -0.625f, 0}, {0.505f, 0.125f, 0}, 1, {0, 0, 0}, true},
                    {Shape::box, {0.595f, -0.625f, 0}, {0.505f, 0.125f, 0}, 1, {0, 0, 0}, true}};
    domain.inflow_volume = 0.4f;  // in the air

    // A foot that carries the nozzles, fixed.
    BodyDef foot;
    foot.shape = BodyShape::box, foot.half = {0.09f, 0.25f, 0.1f}, foot.position = {0, -0.51f, 0};
    foot.period = 1, foot.kind = 5;
    domain.bodies = {foot};
    const float mouth = -0.245f;
    domain.emitters = {{{-0.055f, mouth, 0}, {-0.2f, 1, 0}, 0.042f, 4, 1},
                       {{0, mouth, 0}, {0, 1, 0}, 0.034f, 4.3f, 2},
                       {{0.055f, mouth, 0}, {0.2f, 1, 0}, 0.042f, 4, 1}};
    domain.drains = {{Shape::box, {-1.06f, -0.75f, 0}, {0.03f, 0.03f, 0}},
                     {Shape::box, {1.06f, -0.75f, 0}, {0.03f, 0.03f, 0}}};
    scene.interaction = InteractionSettings::for_metres();
    scene.view = {{0, 0, 0}, 2.44f, 1.7f};
    return scene;
}

}  // namespace slosh
