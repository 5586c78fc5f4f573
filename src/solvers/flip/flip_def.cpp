// The parameters of flip.
#include "solvers/flip/flip.h"

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "domain/domain.h"

namespace slosh {
namespace {

constexpr float max_density_parameter = 4e6f;

}  // namespace

void FlipDef::visit(Visitor& v) {
    constexpr Scale log = Scale::logarithmic;
    v({.key = "particles",
       .doc = "Number of particles; the grid gets finer so that the fluid volume stays the same.",
       .min = 1,
       .max = 4e6f,
       .scale = log,
       .rebuild = true},
      particles);
    v({.key = "particles-per-cell",
       .doc = "Number of particles in a cell of fluid at rest: fewer make a finer grid.",
       .min = 4,
       .max = 64,
       .scale = log,
       .rebuild = true},
      particles_per_cell);
    v({.key = "density",
       .unit = "1/m3",
       .doc = "Particles per m3 divided by 4; also sets the cell size 2/cbrt(density). 0: use `particles` and "
              "`particles-per-cell`.",
       .max = max_density_parameter,
       .rebuild = true},
      density);
    budget.visit(v);
    v({.key = "min-particles-per-cell",
       .doc = "Cells inside the fluid with fewer particles get some from crowded ones; 0: no reseeding. At most "
              "`max-particles-per-cell` counts.",
       .max = 64},
      min_particles_per_cell);
    v({.key = "max-particles-per-cell",
       .doc = "Cells inside the fluid with more particles give some to cells with too few; 0: no reseeding.",
       .max = 256},
      max_particles_per_cell);
    v({.key = "transfer",
       .doc = "Grid to particles: flip blends PIC and FLIP, apic carries the velocity gradient on each particle."},
      transfer, transfer_names);
    v({.key = "flip",
       .doc = "Blend of PIC (0, smooths small motion) and FLIP (1, keeps it), in 1/60 s: any number of sub-steps "
              "smooths alike."},
      flip);
    v({.key = "surface",
       .doc = "Where the pressure is 0: on the free surface (ghost fluid method), or in the centre of empty cells."},
      surface, surface_names);
    v({.key = "advection", .doc = "Time integration of the particles through the grid velocity."}, advection,
      advection_names);
    v({.key = "preconditioner", .doc = "Preconditioner of the conjugate gradients that solve for the pressure."},
      preconditioner, preconditioner_names);
    v({.key = "tolerance",
       .doc = "The pressure solve ends when the residual is this fraction of the divergence.",
       .max = 0.1f},
      tolerance);
    v({.key = "max-iterations",
       .doc = "Maximum number of conjugate gradient iterations in a sub-step.",
       .min = 1,
       .max = 1000,
       .scale = log},
      max_iterations);
    v({.key = "substeps", .doc = "Sub-steps in a display step of 1/60 s; 0: chosen by the solver.", .max = 64},
      substeps);
    v({.key = "cfl",
       .doc = "CFL number: the fastest particle crosses at most this many cells in a sub-step, of which a step has at "
              "most 8.",
       .min = 0.25f,
       .max = 20},
      cfl);
    v({.key = "volume-correction",
       .unit = "1/s",
       .doc = "Rate at which the fluid expands where particles are too dense; 0: off.",
       .max = 20},
      volume_correction);
    v({.key = "wall-friction",
       .doc = "Skin friction coefficient of the walls: 0 free slip, 0.005 smooth, 0.02 rough.",
       .max = 0.1f},
      wall_friction);
    v({.key = "viscosity",
       .unit = "m2/s",
       .doc = "Kinematic viscosity, with no-slip walls: honey 0.005; 0: only that of the grid.",
       .max = 100,
       .scale = Scale::logarithmic,
       .slider_max = 1},
      viscosity);
    v({.key = "surface-tension",
       .unit = "N/m",
       .doc = "Surface tension of the free surface: water 0.072; small drops need short sub-steps.",
       .max = 10},
      surface_tension);
    v({.key = "obstacle", .doc = "One more solid in the tank."}, obstacle, obstacle_names);
    v({.key = "obstacle-size",
       .unit = "m",
       .doc = "Width of the obstacle; a cylinder is twice as high.",
       .min = 0.02f,
       .max = 2,
       .scale = log},
      obstacle_size);
    v({.key = "obstacle-x",
       .unit = "m",
       .doc = "Target position of the obstacle, to the right; it moves there and pushes the fluid.",
       .min = -2,
       .max = 2},
      obstacle_x);
    v({.key = "obstacle-y", .unit = "m", .doc = "Target position of the obstacle, upwards.", .min = -2, .max = 2},
      obstacle_y);
    v({.key = "obstacle-z",
       .unit = "m",
       .doc = "Target position of the obstacle, towards the viewer.",
       .min = -2,
       .max = 2},
      obstacle_z);
}

bool FlipDef::user_obstacle(BodyDef& def) const {
    switch (obstacle) {
        case Obstacle::none:
            return false;
        case Obstacle::ball:
            def.shape = BodyShape::ball;
            break;
        case Obstacle::box:
            def.shape = BodyShape::box;
            break;
        case Obstacle::cylinder:
            def.shape = BodyShape::cylinder;
            break;
    }
    def.half = glm::vec3(obstacle_size / 2);
    if (def.shape == BodyShape::cylinder) def.half.y = obstacle_size;
    def.position = {obstacle_x, obstacle_y, obstacle_z};
    def.kind = 2;
    return true;
}

namespace {

// The number of particle spacings that cover a length, the last one possibly cut off; the spacing is
// cbrt(1 / particles_per_volume). Counted without a cube root.
int spacings(double length, double particles_per_volume) {
    int n = 1;
    // n - 1 spacings are shorter than the length: (n - 1)^3 < length^3 particles_per_volume.
    while (static_cast<double>(n) * n * n < length * length * length * particles_per_volume * (1 - 1e-6)) ++n;
    return n;
}

// Measured, with all that a parameter may ask for later: APIC, solids, viscosity, surface tension.
constexpr double bytes_of_particle = 150, bytes_of_cell = 734, bytes_of_round_wall = 46;  // the last of all cells, too

// Of all cells of the container, in proportion to the fluid.
double bytes_of_cells(const Domain& domain) {
    const glm::vec3 half = domain.walls.shape == Shape::box ? domain.walls.half : glm::vec3(domain.walls.half.x);
    const double fluid = static_cast<double>(fluid_volume(domain) + domain.inflow_volume);
    const double in_cell = bytes_of_cell + (domain.walls.shape == Shape::box ? 0 : bytes_of_round_wall);
    return in_cell * 8 * static_cast<double>(half.x * half.y * half.z) / fluid;
}

}  // namespace

int FlipDef::start_particles(const Domain& domain) const {
    if (!(density > 0)) return particles;
    constexpr double sphere_volume = 4.18879;  // of radius 1
    double sum = 0;
    for (const FluidRegion& region : domain.fluid) {
        if (region.shape == Shape::box) {
            double count = 1;
            for (int d = 0; d < 3; ++d) count *= spacings(2 * static_cast<double>(region.half[d]), 4.0 * density);
            sum += count;
        } else {
            sum += 4.0 * static_cast<double>(density) * sphere_volume * region.half.x * region.half.x * region.half.x;
        }
    }
    return sum < 8e6 ? static_cast<int>(sum) : 8000000;
}

float FlipDef::max_density(const Domain& domain, int max_particles) const {
    FlipDef trial = *this;
    float fits = 0, exceeds = max_density_parameter;
    while (exceeds - fits > 1) {
        trial.density = std::floor((fits + exceeds) / 2);
        (trial.start_particles(domain) <= max_particles ? fits : exceeds) = trial.density;
    }
    return fits;
}

double FlipDef::bytes_per_particle(const Domain& domain) const {
    const float in_cell = density > 0 ? 32 : particles_per_cell;  // density: cells of 8 / density, 4 density particles
    return bytes_of_particle + bytes_of_cells(domain) / static_cast<double>(in_cell);
}

float FlipDef::flip_fraction(float dt) const {
    return static_cast<float>(power(static_cast<double>(flip), 60.0 * static_cast<double>(dt)));
}

float FlipDef::correction_rate(float dt) const { return std::min(volume_correction, 0.5f / dt); }

float FlipDef::particles_per_cell_that_fits(const Domain& domain, double bytes) const {
    const double left = std::max(bytes - bytes_of_particle, 1.0);
    return static_cast<float>(bytes_of_cells(domain) / left);
}

}  // namespace slosh
