// Linked in place of deep.cpp where no scene has three dimensions.
#include "render/scene3d/scene_renderer_3d.h"

namespace slosh {

std::unique_ptr<SceneRenderer3d> make_scene_renderer_3d(std::string&) { return nullptr; }

}  // namespace slosh
