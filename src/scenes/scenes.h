// One function per scene, each in its own file; scenes.cpp lists them.
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

// Base of the blob scenes: the round container, the gravity and the view of the original.
Scene round_blobs();
// Base of the 3D scenes.
Scene glass_tank();
// Base of the PIC/FLIP scenes.
Scene flip_tank(glm::vec3 half, int particles);
// A block of water in a PIC/FLIP scene: a jittered lattice of particles.
FluidRegion flip_column(glm::vec3 centre, glm::vec3 half);

}  // namespace slosh
