// One function a scene, each in its own file; scenes.cpp lists them.
#pragma once
#include "scenes/scene.h"

namespace slosh {

Scene blobs_scene();
Scene blobs_20k_scene();
Scene honey_scene();
Scene jelly_scene();
Scene dam_break_blobs_scene();
Scene dam_break_scene();
Scene boats_scene();
Scene curl_disc_scene();
Scene tank_3d_scene();
Scene dam_break_3d_scene();
Scene microbes_scene();
Scene fountain_scene();
Scene waterfall_scene();
Scene oil_and_water_scene();
Scene honey_and_water_scene();
Scene drop_scene();
Scene drop_3d_scene();
Scene dam_break_pcisph_scene();
Scene flip_block_scene();
Scene flip_dam_break_scene();
Scene flip_double_splash_scene();
Scene flip_ball_scene();
Scene flip_round_tank_scene();
Scene flip_obstacles_scene();
Scene flip_wave_machine_scene();

// What the blob scenes share: the original's round container, its gravity and its view.
Scene round_blobs();
// What the 3D scenes share.
Scene glass_tank();
// What the scenes of PIC/FLIP share.
Scene flip_tank(glm::vec3 half, int particles);
// Water of theirs that is to fall: rows of particles, each somewhat off its place.
FluidRegion flip_column(glm::vec3 centre, glm::vec3 half);

}  // namespace slosh
