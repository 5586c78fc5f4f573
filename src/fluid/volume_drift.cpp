#include "fluid/volume_drift.h"

#include <algorithm>

namespace slosh {

bool is_inside(const MacGrid& grid, const Padded<float>& surface, const Faces& open, int at) {
    bool inside = true;
    for (int axis = 0; axis < 3; ++axis) {
        const int next = grid.stride(axis);
        inside &= surface[at - next] < 0 || open.axis[axis][at] == 0;
        inside &= surface[at + next] < 0 || open.axis[axis][at + next] == 0;
    }
    return inside;
}

void correct_volume(const MacGrid& grid, const Padded<float>& density, const Padded<float>& surface, const Faces& open,
                    float rate, Padded<float>& source, Jobs& jobs) {
    constexpr float slack = 0.02f;  // so much is chance
    jobs.run(grid.nz, [&](int k) {
        for (int j = 0; j < grid.ny; ++j)
            for (int at = grid.at(0, j, k), end = at + grid.nx; at < end; ++at) {
                const float excess = std::min(density[at] - 1, 1.0f);
                const bool counts = excess > 0 ? excess > slack : excess < -slack && is_inside(grid, surface, open, at);
                source[at] = counts ? rate * excess : 0;
            }
    });
}

}  // namespace slosh
