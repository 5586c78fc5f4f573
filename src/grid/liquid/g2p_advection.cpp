#include "grid/liquid/g2p_advection.h"

#include <algorithm>
#include <atomic>

#include "grid/sampling.h"
#include "grid/transfer_weights.h"

namespace slosh {
namespace {

// Inputs are copied into locals in each loop because the compiler cannot prove that particle stores do not alias them;
// it would load them again for every four particles.

// The displacement over dt, in cells, of four particles at `from`. `midpoint` fixes the usual scheme at compile time.
template <bool midpoint>
struct RungeKutta {
    Advection scheme;
    MacSampler sampler;
    InterleavedFaces::View velocity;
    float dt_over_edge[3], top[3];  // s/m; number of cells

    RungeKutta(const MacGrid& grid, const MacFrame& frame, const InterleavedFaces& v, Advection by, float dt)
        : scheme(by), sampler(grid), velocity(v.view(grid)) {
        for (int d = 0; d < 3; ++d) {
            dt_over_edge[d] = dt * frame.inv_edge[d];
            top[d] = frame.top[d];
        }
    }
    void velocity_at(const Float4 (&from)[3], const Float4 (&displacement)[3], float fraction, Float4 (&out)[3]) const {
        Float4 coord[3], there[3][1];
        for (int d = 0; d < 3; ++d) coord[d] = clamp(from[d] + displacement[d] * fraction, splat(0.0f), splat(top[d]));
        sampler.sample<1>(sampler.stencil_at(coord), {velocity}, there);
        for (int d = 0; d < 3; ++d) out[d] = there[d][0] * dt_over_edge[d];
    }
    // `first` holds the velocity at `from`, m/s, and receives the displacement.
    void integrate(const Float4 (&from)[3], Float4 (&first)[3]) const {
        for (int d = 0; d < 3; ++d) first[d] *= dt_over_edge[d];
        if (midpoint || scheme == Advection::rk2) {
            Float4 middle[3];
            velocity_at(from, first, 0.5f, middle);
            for (int d = 0; d < 3; ++d) first[d] = middle[d];
        } else if (scheme == Advection::rk3) {
            Float4 second[3], third[3];
            velocity_at(from, first, 0.5f, second);
            velocity_at(from, second, 0.75f, third);
            for (int d = 0; d < 3; ++d) first[d] = (2.0f * first[d] + 3.0f * second[d] + 4.0f * third[d]) / 9.0f;
        }
    }
};

// The particle arrays.
struct ParticlePointers {
    float *x[3], *v[3];

    explicit ParticlePointers(FlipParticles& p) {
        for (int d = 0; d < 3; ++d) {
            x[d] = p.x[d].data();
            v[d] = p.v[d].data();
        }
    }
};

// No-penetration condition: removes the velocity component that points through the wall.
[[gnu::noinline]] void clip_velocity(float* velocity, int count, Float4 to, Float4 clamped, Float4 wall, Int4 stay) {
    const Float4 v = load_first(velocity, count);
    const Float4 stopped = select(to > clamped, min(v, wall), select(to < clamped, max(v, wall), v));
    store_first(velocity, select(stay, v, stopped), count);
}

// The box that particles may be in after dt. It ends 1e-3 cells before the walls, as a position on the upper end of the
// last cell would belong to a cell outside the grid.
struct DomainBounds {
    float lowest[3], highest[3], wall[3];  // m, m, m/s

    DomainBounds(const MacFrame& frame, float dt) {
        for (int d = 0; d < 3; ++d) {
            const float inset = 1e-3f * frame.edge[d], low = frame.corner[d] + frame.velocity[d] * dt;
            lowest[d] = low + inset;
            highest[d] = low + frame.top[d] * frame.edge[d] - inset;
            wall[d] = frame.velocity[d];
        }
    }
    // Moves four particles, or the first `count`, to `to`, except for the lanes in `stay`. Returns whether a wall has
    // stopped any.
    bool move_to(const ParticlePointers& slots, int slot, int count, const Float4 (&to)[3], Int4 stay) const {
        Float4 clamped[3];
        for (int d = 0; d < 3; ++d) clamped[d] = clamp(to[d], splat(lowest[d]), splat(highest[d]));
        const Int4 out = (to[0] != clamped[0]) | (to[1] != clamped[1]) | (to[2] != clamped[2]);
        const bool stopped = any(count < lanes ? out & first_lanes(count) : out), waits = any(stay);
        for (int d = 0; d < 3; ++d) {
            float* x = slots.x[d] + slot;
            store_first(x, waits ? select(stay, load_first(x, count), clamped[d]) : clamped[d], count);
        }
        if (stopped)
            for (int d = 0; d < 3; ++d)
                clip_velocity(slots.v[d] + slot, count, to[d], clamped[d], splat(wall[d]), stay);
        return stopped;
    }
};

// The lanes whose particles are isolated. Rarely any are, so the common case is one branch.
Int4 isolated_lanes(const uint8_t* isolated, Int4 cell) {
    if (!isolated) return Int4{};
    const uint8_t a = isolated[cell[0]], b = isolated[cell[1]], c = isolated[cell[2]], d = isolated[cell[3]];
    if ((a | b | c | d) == 0) return Int4{};
    return Int4{a, b, c, d} != 0;
}

// Two passes over batches of 256 particles: a fused loop needs more vector registers than there are. The arrays are
// padded, so the last batch may load and store whole vectors.
constexpr int batch_size = 256;

// What the first pass hands to the second: positions in cells, grid velocities in m/s, the part of gravity that acted
// on the particle's velocity, the isolated lanes.
struct AdvectionBatch {
    alignas(16) float from[3][batch_size], velocity[3][batch_size], falling[batch_size];
    Int4 isolated[batch_size / lanes];
};

// First pass: interpolates both fields and updates the particle velocities.
struct GridToParticle {
    const MacGrid& grid;
    const MacFrame& container_frame;
    const InterleavedFaces *velocity_delta, *velocity;
    float flip;
    const uint8_t* isolated;
    FreeFall fall;

    [[gnu::noinline]] void gather(int low, int high, const ParticlePointers& particles, AdvectionBatch& out) const {
        const MacFrame frame = container_frame;
        const MacSampler sampler(grid);
        const ParticlePointers slots = particles;
        const bool has_delta = velocity_delta != nullptr;
        const InterleavedFaces::View fields[2] = {(has_delta ? *velocity_delta : *velocity).view(grid),
                                                  velocity->view(grid)};
        const uint8_t* const is_isolated = isolated;
        const float flip_fraction = flip, velocity_gain[3] = {fall.gained.x, fall.gained.y, fall.gained.z};
        const FreeFall free_fall = fall;
        for (int slot = low; slot < high; slot += lanes) {
            Float4 coord[3], samples[3][2];
            for (int d = 0; d < 3; ++d) coord[d] = frame.in_cells(d, load(slots.x[d] + slot));
            const TrilinearStencil corners = sampler.stencil_at(coord);
            sampler.sample<2>(corners, fields, samples);
            const Int4 isolated_here = isolated_lanes(is_isolated, sampler.cell(corners));
            out.isolated[(slot - low) / lanes] = isolated_here;
            for (int d = 0; d < 3; ++d) {
                store(&out.from[d][slot - low], coord[d]);
                store(&out.velocity[d][slot - low], samples[d][1]);
            }
            Float4 along_gravity{};
            const bool any_isolated = any(isolated_here);
            for (int d = 0; d < 3 && has_delta; ++d) {
                const Float4 v = load(slots.v[d] + slot);
                const Float4 blend = flip_fraction * (v - frame.velocity[d]) + samples[d][0] + frame.velocity[d];
                along_gravity += (blend - v) * velocity_gain[d];
                store(slots.v[d] + slot, any_isolated ? select(isolated_here, v + velocity_gain[d], blend) : blend);
            }
            store(&out.falling[slot - low], free_fall.part(along_gravity));
        }
    }
};

// Second pass: Runge-Kutta from the gathered velocities.
template <bool midpoint>
struct ParticleAdvection {
    RungeKutta<midpoint> integrator;
    const MacFrame& container_frame;
    const AdvectionStep& step;
    const FreeFall& fall;

    // Isolated particles stay. Returns whether a wall has stopped any.
    [[gnu::noinline]] bool advect(int low, int high, const ParticlePointers& particles,
                                  const AdvectionBatch& start) const {
        const RungeKutta<midpoint> path = integrator;
        const MacFrame frame = container_frame;
        const float dt = step.dt;
        const glm::vec3 early = fall.early;
        const DomainBounds bounds(frame, dt);
        const ParticlePointers slots = particles;
        bool stopped = false;
        for (int slot = low; slot < high; slot += lanes) {
            const Float4 falling = load(&start.falling[slot - low]);
            Float4 coord[3], displacement[3], to[3];
            for (int d = 0; d < 3; ++d) {
                coord[d] = load(&start.from[d][slot - low]);
                displacement[d] = load(&start.velocity[d][slot - low]);
            }
            path.integrate(coord, displacement);
            for (int d = 0; d < 3; ++d)
                to[d] = load(slots.x[d] + slot) + displacement[d] * frame.edge[d] + frame.velocity[d] * dt -
                        falling * early[d];
            stopped |= bounds.move_to(slots, slot, lanes, to, start.isolated[(slot - low) / lanes]);
        }
        return stopped;
    }
};

template <bool midpoint>
void advect_blocks(const GridToParticle& transfer, const AdvectionStep& step, FlipParticles& p,
                   VelocityBounds& velocity_bounds, Jobs& jobs) {
    const MacFrame& frame = transfer.container_frame;
    const ParticleAdvection<midpoint> advection{
        .integrator = RungeKutta<midpoint>(transfer.grid, frame, *transfer.velocity, step.scheme, step.dt),
        .container_frame = frame,
        .step = step,
        .fall = transfer.fall};
    jobs.for_range(p.count, particle_block, [&](int begin, int end) {
        AdvectionBatch start;
        const ParticlePointers slots(p);
        bool stopped = false;
        for (int low = begin; low < end; low += batch_size) {
            const int high = std::min(low + batch_size, end);
            transfer.gather(low, high, slots, start);
            stopped |= advection.advect(low, high, slots, start);
        }
        velocity_bounds.add_block(p, begin, end, stopped);
    });
}

}  // namespace

VelocityRange grid_to_particles_and_advect(const GridLayout& layout, const G2pFields& fields, const AdvectionStep& step,
                                           SortedParticles& particles, TransferScratch& scratch, Jobs& jobs) {
    const MacGrid& grid = layout.grid;
    FlipParticles& p = particles.front;
    VelocityBounds& velocity_bounds = scratch.velocity_bounds;
    velocity_bounds.begin(p);
    if (fields.velocity_delta)
        scratch.velocity_delta.interleave(grid, particles.cells, 1, *fields.velocity_delta, jobs);
    scratch.velocity.interleave(grid, particles.cells, fields.layers + 1, fields.velocity, jobs);
    const GridToParticle transfer{.grid = grid,
                                  .container_frame = layout.frame,
                                  .velocity_delta = fields.velocity_delta ? &scratch.velocity_delta : nullptr,
                                  .velocity = &scratch.velocity,
                                  .flip = fields.flip,
                                  .isolated = step.isolated,
                                  .fall = FreeFall(step.gravity_dt, step.dt)};
    const auto run = step.scheme == Advection::rk2 ? advect_blocks<true> : advect_blocks<false>;
    run(transfer, step, p, velocity_bounds, jobs);
    return velocity_bounds.total();
}

bool integrate_isolated_particles(const GridLayout& layout, const AdvectionStep& step, SortedParticles& particles,
                                  Jobs& jobs) {
    if (!step.isolated) return false;
    const uint8_t* const isolated = step.isolated;
    const float dt = step.dt;
    FlipParticles& p = particles.front;
    const DomainBounds bounds(layout.frame, dt);
    const ParticlePointers slots(p);
    const glm::vec3 early = FreeFall(step.gravity_dt, dt).early;
    std::atomic<bool> stopped = false;
    for_filled_cells(layout.grid, particles.cells, jobs, [&](int cell, int, int, int, int begin, int end) {
        if (!isolated[cell]) return;
        for (int slot = begin; slot < end; slot += lanes) {
            const int count = end - slot;
            Float4 to[3];
            for (int d = 0; d < 3; ++d)
                to[d] = load_first(&p.x[d][slot], count) + load_first(&p.v[d][slot], count) * dt - early[d];
            if (bounds.move_to(slots, slot, count, to, Int4{})) stopped = true;
        }
    });
    return stopped;
}

}  // namespace slosh
