// Work per frame: fractions of full quality, which the renderers read.
#pragma once

namespace slosh {

struct Quality {
    float resolution = 1;  // of the canvas's width and height
    float smoothing = 1;   // of the iterations that smooth a surface
    float foam = 1;        // of the budget of foam and spray
};

// From cheap to full; `auto` chooses among all of them.
inline constexpr Quality qualities[] = {
    {0.4f, 0.4f, 0.1f}, {0.5f, 0.5f, 0.25f}, {0.65f, 0.7f, 0.5f}, {0.8f, 1, 0.75f}, {1, 1, 1},
};
constexpr int low_quality = 1, medium_quality = 3, full_quality = 4;

}  // namespace slosh
