#include "solvers/flip/flip.h"

#include "domain/domain.h"

namespace slosh {

void FlipDef::visit(Visitor& v) {
    constexpr Scale log = Scale::logarithmic;
    v({"particles", "", "How many particles; the smoothing shrinks so that the fluid stays the same.", 1, 1e6f, log,
       true},
      particles);
    v({"particles-per-cell", "", "How many particles there are in a cell at rest: fewer make a finer grid.", 4, 64, log,
       true},
      particles_per_cell);
    v({"density", "1/m3",
       "A quarter of the particles in a unit of volume, in cells of the edge 2/cbrt(density); 0: as the two above say.",
       0, 4e6f, Scale::linear, true},
      density);
    v({"budget", "", "Room for this many particles, for what is poured; 0: as many as the scene asks for.", 0, 1e6f,
       Scale::linear, true},
      budget);
    v({"when-full", "", "Once there are that many: stop lets no more in, recycle takes the oldest for it."}, when_full,
      fullness);
    v({"least-in-cell", "", "Cells inside the fluid with fewer particles get some from crowded ones; 0: they do not.",
       0, 64},
      min_in_cell);
    v({"most-in-cell", "",
       "Cells inside the fluid with more particles give some to those with too few; 0: they do not.", 0, 256},
      max_in_cell);
    v({"transfer", "", "What particles keep of their own: a share of it (flip), or the slopes of the velocity (apic)."},
      transfer, transfers);
    v({"flip", "", "Share of FLIP, which keeps the small motion; the rest is PIC, which smooths it.", 0, 1}, flip);
    v({"surface", "", "Where the pressure is 0: on the free surface, or in the centre of the empty cells."}, surface,
      surface_names);
    v({"advection", "", "How particles follow the velocity of the grid."}, advection, advection_names);
    v({"preconditioner", "", "Of the conjugate gradients that find the pressure."}, preconditioner,
      preconditioner_names);
    v({"tolerance", "", "Of the pressure: how small the residual becomes, as a share of the divergence.", 0, 0.1f},
      tolerance);
    v({"max-iterations", "", "Of the conjugate gradients in a sub-step, at most.", 1, 1000, log}, max_iterations);
    v({"substeps", "", "Sub-steps in a display step of 1/60 s; 0 lets the solver choose.", 0, 64}, substeps);
    v({"cfl", "", "Sub-steps so short that the fastest particle crosses at most this many cells.", 0.25f, 20}, cfl);
    v({"volume-correction", "1/s", "How fast the fluid gives way where particles crowd; 0: not at all.", 0, 20},
      volume_correction);
    v({"wall-friction", "", "Skin friction of the walls: 0 lets all slide by, 0.005 is smooth, 0.02 rough.", 0, 0.1f},
      wall_friction);
    v({"viscosity", "m2/s", "Kinematic viscosity, with walls that hold the fluid: honey 0.005; 0: none but the grid's.",
       0, 100},
      viscosity);
    v({"surface-tension", "N/m", "Pull of the free surface: water 0.072; small drops want short sub-steps.", 0, 10},
      surface_tension);
    static constexpr std::string_view obstacles[] = {"none", "ball", "box", "cylinder"};
    v({"obstacle", "", "One more solid in the tank, around which the fluid goes."}, obstacle, obstacles);
    v({"obstacle-size", "m", "How wide it is; a cylinder is twice as high.", 0.02f, 2, log}, obstacle_size);
    v({"obstacle-x", "m", "Where it is: it goes there and takes the fluid along.", -2, 2}, obstacle_x);
    v({"obstacle-y", "m", "Where it is, upwards.", -2, 2}, obstacle_y);
    v({"obstacle-z", "m", "Where it is, towards the viewer.", -2, 2}, obstacle_z);
}

bool FlipDef::user_obstacle(BodyDef& def) const {
    if (obstacle == 0) return false;
    constexpr BodyShape shapes[] = {BodyShape::ball, BodyShape::box, BodyShape::cylinder};
    def.shape = shapes[obstacle - 1];
    def.half = glm::vec3(obstacle_size / 2);
    if (def.shape == BodyShape::cylinder) def.half.y = obstacle_size;
    def.position = {obstacle_x, obstacle_y, obstacle_z};
    def.kind = 2;
    return true;
}

namespace {

// How many spacings it takes to cover a length, the last one begun and not whole; n^3 = `per_volume`.
int spacings(double length, double per_volume) {
    int n = 1;
    // n - 1 spacings are shorter than the length: (n - 1)^3 < length^3 per_volume.
    while (static_cast<double>(n) * n * n < length * length * length * per_volume * (1 - 1e-6)) ++n;
    return n;
}

}  // namespace

int FlipDef::start_particles(const Domain& domain) const {
    if (!(density > 0)) return particles;
    double sum = 0;
    for (const FluidRegion& fill : domain.fluid) {
        if (fill.shape == Shape::box) {
            double count = 1;
            for (int d = 0; d < 3; ++d) count *= spacings(2 * static_cast<double>(fill.half[d]), 4.0 * density);
            sum += count;
        } else sum += 4.0 * static_cast<double>(density) * 4.18879 * fill.half.x * fill.half.x * fill.half.x;
    }
    return sum < 8e6 ? static_cast<int>(sum) : 8000000;
}

}  // namespace slosh
