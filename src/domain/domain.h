// Where the fluid is: container, first filling, gravity, and how the container moves.
//
// Conventions: x to the right, y up, z towards the viewer. 2D scenes keep z = 0. Lengths are metres
// unless a scene has its own unit. All positions are in world space; the walls move through it.
#pragma once
#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "domain/rigid_body.h"

namespace slosh {

enum class Shape : uint8_t { circle, box };  // a circle is a sphere in 3D

struct Walls {
    Shape shape = Shape::box;
    glm::vec3 half{1, 1, 1};    // half extents of the box; half.x is the circle's radius
    glm::vec3 centre{0, 0, 0};  // when the container is at rest
    bool open = false;          // there is no container: these are too far out to matter, and not drawn

    static Walls none() { return {.half = {1000, 1000, 1000}, .open = true}; }
};

// Where panes of glass end the fluid, its two corners; far away where there are none.
struct GlassBox {
    glm::vec3 lo{-1e9f}, hi{1e9f};
};

// Of a box, that many units around it; a round container has none.
inline GlassBox glass_box(const Walls& walls, glm::vec3 offset, float around) {
    if (walls.open || walls.shape == Shape::circle) return {};
    const glm::vec3 middle = walls.centre + offset, half = walls.half + around;
    return {middle - half, middle + half};
}

// A region full of fluid at the start. The particles are shared out by area (volume in 3D).
struct FluidRegion {
    static constexpr int mixed = -1;
    Shape shape = Shape::box;
    glm::vec3 centre{0, 0, 0};
    glm::vec3 half{1, 1, 1};
    int kind = mixed;  // 0 to 3, or each particle's kind drawn at random
    glm::vec3 velocity{0, 0, 0};
    bool lattice = false;  // rows on rows, as a fluid at rest lies; else scattered evenly
    // Of a lattice: each particle is somewhere in this share of its spacing, or flows that stretch the fluid draw its
    // rows apart.
    float jitter = 0;
    // On top of `velocity`: swirl * curl of a noise whose features are `swirl_size` long (domain/curl_noise.h).
    float swirl = 0, swirl_size = 1;
    // Not 0: only the half that lies behind the plane through the centre which this stands upon.
    glm::vec3 cut{0, 0, 0};
};

// A nozzle that lets fluid in: rows of particles, as dense as fluid at rest, leave it at `speed`. It goes along with
// the container (domain/emitters.h).
struct Emitter {
    glm::vec3 centre{0, 0, 0};
    glm::vec3 direction{0, -1, 0};  // of any length
    float width = 0.1f;             // of a slit in 2D, of a round nozzle in 3D
    float speed = 1;
    int kind = 0;
};

// Takes away whatever gets into it. Goes along with the container.
struct Drain {
    Shape shape = Shape::box;
    glm::vec3 centre{0, 0, 0};
    glm::vec3 half{0.1f, 0.1f, 0.1f};
};

struct Domain {
    int dimensions = 2;
    Walls walls;
    std::vector<FluidRegion> fluid;
    std::vector<Emitter> emitters;
    std::vector<Drain> drains;
    // Area (volume in 3D) that emitters have still to bring: the particles asked for are shared out over the first
    // filling and this, and so it tells how far apart they are in a scene that starts empty.
    float inflow_volume = 0;
    std::vector<BodyDef> bodies;  // floating, sunk or falling in it; at most 64
    glm::vec3 gravity{0, -9.81f, 0};
};

// How far the container is from its rest position at the start of a step, and how fast it goes
// during it. The next step's offset should be offset + velocity * dt.
struct Motion {
    glm::vec3 offset{0, 0, 0};
    glm::vec3 velocity{0, 0, 0};
};

// Spray, foam and bubbles (foam/diffuse_particles.h), as they are drawn. Valid until they move on.
struct DiffuseView {
    enum Kind : uint8_t { spray, foam, bubble };
    int count = 0;
    std::span<const float> x, y, z;
    std::span<const uint8_t> kind;
    std::span<const float> shown;  // the kind, on its way from one to the next
    std::span<const float> fade;   // 0 just made or nearly gone, 1 in between
};

// How the particles around each one lie (analysis/anisotropy.h), in the order of the particles; empty where nobody
// asked.
struct Ellipsoids {
    std::span<const glm::vec3> centre;
    // Half axes in radii of a particle inside the fluid; the longest comes first.
    std::array<std::span<const glm::vec3>, 3> axes;
};

// Area of the first filling in 2D, volume in 3D.
float fluid_volume(const Domain&);

}  // namespace slosh
