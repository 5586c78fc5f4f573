// Amount of work per frame, as fractions of full quality. The renderers read it.
#pragma once

namespace slosh {

struct Quality {
    float resolution = 1;  // width and height of the render target, relative to the canvas
    float smoothing = 1;   // number of surface filter iterations, relative to the setting
    float foam = 1;        // number of drawn foam particles, relative to all
};

// From lowest to full quality; RenderSettings::QualityLevel::automatic chooses among all of them.
inline constexpr Quality qualities[] = {
    {0.4f, 0.4f, 0.1f}, {0.5f, 0.5f, 0.25f}, {0.6f, 0.7f, 0.5f}, {0.8f, 0.7f, 0.75f}, {1, 1, 1},
};
constexpr int low_quality = 1, medium_quality = 3, full_quality = 4;

}  // namespace slosh
