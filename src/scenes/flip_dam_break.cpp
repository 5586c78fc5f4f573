#include "scenes/scenes.h"

namespace slosh {

Scene flip_dam_break_scene() {
    Scene scene = flip_tank({1, 0.5f, 0.25f}, 60000);
    scene.name = "flip-dam-break";
    scene.about = "A column collapses: a thin sheet shoots along the floor, climbs the wall and falls back.";
    scene.domain.fluid = {flip_column({-0.7f, -0.15f, 0}, {0.3f, 0.35f, 0.25f})};
    return scene;
}

}  // namespace slosh
