#include "fluid/advect.h"

#include <algorithm>

#include "fluid/cell_weights.h"
#include "fluid/mac_sample.h"

namespace slosh {
namespace {

// The way over dt in cells, of four particles at `from`. The usual scheme is known when this is compiled.
template <bool midpoint>
struct Path {
    const Advection scheme;
    const MacSampler anywhere;
    const Faces& velocity;
    Float4 per_edge[3], top[3];  // dt / edge; where the grid ends

    Path(const MacGrid& grid, const MacFrame& frame, const Faces& v, Advection by, float dt)
        : scheme(by), anywhere(grid), velocity(v) {
        for (int d = 0; d < 3; ++d) per_edge[d] = splat(dt * frame.per_edge[d]), top[d] = splat(frame.top[d]);
    }
    void velocity_at(const Float4 (&from)[3], const Float4 (&way)[3], float share, Float4 (&out)[3]) const {
        Float4 place[3];
        for (int d = 0; d < 3; ++d) place[d] = clamp(from[d] + way[d] * share, splat(0.0f), top[d]);
        anywhere.sample(anywhere.around(place), velocity, out);
        for (int d = 0; d < 3; ++d) out[d] *= per_edge[d];
    }
    // `first` is the velocity at the start and becomes the way.
    void follow(const Float4 (&from)[3], Float4 (&first)[3]) const {
        for (int d = 0; d < 3; ++d) first[d] *= per_edge[d];
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

// Where particles may be after dt. A hair's breadth inside: what lies on the far end of a cell belongs to the next one.
struct Room {
    Float4 lowest[3], highest[3], wall[3];  // and how fast the walls are

    Room(const MacFrame& frame, float dt) {
        for (int d = 0; d < 3; ++d) {
            const float inset = 1e-3f * frame.edge[d], low = frame.corner[d] + frame.velocity[d] * dt;
            lowest[d] = splat(low + inset), highest[d] = splat(low + frame.top[d] * frame.edge[d] - inset);
            wall[d] = splat(frame.velocity[d]);
        }
    }
    // Four particles, or the first `count`, but for those that `stay`, come to `to` along an axis.
    void arrive(GridParticles& p, int slot, int count, int d, Float4 to, Int4 stay) const {
        const Float4 kept = clamp(to, lowest[d], highest[d]);
        store_first(&p.x[d][slot], select(stay, load_first(&p.x[d][slot], count), kept), count);
        if (!any(to != kept)) return;
        const Float4 v = load_first(&p.v[d][slot], count);
        const Float4 stopped = select(to > kept, min(v, wall[d]), select(to < kept, max(v, wall[d]), v));
        store_first(&p.v[d][slot], select(stay, v, stopped), count);
    }
};

Int4 lanes_in(const uint8_t* ballistic, Int4 cell) {
    Int4 is{};
    if (ballistic) SLOSH_UNROLL for (int lane = 0; lane < lanes; ++lane) is[lane] = -(ballistic[cell[lane]] != 0);
    return is;
}

// Four particles, or the first `count` of them, go from places in cells on with the velocity there; those that fly
// stay.
template <bool midpoint>
struct Mover {
    const MacFrame& frame;
    const Path<midpoint> path;
    const Room room;
    float dt;

    Mover(const MacGrid& grid, const MacFrame& f, const Faces& velocity, Advection scheme, float over)
        : frame(f), path(grid, f, velocity, scheme, over), room(f, over), dt(over) {}

    void move(const Float4 (&from)[3], Float4 (&way)[3], Int4 flies, int slot, int count, GridParticles& p) const {
        path.follow(from, way);
        for (int d = 0; d < 3; ++d)
            room.arrive(p, slot, count, d, load(&p.x[d][slot]) + way[d] * frame.edge[d] + frame.velocity[d] * dt,
                        flies);
    }
};

template <bool midpoint>
void carry_by(const MacGrid& grid, const MacFrame& frame, const FacePairs& gained_and_velocity, bool gains, float flip,
              const Faces& velocity, Advection scheme, float dt, const uint8_t* ballistic, glm::vec3 fall,
              GridParticles& p, Jobs& jobs) {
    const Mover<midpoint> mover(grid, frame, velocity, scheme, dt);
    const MacSampler& sampler = mover.path.anywhere;
    // In two loops over few particles: one would have more at hand than there are registers.
    constexpr int piece = 256;
    jobs.for_range(p.count, particle_block, [&](int begin, int end) {
        alignas(16) float from[3][piece], start[3][piece];
        Int4 flies[piece / lanes];
        for (int low = begin; low < end; low += piece) {
            const int high = std::min(low + piece, end);
            for (int slot = low; slot < high; slot += lanes) {
                Float4 place[3], gain[3], first[3];
                for (int d = 0; d < 3; ++d) place[d] = frame.in_cells(d, load(&p.x[d][slot]));
                const MacCorners corners = sampler.around(place);
                sampler.sample(corners, gained_and_velocity, gain, first);
                const Int4 by_itself = lanes_in(ballistic, sampler.cell(corners));
                flies[(slot - low) / lanes] = by_itself;
                for (int d = 0; d < 3; ++d)
                    store(&from[d][slot - low], place[d]), store(&start[d][slot - low], first[d]);
                for (int d = 0; gains && d < 3; ++d) {
                    const Float4 v = load(&p.v[d][slot]);
                    const Float4 blend = flip * (v - frame.velocity[d]) + gain[d] + frame.velocity[d];
                    store_first(&p.v[d][slot], select(by_itself, v + fall[d], blend), high - slot);
                }
            }
            for (int slot = low; slot < high; slot += lanes) {
                Float4 place[3], way[3];
                for (int d = 0; d < 3; ++d) place[d] = load(&from[d][slot - low]), way[d] = load(&start[d][slot - low]);
                mover.move(place, way, flies[(slot - low) / lanes], slot, high - slot, p);
            }
        }
    });
}

}  // namespace

void carry(const MacGrid& grid, const MacFrame& frame, const CellSort& cells, const Faces* gained, float flip,
           const Faces& velocity, Advection scheme, float dt, const uint8_t* ballistic, glm::vec3 fall,
           GridParticles& p, FacePairs& room, Jobs& jobs) {
    room.join(grid, cells, gained ? *gained : velocity, velocity, jobs);
    const auto by = scheme == Advection::rk2 ? carry_by<true> : carry_by<false>;
    by(grid, frame, room, gained != nullptr, flip, velocity, scheme, dt, ballistic, fall, p, jobs);
}

void fly(const MacGrid& grid, const MacFrame& frame, const CellSort& cells, const uint8_t* ballistic, float dt,
         GridParticles& p, Jobs& jobs) {
    const Room room(frame, dt);
    for_filled_cells(grid, cells, jobs, [&](int cell, int, int, int, int begin, int end) {
        if (!ballistic[cell]) return;
        for (int slot = begin; slot < end; slot += lanes)
            for (int d = 0; d < 3; ++d) {
                const int count = end - slot;
                const Float4 to = load_first(&p.x[d][slot], count) + load_first(&p.v[d][slot], count) * dt;
                room.arrive(p, slot, count, d, to, Int4{});
            }
    });
}

float most_cells_a_second(const MacFrame& frame, const GridParticles& p, std::vector<float>& of_block, Jobs& jobs) {
    of_block.resize(static_cast<size_t>((p.count + particle_block - 1) / particle_block));
    jobs.for_range(p.count, particle_block, [&](int begin, int end) {
        float most = 0;
        for (int d = 0; d < 3; ++d) {
            Float4 top = splat(0.0f);
            for (int i = begin; i < end; i += lanes) {
                const Float4 speed = abs(load(&p.v[d][i]) - frame.velocity[d]);
                top = max(select(first_lanes(end - i), speed, top), top);
            }
            for (int lane = 0; lane < lanes; ++lane) most = std::max(most, top[lane] * frame.per_edge[d]);
        }
        of_block[static_cast<size_t>(begin / particle_block)] = most;
    });
    float most = 0;
    for (const float block : of_block) most = std::max(most, block);
    return most;
}

}  // namespace slosh
