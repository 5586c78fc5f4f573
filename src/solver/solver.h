// The interface between a fluid solver and everything that shows or measures it.
#pragma once
#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <memory>
#include <span>

#include "base/profile.h"
#include "domain/domain.h"
#include "domain/pointer_force.h"
#include "solver/grid_slice.h"

namespace slosh {

// A view of the solver's own arrays, valid until its next step. Structure of arrays, one float each,
// ready for a vertex buffer. Slots are in cell order and change every step; id[slot] names the particle.
struct ParticleView {
    int count = 0;
    int dimensions = 2;
    std::span<const float> x, y, z;     // position; z is empty in 2D
    std::span<const float> vx, vy, vz;  // velocity; vz is empty in 2D
    std::span<const float> density, pressure;
    std::span<const uint32_t> id;
    std::span<const uint8_t> kind;
    std::span<const Body> bodies;  // rigid bodies in the fluid
    float radius = 0;              // half the mean spacing at rest: a particle's size on screen
    float rest_density = 1;        // what `density` is measured against
    float support = 0;             // how far a particle's kernel reaches
    // Each particle's own reach, where they differ; else empty.
    std::span<const float> smoothing;
    std::span<const float> neighbours;  // how many others each met, where that is counted; else empty
    // By kind. A mass of 0: what a particle's place holds at rest; a density of 0: rest_density.
    std::array<float, 4> masses{}, rest_densities{};
};

struct Stats {
    int particles = 0;
    int substeps = 0;
    float substep = 0;             // how long the last one was, in seconds of the fluid's own time
    float iterations = 0;          // a sub-step, where the solver iterates: the mean over the last step
    double kinetic_energy = 0;     // sum of m v^2 / 2
    float mean_density_error = 0;  // mean of |density / rest density - 1|
    float mean_compression = 0;    // the same without what is below rest, as free surfaces always are
    float max_speed = 0;
    float mean_neighbours = 0;           // 0 where the solver does not count them
    glm::vec3 lo{0, 0, 0}, hi{0, 0, 0};  // bounding box of the particles
    bool finite = true;                  // false when a position or velocity is not a number
};

struct SolverDef;  // solvers.h

class Solver {
public:
    virtual ~Solver() = default;
    // Advances by dt seconds (one display step, sub-steps inside).
    virtual void step(float dt, std::span<const PointerForce> pointer_forces, const Motion& container) = 0;
    // Takes over the parameters that need no rebuild, and the gravity. `def` holds this solver's kind.
    virtual void retune(const SolverDef& def, const Domain&) = 0;
    // One more rigid body, and the hands on bodies from now on. Refused by fluids that know no bodies.
    virtual SetResult drop(const BodyDef&) { return {SetResult::refused, "this fluid carries no bodies", false}; }
    virtual void hold(std::span<const Grab>) {}
    // What the hand pours from now on, in world space; an empty span ends it. Refused by fluids that cannot be poured.
    virtual SetResult pour(std::span<const Emitter>) {
        return {SetResult::refused, "this fluid cannot be poured", false};
    }
    virtual ParticleView particles() const = 0;
    virtual Stats stats() const = 0;
    virtual const Profile& profile() const = 0;
    // Of solvers that have a grid.
    virtual GridView grid() const { return {}; }
    // The same with the vectors of the last pressure solve as they were after so many iterations, if there were that
    // many: solved again up to there, where record_solves() was on at the time.
    virtual GridView grid_at(int /*iteration*/) { return grid(); }
    virtual void record_solves(bool) {}
};

}  // namespace slosh
