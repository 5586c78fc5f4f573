// Read-only views of a solver's arrays, and a summary of its state; independent of the solver's type.
#pragma once
#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <span>

#include "domain/rigid_body.h"
#include "grid/mac_grid.h"
#include "grid/pressure_vectors.h"

namespace slosh {

// A view of the solver's own arrays, valid until its next step: a structure of arrays, ready for vertex buffers. Slots
// are in cell order and change every step; id[slot] identifies the particle. Position, velocity, density, id and kind
// are always set; the other spans may be empty.
struct ParticleView {
    int count = 0;
    int dimensions = 2;
    std::span<const float> x, y, z;     // position, m; z is empty in 2D
    std::span<const float> vx, vy, vz;  // velocity, m/s; vz is empty in 2D
    std::span<const float> density;     // in the unit of rest_density
    std::span<const float> pressure;    // Pa, or in the solver's own unit
    std::span<const uint32_t> id;       // unique, constant for the life of a particle
    std::span<const uint8_t> kind;      // index of the phase, 0 to 3
    std::span<const Body> bodies;       // rigid bodies in the fluid
    float radius = 0;                   // m: half the mean spacing at rest, a particle's size on screen
    float rest_density = 1;             // what `density` is compared with
    float support = 0;                  // m: support radius of the kernel
    float time_scale = 1;               // seconds of the fluid per second: velocities are per second of the fluid
    std::span<const float> smoothing;   // m: each particle's own support radius, where they differ; else empty
    std::span<const float> neighbours;  // number of neighbours, where the solver counts them; else empty
    // By kind, kg and kg/m3. A mass of 0 means that of a particle's volume at rest; a density of 0 means rest_density.
    std::array<float, 4> masses{}, rest_densities{};
};

struct Stats {
    int particles = 0;
    int substeps = 0;
    float substep = 0;                   // s of simulated time: length of the last sub-step
    float iterations = 0;                // per sub-step, of iterative solvers: mean over the last step
    double kinetic_energy = 0;           // J: sum of m v^2 / 2
    float mean_density_error = 0;        // mean of |density / rest density - 1|
    float mean_compression = 0;          // mean of max(density / rest density - 1, 0): surfaces count for nothing
    float max_speed = 0;                 // m/s
    float mean_neighbours = 0;           // 0 where the solver does not count them
    glm::vec3 lo{0, 0, 0}, hi{0, 0, 0};  // m: bounding box of the particles
    bool finite = true;                  // false when a position or velocity is NaN or infinite
};

// The state of a fluid on a grid after the last sub-step: the solver's own arrays, laid out as grid/mac_grid.h says.
// Valid until the solver's next step; empty for solvers without a grid.
struct GridView {
    MacGrid grid;
    glm::vec3 corner{0, 0, 0}, edge{1, 1, 1};  // m, in the world: origin and size of the first cell
    std::span<const float> phi;                // by cell: level set, negative inside the fluid (grid/fluid_boundary.h)
    std::array<std::span<const float>, 3> velocity;  // by face, m/s, in the container's frame, after the projection
    std::array<std::span<const float>, 3> face_fraction;  // by face, 0 closed .. 1 open
    std::span<const float> divergence_target;             // by cell, 1/s
    std::span<const float> b;  // by cell, 1/s: right-hand side, the target minus the divergence before
    float pascals = 0;         // Pa per unit of the system's pressure
    PressureVectors vectors;
    std::span<const float> residuals;  // relative: at the start of the last solve and after each iteration

    bool empty() const { return phi.empty(); }
};

// Spray, foam and bubbles (foam/diffuse_particles.h), for drawing. Valid until their next step.
struct DiffuseView {
    enum Kind : uint8_t { spray, foam, bubble };
    int count = 0;
    std::span<const float> x, y, z;  // position, m
    std::span<const uint8_t> kind;   // a Kind
    std::span<const float> shown;    // the kind as drawn, which follows `kind` smoothly
    std::span<const float> fade;     // opacity: rises from 0 after creation, falls to 0 before removal
};

// Anisotropy of each particle's neighbourhood (analysis/anisotropy.h), in the order of the particles; empty if it was
// not requested.
struct Ellipsoids {
    std::span<const glm::vec3> centre;
    // Half axes in radii of a particle inside the fluid; the longest comes first.
    std::array<std::span<const glm::vec3>, 3> axes;
};

}  // namespace slosh
