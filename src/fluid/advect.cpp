#include "fluid/advect.h"

#include <algorithm>

#include "fluid/cell_weights.h"
#include "fluid/mac_sample.h"

namespace slosh {
namespace {

// The way over dt in cells, of four particles that start in the sampler's cell at `from`.
template <Advection scheme>
struct Path {
    const MacSampler anywhere;
    Float4 per_edge[3], top[3];  // dt / edge; where the grid ends

    void velocity_at(const Float4 (&from)[3], const Float4 (&way)[3], float share, Float4 (&out)[3]) const {
        Float4 place[3];
        for (int d = 0; d < 3; ++d) place[d] = clamp(from[d] + way[d] * share, splat(0.0f), top[d]);
        anywhere.sample(place, out);
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
void advect_by(const MacGrid& grid, const MacFrame& frame, const CellSort& cells, const Faces& velocity, float dt,
               const uint8_t* ballistic, GridParticles& p, Jobs& jobs) {
    Path<scheme> path{MacSampler(grid, velocity), {}, {}};
    for (int d = 0; d < 3; ++d) path.per_edge[d] = splat(dt * frame.per_edge[d]), path.top[d] = splat(frame.top[d]);
    // A hair's breadth inside: what lies on the far end of a cell belongs to the next one.
    Float4 lowest[3], highest[3];
    for (int d = 0; d < 3; ++d) {
        const float inset = 1e-3f * frame.edge[d], low = frame.corner[d] + frame.velocity[d] * dt;
        lowest[d] = splat(low + inset), highest[d] = splat(low + frame.top[d] * frame.edge[d] - inset);
    }
    for_filled_cells(grid, cells, jobs, [&](int cell, int i, int j, int k, int begin, int end) {
        const float place[3] = {static_cast<float>(i), static_cast<float>(j), static_cast<float>(k)};
        const CellSampler sampler(grid, velocity, cell);
        const bool flies = ballistic && ballistic[cell];
        for (int slot = begin; slot < end; slot += lanes) {
            const int count = end - slot;
            Float4 x[3], into[3], from[3], way[3];
            for (int d = 0; d < 3; ++d) {
                x[d] = load_first(&p.x[d][slot], count);
                from[d] = frame.in_cells(d, x[d]);
                into[d] = clamp(from[d] - place[d], splat(0.0f), splat(1.0f));
            }
            if (flies) {
                for (int d = 0; d < 3; ++d)
                    way[d] = (load_first(&p.v[d][slot], count) - frame.velocity[d]) * path.per_edge[d];
            } else {
                sampler.sample(weights_in_cell(into), way);
                path.follow(from, way);
            }
            for (int d = 0; d < 3; ++d) {
                const Float4 to = x[d] + way[d] * frame.edge[d] + frame.velocity[d] * dt;
                const Float4 kept = clamp(to, lowest[d], highest[d]);
                store_first(&p.x[d][slot], kept, count);
                if (!any(to != kept)) continue;
                const Float4 v = load_first(&p.v[d][slot], count), wall = splat(frame.velocity[d]);
                store_first(&p.v[d][slot], select(to > kept, min(v, wall), select(to < kept, max(v, wall), v)), count);
            }
        }
    });
}

}  // namespace

void advect(const MacGrid& grid, const MacFrame& frame, const CellSort& cells, const Faces& velocity, Advection scheme,
            float dt, const uint8_t* ballistic, GridParticles& p, Jobs& jobs) {
    if (scheme == Advection::euler) advect_by<Advection::euler>(grid, frame, cells, velocity, dt, ballistic, p, jobs);
    else if (scheme == Advection::rk2) advect_by<Advection::rk2>(grid, frame, cells, velocity, dt, ballistic, p, jobs);
    else advect_by<Advection::rk3>(grid, frame, cells, velocity, dt, ballistic, p, jobs);
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
