#include "solver/sph_fields.h"

namespace slosh::sph {

Field particles_field() {
    return {.key = "particles",
            .doc = "Number of particles; the kernel support shrinks so that the fluid volume stays the same.",
            .min = 1,
            .max = 1e6f,
            .scale = Scale::logarithmic,
            .rebuild = true};
}

Field substeps_field() {
    return {.key = "substeps", .doc = "Sub-steps in a display step of 1/60 s; 0: chosen by the solver.", .max = 512};
}

Field smoothing_field(float max) {
    return {.key = "smoothing",
            .doc = "Kernel support in particle spacings: more neighbours, smoother and slower.",
            .min = 2,
            .max = max,
            .rebuild = true};
}

Field adaptive_smoothing_field() {
    return {.key = "adaptive-smoothing",
            .doc = "A kernel support for each particle, wider where the fluid is thin; the force is then symmetric.",
            .rebuild = true};
}

Field rest_density_field() {
    return {.key = "rest-density",
            .unit = "kg/m3",
            .doc = "Rest density.",
            .min = 1,
            .max = 20000,
            .scale = Scale::logarithmic};
}

Field viscosity_field() {
    return {.key = "viscosity",
            .unit = "m2/s",
            .doc = "Kinematic viscosity: water 1e-6, honey 0.005.",
            .max = 10,
            .scale = Scale::logarithmic,
            .slider_max = 1};
}

Field artificial_viscosity_field() {
    return {.key = "artificial-viscosity",
            .doc =
                "Monaghan's alpha: damps approaching particles, which suppresses shocks and noise; grows with the "
                "speed of sound."};
}

Field no_slip_field() {
    return {.key = "no-slip",
            .doc = "Tangential boundary condition at the tank: 0 free slip, 1 no slip. Bodies are always no-slip."};
}

Field search_field() {
    return {.key = "search",
            .doc = "Neighbour search: a dense cell grid over the container, or an unbounded spatial hash."};
}

}  // namespace slosh::sph
