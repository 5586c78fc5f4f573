#include "grid/liquid/g2p_advection.h"

#include <algorithm>
#include <atomic>

#include "grid/sampling.h"
#include "grid/transfer_weights.h"

namespace slosh {
namespace {

// What follows is copied into each loop: a compiler cannot know that what particles get is not written there, and would
// load it all again for every four of them.

// The way over dt in cells, of four particles at `from`. The usual scheme is known when this is compiled.
template <bool midpoint>
struct Path {
    Advection scheme;
    MacSampler anywhere;
    InterleavedFaces::View velocity;
    float inv_edge[3], top[3];  // dt / edge; where the grid ends

    Path(const MacGrid& grid, const MacFrame& frame, const InterleavedFaces& v, Advection by, float dt)
        : scheme(by), anywhere(grid), velocity(v.view(grid)) {
        for (int d = 0; d < 3; ++d) inv_edge[d] = dt * frame.inv_edge[d], top[d] = frame.top[d];
    }
    void velocity_at(const Float4 (&from)[3], const Float4 (&way)[3], float share, Float4 (&out)[3]) const {
        Float4 place[3], there[3][1];
        for (int d = 0; d < 3; ++d) place[d] = clamp(from[d] + way[d] * share, splat(0.0f), splat(top[d]));
        anywhere.sample<1>(anywhere.around(place), {velocity}, there);
        for (int d = 0; d < 3; ++d) out[d] = there[d][0] * inv_edge[d];
    }
    // `first` is the velocity at the start and becomes the way.
    void follow(const Float4 (&from)[3], Float4 (&first)[3]) const {
        for (int d = 0; d < 3; ++d) first[d] *= inv_edge[d];
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

// Where the particles' values begin.
struct Slots {
    float *x[3], *v[3];

    explicit Slots(FlipParticles& p) {
        for (int d = 0; d < 3; ++d) x[d] = p.x[d].data(), v[d] = p.v[d].data();
    }
};

// What comes to a wall from inside goes on along it.
[[gnu::noinline]] void stop(float* velocity, int count, Float4 to, Float4 kept, Float4 wall, Int4 stay) {
    const Float4 v = load_first(velocity, count);
    const Float4 stopped = select(to > kept, min(v, wall), select(to < kept, max(v, wall), v));
    store_first(velocity, select(stay, v, stopped), count);
}

// Where particles may be after dt. A hair's breadth inside: what lies on the far end of a cell belongs to the next one.
struct Room {
    float lowest[3], highest[3], wall[3];  // and how fast the walls are

    Room(const MacFrame& frame, float dt) {
        for (int d = 0; d < 3; ++d) {
            const float inset = 1e-3f * frame.edge[d], low = frame.corner[d] + frame.velocity[d] * dt;
            lowest[d] = low + inset, highest[d] = low + frame.top[d] * frame.edge[d] - inset;
            wall[d] = frame.velocity[d];
        }
    }
    // Four particles, or the first `count`, but for those that `stay`, come to `to`. Whether a wall stops any.
    bool arrive(const Slots& slots, int slot, int count, const Float4 (&to)[3], Int4 stay) const {
        Float4 kept[3];
        for (int d = 0; d < 3; ++d) kept[d] = clamp(to[d], splat(lowest[d]), splat(highest[d]));
        const Int4 out = (to[0] != kept[0]) | (to[1] != kept[1]) | (to[2] != kept[2]);
        const bool stopped = any(count < lanes ? out & first_lanes(count) : out), waits = any(stay);
        for (int d = 0; d < 3; ++d) {
            float* x = slots.x[d] + slot;
            store_first(x, waits ? select(stay, load_first(x, count), kept[d]) : kept[d], count);
        }
        if (stopped)
            for (int d = 0; d < 3; ++d) stop(slots.v[d] + slot, count, to[d], kept[d], splat(wall[d]), stay);
        return stopped;
    }
};

// Hardly ever there are any.
Int4 lanes_in(const uint8_t* ballistic, Int4 cell) {
    Int4 is{};
    if (!ballistic) return is;
    const uint8_t a = ballistic[cell[0]], b = ballistic[cell[1]], c = ballistic[cell[2]], d = ballistic[cell[3]];
    if ((a | b | c | d) != 0) is = -(Int4{a, b, c, d} != 0 ? Int4{1, 1, 1, 1} : Int4{});
    return is;
}

// In two loops over few particles: one would have more at hand than there are registers. Behind the last particle there
// is room for whole vectors.
constexpr int piece = 256;

// Of a piece: where it starts, in cells, with which velocity; what flies by itself.
struct Departure {
    alignas(16) float from[3][piece], velocity[3][piece];
    Int4 flies[piece / lanes];
};

// What particles gain, and with what they set out.
struct Gain {
    const MacGrid& grid;
    const MacFrame& moving;
    const InterleavedFaces *gained, *velocity;
    float flip;
    const uint8_t* ballistic;
    glm::vec3 fall;

    [[gnu::noinline]] void take(int low, int high, const Slots& of, Departure& out) const {
        const MacFrame frame = moving;
        const MacSampler anywhere(grid);
        const Slots slots = of;
        const bool gains = gained != nullptr;
        const InterleavedFaces::View of_both[2] = {(gains ? *gained : *velocity).view(grid), velocity->view(grid)};
        const uint8_t* const flown = ballistic;
        const float kept = flip, falls[3] = {fall.x, fall.y, fall.z};
        for (int slot = low; slot < high; slot += lanes) {
            Float4 place[3], both[3][2];
            for (int d = 0; d < 3; ++d) place[d] = frame.in_cells(d, load(slots.x[d] + slot));
            const MacCorners corners = anywhere.around(place);
            anywhere.sample<2>(corners, of_both, both);
            const Int4 by_itself = lanes_in(flown, anywhere.cell(corners));
            out.flies[(slot - low) / lanes] = by_itself;
            for (int d = 0; d < 3; ++d)
                store(&out.from[d][slot - low], place[d]), store(&out.velocity[d][slot - low], both[d][1]);
            if (!gains) continue;
            const bool any_falls = any(by_itself);
            for (int d = 0; d < 3; ++d) {
                const Float4 v = load(slots.v[d] + slot);
                const Float4 blend = kept * (v - frame.velocity[d]) + both[d][0] + frame.velocity[d];
                store(slots.v[d] + slot, any_falls ? select(by_itself, v + falls[d], blend) : blend);
            }
        }
    }
};

// From places in cells on with the velocity there; those that fly stay.
template <bool midpoint>
[[gnu::noinline]] void go(const Path<midpoint>& along, const MacFrame& moving, float dt, int low, int high,
                          const Slots& of, const Departure& start) {
    const Path<midpoint> path = along;
    const MacFrame frame = moving;
    const Room room(frame, dt);
    const Slots slots = of;
    const float over = dt;
    for (int slot = low; slot < high; slot += lanes) {
        Float4 place[3], way[3], to[3];
        for (int d = 0; d < 3; ++d)
            place[d] = load(&start.from[d][slot - low]), way[d] = load(&start.velocity[d][slot - low]);
        path.follow(place, way);
        for (int d = 0; d < 3; ++d) to[d] = load(slots.x[d] + slot) + way[d] * frame.edge[d] + frame.velocity[d] * over;
        room.arrive(slots, slot, lanes, to, start.flies[(slot - low) / lanes]);
    }
}

template <bool midpoint>
void carry_by(const Gain& gain, Advection scheme, float dt, FlipParticles& p, VelocityBounds& fastest, Jobs& jobs) {
    const Path<midpoint> path(gain.grid, gain.moving, *gain.velocity, scheme, dt);
    jobs.for_range(p.count, particle_block, [&](int begin, int end) {
        Departure start;
        const Slots slots(p);
        for (int low = begin; low < end; low += piece) {
            const int high = std::min(low + piece, end);
            gain.take(low, high, slots, start);
            go<midpoint>(path, gain.moving, dt, low, high, slots, start);
        }
        fastest.see(p, begin, end);
    });
}

}  // namespace

void carry(const MacGrid& grid, const MacFrame& frame, const ParticleSort& cells, const Faces* gained, float flip,
           const Faces& velocity, int layers, Advection scheme, float dt, const uint8_t* ballistic, glm::vec3 fall,
           FlipParticles& p, TransferScratch& room, VelocityBounds& fastest, Jobs& jobs) {
    fastest.begin(p);
    if (gained) room.gained.gather(grid, cells, 1, *gained, jobs);
    room.velocity.gather(grid, cells, layers + 1, velocity, jobs);
    const Gain gain{grid, frame, gained ? &room.gained : nullptr, &room.velocity, flip, ballistic, fall};
    const auto by = scheme == Advection::rk2 ? carry_by<true> : carry_by<false>;
    by(gain, scheme, dt, p, fastest, jobs);
}

bool fly(const MacGrid& grid, const MacFrame& frame, const ParticleSort& cells, const uint8_t* ballistic, float dt,
         FlipParticles& p, Jobs& jobs) {
    const Room room(frame, dt);
    const Slots slots(p);
    std::atomic<bool> stopped = false;
    for_filled_cells(grid, cells, jobs, [&](int cell, int, int, int, int begin, int end) {
        if (!ballistic[cell]) return;
        for (int slot = begin; slot < end; slot += lanes) {
            const int count = end - slot;
            Float4 to[3];
            for (int d = 0; d < 3; ++d)
                to[d] = load_first(&p.x[d][slot], count) + load_first(&p.v[d][slot], count) * dt;
            if (room.arrive(slots, slot, count, to, Int4{})) stopped = true;
        }
    });
    return stopped;
}

}  // namespace slosh
