// Linked in place of scene_renderer_3d.cpp into modules without 3D scenes.
#include "render/scene3d/scene_renderer_3d.h"

namespace slosh {

std::unique_ptr<SceneRenderer3d> make_scene_renderer_3d(std::string&) { return nullptr; }

}  // namespace slosh
