// Linked in place of scene_renderer_2d.cpp into modules without 2D scenes.
#include "render/scene2d/scene_renderer_2d.h"

namespace slosh {

std::unique_ptr<SceneRenderer2d> make_scene_renderer_2d(std::string&) { return nullptr; }

}  // namespace slosh
