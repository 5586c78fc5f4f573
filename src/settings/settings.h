// All settings of the user: the scene and how it is rendered, as one flat list of keys. Free of GL and Dear ImGui: the
// page, the command line and the generated tables share it.
#pragma once
#include <string>

#include "render/options/render_settings.h"
#include "render/options/water_settings.h"
#include "scenes/scene.h"

namespace slosh {

// Where the fluid is simulated. `automatic`: on the GPU where that is faster.
enum class DeviceChoice { automatic, cpu, gpu };
inline constexpr std::string_view device_names[] = {"auto", "cpu", "gpu"};

// What a program can run, in addition to the limits of the solver. 0: no limit.
struct ProgramLimits {
    int particles = 0;
    double bytes = 0;  // of memory for particles
};

struct Settings {
    Scene scene;
    RenderSettings render;
    WaterSettings water;  // of 3D scenes
    DeviceChoice device = DeviceChoice::automatic;
    ProgramLimits limits;

    // The scene with its own style and colours, and defaults elsewhere.
    static Settings of(const Scene&, ProgramLimits = {});
    // Upper limit of `particles` and `budget` in this scene; 0: none.
    int max_particles() const;
    // Of PIC/FLIP: so that the grid has memory beside the particles.
    float particles_per_cell_that_fits() const;
    void visit(Visitor&);
};

// As set_param() of base/params.h; the message that refuses a key of an earlier version has its present name.
SetResult set_param(Settings&, std::string_view key, std::string_view text);

// A unit as people write it: the scene's own length for "u", and raised digits.
std::string readable_unit(std::string_view unit, std::string_view length);

// The unit of a quantity shown by the particle colours, "" for a dimensionless number.
std::string_view unit_of(const Scene&, RenderSettings::ColourBy);

}  // namespace slosh
