#include "domain/curl_noise.h"
#include "scenes/scenes.h"

namespace slosh {

// The Houdini set-up: a disc of radius 5, viscosity 1, k 1000, rest density 1000, v = curl(P/4) * 82, one step of
// 0.002 s a frame (1/60 * 0.12). Two values differ from it. The smoothing length is such that each of the 50,000
// particles has about 30 neighbours (its 1.0 would give two thousand). The mass follows from the number of
// particles, 1.57 instead of 1 here, so that the disc starts at its rest density.
Scene curl_disc_scene() {
    Scene scene;
    scene.name = "curl-disc";
    scene.main_parameters = "particles time-scale stiffness drag colour-by";
    scene.presets =
        "slow: time-scale=0.04 | damped: drag=2 | stiff: stiffness=2000 | "
        "speed: colour-by=speed";
    scene.about = "Fifty thousand particles start in swirls: fronts collide, pile up and run through the disc.";
    MuellerSphDef def;
    def.particles = 50000;
    def.time_scale = 0.12f;
    def.smoothing = 3.1f;
    scene.solver = def;
    scene.domain.dimensions = 2;
    scene.domain.gravity = {0, 0, 0};
    scene.domain.walls = {.shape = Shape::circle, .half = {5, 5, 0}};
    FluidRegion disc{.shape = Shape::circle,
                     .centre = {0, 0, 0},
                     .half = {5, 5, 0},
                     .kind = 1,
                     .swirl_field = curl_noise,
                     .swirl = 82,
                     .swirl_size = 4};
    scene.domain.fluid = {disc};
    scene.pour = {.kind = 4, .speed = 60, .width = 0.6f};
    scene.interaction = {.push_strength = 4000, .push_limit = 8000, .stir_strength = 300, .stir_radius = 0.8f};
    scene.view = {.centre = {0, 0, 0}, .width = 10.8f, .height = 10.8f};
    scene.style = "metaballs";
    scene.colour_by = "density";
    scene.colour_map = "sunset";
    scene.blob_size = 3;  // between the fronts the disc is thin, not empty
    return scene;
}

}  // namespace slosh
