#include "fluid/advect.h"

#include <algorithm>

#include "fluid/cell_weights.h"
#include "fluid/mac_sample.h"

namespace slosh {
namespace {

// The way over dt in cells, of four particles at `from`.
template <Advection scheme>
struct Path {
    const MacSampler anywhere;
    const Faces& velocity;
    Float4 per_edge[3], top[3];  // dt / edge; where the grid ends

    void velocity_at(const Float4 (&from)[3], const Float4 (&way)[3], float share, Float4 (&out)[3]) const {
        Float4 place[3];
        for (int d = 0; d < 3; ++d) place[d] = clamp(from[d] + way[d] * share, splat(0.0f), top[d]);
        anywhere.sample(anywhere.around(place), velocity, out);
        for (int d = 0; d < 3; ++d) out[d] *= per_edge[d];
    }
    // `first` is the velocity at the start and becomes the way.
    void follow(const Float4 (&from)[3], Float4 (&first)[3]) const {
        for (int d = 0; d < 3; ++d) first[d] *= per_edge[d];
        if constexpr (scheme == Advection::rk2) {
            Float4 middle[3];
            velocity_at(from, first, 0.5f, middle);
            for (int d = 0; d < 3; ++d) first[d] = middle[d];
        } else if constexpr (scheme == Advection::rk3) {
            Float4 second[3], third[3];
            velocity_at(from, first, 0.5f, second);
            velocity_at(from, second, 0.75f, third);
            for (int d = 0; d < 3; ++d) first[d] = (2.0f * first[d] + 3.0f * second[d] + 4.0f * third[d]) / 9.0f;
        }
    }
};

template <Advection scheme>
void advect_by(const MacGrid& grid, const MacFrame& frame, const Departure& departure, float dt, GridParticles& p,
               Jobs& jobs) {
    Path<scheme> path{MacSampler(grid), departure.velocity, {}, {}};
    for (int d = 0; d < 3; ++d) path.per_edge[d] = splat(dt * frame.per_edge[d]), path.top[d] = splat(frame.top[d]);
    // A hair's breadth inside: what lies on the far end of a cell belongs to the next one.
    Float4 lowest[3], highest[3];
    for (int d = 0; d < 3; ++d) {
        const float inset = 1e-3f * frame.edge[d], low = frame.corner[d] + frame.velocity[d] * dt;
        lowest[d] = splat(low + inset), highest[d] = splat(low + frame.top[d] * frame.edge[d] - inset);
    }
    jobs.for_range(p.count, particle_block, [&](int begin, int end) {
        for (int slot = begin; slot < end; slot += lanes) {
            Float4 x[3], from[3], way[3];
            for (int d = 0; d < 3; ++d)
                x[d] = load(&p.x[d][slot]), from[d] = frame.in_cells(d, x[d]), way[d] = load(&departure.at[d][slot]);
            const Int4 by_itself = way[0] == Departure::flies;
            if (any(by_itself))
                for (int d = 0; d < 3; ++d) way[d] = select(by_itself, splat(0.0f), way[d]);
            path.follow(from, way);
            if (any(by_itself))
                for (int d = 0; d < 3; ++d) {
                    const Float4 own = (load(&p.v[d][slot]) - frame.velocity[d]) * path.per_edge[d];
                    way[d] = select(by_itself, own, way[d]);
                }
            const int count = end - slot;
            for (int d = 0; d < 3; ++d) {
                const Float4 to = x[d] + way[d] * frame.edge[d] + frame.velocity[d] * dt;
                const Float4 kept = clamp(to, lowest[d], highest[d]);
                store_first(&p.x[d][slot], kept, count);
                if (!any(to != kept)) continue;
                const Float4 v = load(&p.v[d][slot]), wall = splat(frame.velocity[d]);
                store_first(&p.v[d][slot], select(to > kept, min(v, wall), select(to < kept, max(v, wall), v)), count);
            }
        }
    });
}

}  // namespace

void advect(const MacGrid& grid, const MacFrame& frame, const Departure& from, Advection scheme, float dt,
            GridParticles& p, Jobs& jobs) {
    if (scheme == Advection::euler) advect_by<Advection::euler>(grid, frame, from, dt, p, jobs);
    else if (scheme == Advection::rk2) advect_by<Advection::rk2>(grid, frame, from, dt, p, jobs);
    else advect_by<Advection::rk3>(grid, frame, from, dt, p, jobs);
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
