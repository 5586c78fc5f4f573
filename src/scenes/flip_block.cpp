#include "scenes/scenes.h"

namespace slosh {

// Base of the PIC/FLIP scenes, with eight particles per cell.
Scene flip_tank(glm::vec3 half, int particles) {
    Scene scene;
    FlipDef def;
    def.particles = particles;
    def.obstacle_y = def.obstacle_size - half.y;  // a cylinder stands on the floor
    scene.solver = def;
    scene.domain.dimensions = 3;
    scene.domain.walls = {.shape = Shape::box, .half = half};
    scene.interaction = {.push_strength = 1.2f, .push_limit = 100, .stir_strength = 30, .stir_radius = 0.25f};
    scene.style = "surface";
    scene.main_parameters = "particles gravity-y flip viscosity obstacle foam";
    scene.presets = "moon: gravity-y=-1.6 | syrup: viscosity=0.01 | smooth: flip=0.6 | clear: foam=0";
    scene.diffuse.budget = 15000;
    scene.view = {.centre = {0, -0.05f, 0},
                  .width = 3 * half.x,
                  .height = 3.8f * half.y,
                  .yaw = 26,
                  .pitch = 17,
                  .field_of_view = 28};
    return scene;
}

FluidRegion flip_column(glm::vec3 centre, glm::vec3 half) {
    return {.shape = Shape::box, .centre = centre, .half = half, .kind = 0, .lattice = true, .jitter = 0.7f};
}

// Tank, block, cells and particle count of the WebGL demo of 2016 at its density setting of 50,000; the parameter
// `density` selects its other settings.
Scene flip_block_scene() {
    Scene scene = flip_tank({0.8f, 0.5f, 0.5f}, 36 * 47 * 47);
    scene.name = "flip-block";
    scene.about = "Particles carry water through a grid: the block drops, bursts on the floor and sloshes.";
    FlipDef& def = std::get<FlipDef>(scene.solver);
    def.particles_per_cell = 32;
    def.cfl = 20;  // one step per frame, as in the demo
    def.obstacle_x = 0.4f;
    scene.domain.fluid = {flip_column({-0.3f, 0, 0}, {0.3f, 0.4f, 0.4f})};
    return scene;
}

}  // namespace slosh
