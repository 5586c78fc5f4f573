// What a solver supports. A definition declares it (`can`), the build has the same table by family
// (tools/cmake/features.cmake), and solvers.cpp checks that they agree.
#pragma once

namespace slosh {

struct Capabilities {
    bool scenes_2d = false;  // it has scenes in two dimensions
    bool scenes_3d = false;  // it has scenes in three dimensions
    bool bodies = false;     // rigid bodies: add_body() and set_grabs(), the parameters drop-*
    bool emitters = false;   // set_user_emitters(), the parameters pour-*
    bool grid = false;       // grid() is not empty: the parameters slice-*
    bool foam = false;       // spray, foam and bubbles in its 3D scenes: the parameters foam-*

    constexpr bool operator==(const Capabilities&) const = default;
    constexpr Capabilities operator|(const Capabilities& other) const {
        return {scenes_2d || other.scenes_2d, scenes_3d || other.scenes_3d, bodies || other.bodies,
                emitters || other.emitters,   grid || other.grid,           foam || other.foam};
    }
};

}  // namespace slosh
