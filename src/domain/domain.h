// What a scene is: the container and its motion, the fluid at the start, emitters, drains, bodies and gravity.
//
// Conventions: x to the right, y up, z towards the viewer. 2D scenes keep z = 0. Lengths are metres
// unless a scene has its own unit. All positions are in world space; the walls move through it.
#pragma once
#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

#include "domain/rigid_body.h"

namespace slosh {

enum class Shape : uint8_t { circle, box };  // a circle is a sphere in 3D

// Half extents of the box around a box, or around a circle of radius half.x.
inline glm::vec3 half_extents(Shape shape, glm::vec3 half) { return shape == Shape::circle ? glm::vec3(half.x) : half; }

struct Walls {
    Shape shape = Shape::box;
    glm::vec3 half{1, 1, 1};    // m: half extents of the box; half.x is the circle's radius
    glm::vec3 centre{0, 0, 0};  // m, of the container at rest
    bool open = false;          // no container: the walls are farther away than any particle, and not drawn

    static Walls none() { return {.half = {1000, 1000, 1000}, .open = true}; }
};

// The lower and upper corner of the box in which fluid is drawn, m; far away if the container has no panes of glass.
struct GlassBox {
    glm::vec3 lo{-1e9f}, hi{1e9f};
};

// The box of a box container at `offset`, enlarged by `margin` (m) on each side; a round container has no panes.
inline GlassBox glass_box(const Walls& walls, glm::vec3 offset, float margin) {
    if (walls.open || walls.shape == Shape::circle) return {};
    const glm::vec3 centre = walls.centre + offset, half = walls.half + margin;
    return {centre - half, centre + half};
}

// A region of fluid at the start. The particles are distributed over all regions by area (volume in 3D).
struct FluidRegion {
    static constexpr int mixed = -1;
    Shape shape = Shape::box;
    glm::vec3 centre{0, 0, 0};    // m
    glm::vec3 half{1, 1, 1};      // m: half extents of the box; half.x is the circle's radius
    int kind = mixed;             // index of the phase, 0 to 3; mixed: random by particle
    glm::vec3 velocity{0, 0, 0};  // m/s
    bool lattice = false;         // a regular lattice, as a fluid at rest; else a random even distribution
    // Of a lattice: random displacement of each particle, as a fraction of the spacing. Without it flows that stretch
    // the fluid show the rows of the lattice.
    float jitter = 0;
    // If not null, added to `velocity`: swirl (m/s) times this field of at / swirl_size (m), such as curl_noise(). A
    // pointer, so that modules whose scenes have none do not contain it.
    glm::vec3 (*swirl_field)(int dimensions, glm::vec3 at, uint64_t seed) = nullptr;
    float swirl = 1;
    float swirl_size = 1;
    // If not 0: the normal of a plane through the centre; only the half behind it is filled.
    glm::vec3 cut{0, 0, 0};
};

// A nozzle that emits rows of particles at the rest density (domain/emitters.h). It moves with the container.
struct Emitter {
    glm::vec3 centre{0, 0, 0};      // m
    glm::vec3 direction{0, -1, 0};  // of any length above 0
    float width = 0.1f;             // m: length of a slit in 2D, diameter of a round nozzle in 3D
    float speed = 1;                // m/s
    int kind = 0;                   // index of the phase, 0 to 3
};

// Removes particles that enter it. Moves with the container.
struct Drain {
    Shape shape = Shape::box;
    glm::vec3 centre{0, 0, 0};         // m
    glm::vec3 half{0.1f, 0.1f, 0.1f};  // m: half extents of the box; half.x is the circle's radius
};

struct Domain {
    int dimensions = 2;
    Walls walls;
    std::vector<FluidRegion> fluid;
    std::vector<Emitter> emitters;
    std::vector<Drain> drains;
    // m2 (m3 in 3D) that emitters will add. The requested number of particles is for the fluid at the start and this
    // volume, which gives the spacing in a scene that starts empty.
    float inflow_volume = 0;
    std::vector<BodyDef> bodies;      // floating, sunk or falling in it; at most 64
    glm::vec3 gravity{0, -9.81f, 0};  // m/s2
};

// Motion of the container in a step. The next step's offset should be offset + velocity * dt.
struct Motion {
    glm::vec3 offset{0, 0, 0};    // m from the rest position, at the start of the step
    glm::vec3 velocity{0, 0, 0};  // m/s, constant during the step
};

// Volume of the fluid at the start, m3; area in 2D, m2.
float fluid_volume(const Domain&);

}  // namespace slosh
