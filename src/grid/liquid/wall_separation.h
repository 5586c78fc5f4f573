// Water falls off a ceiling: a solid can push the fluid but not pull it, u.n >= 0 with p >= 0 (Batty, Bertails &
// Bridson 2007). Where a pressure below 0 would hold it up, the ceiling counts as air and the pressure is found once
// more: one step of the active set method, begun again from all closed each time, so that nothing can flicker for long.
//
// A ceiling is a closed face across the axis along which gravity pulls most, above a cell: a wall of the tank, or of a
// solid in it.
#pragma once
#include <glm/vec3.hpp>
#include <vector>

#include "base/jobs.h"
#include "grid/flip_particles.h"
#include "grid/pressure/pressure_solver.h"

namespace slosh {

class WallSeparation {
public:
    // Room for all there can be; asks for no memory later.
    void reserve(const MacGrid&);

    // Opens the faces that hold fluid up, and makes air of what is behind them. `kept` is the velocity before forces
    // and walls; dt the time over which gravity acts. `inner`: solids within the tank have such faces too. False if
    // there are none.
    bool open_up(const MacFrame&, glm::vec3 gravity, float dt, bool inner, const PressureSystem&,
                 const SimdArray<float>& pressure, SimdArray<float>& surface, Faces& open, Faces& velocity);
    // After the gradient has been subtracted: the fluid there goes away from the ceiling, or not at all.
    void let_go(const MacFrame&, const SimdArray<float>& pressure, Faces& velocity) const;
    // The same faces, as they were.
    void close(Faces& open);

private:
    struct Face {
        int at, cell;  // the face, and the cell below it
        bool wall;     // of the tank
    };
    std::vector<Face> faces_;
    int axis_ = 1;
    bool upwards_ = true;  // the ceiling is at the upper end
};

}  // namespace slosh
