// Everything a user can set: the scene and its look, one flat list of keys. Free of GL and ImGui:
// the page, the command line and the generated tables share it.
#pragma once
#include <string>

#include "render/look.h"
#include "scenes/scene.h"

namespace slosh {

struct Settings {
    Scene scene;
    Look look;

    static Settings of(const Scene&);
    void visit(Visitor& v) {
        scene.visit(v);
        look.visit(v);
    }
};

}  // namespace slosh
