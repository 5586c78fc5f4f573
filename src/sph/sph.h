// What the SPH family shares: particle storage, sorting into cells, walks over neighbours, the user's hand.
// D is 2 or 3. Vectors are arrays of D; a particle is a slot, slots are in cell order.
#pragma once
#include <algorithm>
#include <span>
#include <vector>

#include "domain/domain.h"
#include "domain/pointer_force.h"
#include "search/cell_grid.h"
#include "search/cell_pairs.h"
#include "search/list_pairs.h"
#include "sph/particle_arrays.h"

namespace slosh::sph {

// Particles per task of a pair loop.
constexpr int neighbour_block = 128;

// Positions, and velocities, of one or four particles. There is no z in 2D: less to pack and to gather.
template <int D>
struct Position;
template <>
struct Position<2> {
    Float4 x, y;
};
template <>
struct Position<3> {
    Float4 x, y, z;
};
template <int D>
struct PositionVelocity;
template <>
struct PositionVelocity<2> {
    Float4 x, y, vx, vy;
};
template <>
struct PositionVelocity<3> {
    Float4 x, y, z, vx, vy, vz;
};

// Load them from the arrays of an interaction, which have the same names.
template <int D>
void load_position(auto& to, const auto& arrays, int i, auto read) {
    to.x = read(arrays.x + i), to.y = read(arrays.y + i);
    if constexpr (D == 3) to.z = read(arrays.z + i);
}
template <int D>
void load_position_velocity(auto& to, const auto& arrays, int i, auto read) {
    load_position<D>(to, arrays, i, read);
    to.vx = read(arrays.vx + i), to.vy = read(arrays.vy + i);
    if constexpr (D == 3) to.vz = read(arrays.vz + i);
}

// offset = x_j - x_i; returns its square.
template <int D>
Float4 squared_distance(const auto& i, const auto& j, Float4 (&offset)[D]) {
    offset[0] = j.x - i.x, offset[1] = j.y - i.y;
    Float4 r2 = offset[0] * offset[0] + offset[1] * offset[1];
    if constexpr (D == 3) offset[2] = j.z - i.z, r2 += offset[2] * offset[2];
    return r2;
}

// Sum: W without its scale factor.
template <int D, class W>
struct DensityInteraction {
    static constexpr int sums = 1;
    using Particle = Position<D>;
    const float *x, *y, *z;
    float inv_h;

    Particle load(int i, auto read) const {
        Particle p{};
        load_position<D>(p, *this, i, read);
        return p;
    }
    [[gnu::always_inline]] void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        Float4 offset[D];
        const Float4 w = W::w(sqrt(squared_distance<D>(i, j, offset)) * inv_h);
        sum_i[0] += w, sum_j[0] += w;
    }
};

inline float half_extent(const Walls& walls, int axis) {
    return walls.shape == Shape::circle ? walls.half.x : walls.half[axis];
}

// The mean distance of `count` particles that fill a volume (an area in 2D). Newton's iteration for the cube root:
// no library function here.
template <int D>
float mean_spacing(float volume, int count) {
    const float share = volume / static_cast<float>(std::max(count, 1));
    if constexpr (D == 2) return __builtin_sqrtf(share);
    float root = share > 1 ? share : 1;
    for (int i = 0; i < 64; ++i) root = (2 * root + share / (root * root)) / 3;
    return root;
}

// The same of a scene's particles, `started` at the start of all the `asked` that there will be.
template <int D>
float spacing_at_rest(const Domain& domain, int started, int asked) {
    const float filled = fluid_volume(domain);
    return domain.inflow_volume > 0 ? mean_spacing<D>(filled + domain.inflow_volume, asked)
                                    : mean_spacing<D>(filled, started);
}

// A container narrower than the support would have both walls in one neighbourhood.
template <int D>
float support_within(const Walls& walls, float wanted) {
    return std::min({wanted, half_extent(walls, 0), half_extent(walls, 1), half_extent(walls, D - 1)});
}

// The sum of f(n) over a lattice around one of its points, itself included, n the squared distance in spacings.
template <int D, class F>
float lattice_sum(float spacing, float h, F&& f) {
    const int reach = static_cast<int>(h / spacing) + 1, deep = D == 3 ? reach : 0;
    float total = 0;
    for (int c = -deep; c <= deep; ++c)
        for (int b = -reach; b <= reach; ++b)
            for (int a = -reach; a <= reach; ++a) total += f(static_cast<float>(a * a + b * b + c * c));
    return total;
}

// Between 1 and 512: beyond, a step takes too long for anybody.
inline int whole_substeps(float needed) { return needed < 512 ? std::max(static_cast<int>(needed) + 1, 1) : 512; }

// How much faster gravity makes things in dt.
inline float gravity_speed_gain(glm::vec3 g, float dt) {
    return __builtin_sqrtf(g.x * g.x + g.y * g.y + g.z * g.z) * dt;
}

// The box of the cells, of a container that is `offset` from its place.
template <int D>
void build_over(auto& cells, const Walls& walls, glm::vec3 offset, float reach, const ParticleArrays<D>& p,
                Jobs& jobs) {
    const glm::vec3 centre = walls.centre + offset;
    const glm::vec3 size{half_extent(walls, 0), half_extent(walls, 1), D == 3 ? half_extent(walls, 2) : 0};
    cells.build(D, centre - size, centre + size, reach, p.count, p.x[0].data(), p.x[1].data(), p.x[D - 1].data(), jobs);
}

// A hair's breadth more than the kernels reach.
constexpr float list_margin = 1.0001f;

// The runs of slots that hold every particle within reach of x.
template <int D, class AnyCells>
int ranges_at(const AnyCells& cells, const float (&x)[D], IndexRange* ranges) {
    if constexpr (D == 2) return cells.ranges_2d(x[0], x[1], ranges);
    else return cells.ranges_3d(x[0], x[1], x[2], ranges);
}

// Gather: adds the contributions of all particles around the position x to the sums of `i`, which lies at x. Nothing is
// added to the other side.
template <int D, class AnyCells, PairInteraction Interaction>
void gather_at(const AnyCells& cells, const Interaction& interaction, const float (&x)[D],
               const typename Interaction::Particle& i, float (&sums)[Interaction::sums]) {
    IndexRange ranges[AnyCells::max_ranges];
    const int range_count = ranges_at<D>(cells, x, ranges);
    Float4 sum_i[Interaction::sums] = {}, unused[Interaction::sums] = {};
    for (int k = 0; k < range_count; ++k)
        for (int j = ranges[k].begin; j < ranges[k].end; j += lanes)
            interaction.interact(i, load_j(interaction, j), sum_i, unused);
    for (int k = 0; k < Interaction::sums; ++k) sums[k] += reduce_add(sum_i[k]);
}

// The N sums of every particle, by slot.
template <int N>
class Sums {
public:
    void resize(int count) {
        for (auto& sums : result_) sums.assign(count);
    }
    float* result(int k) { return result_[k].data(); }

private:
    SimdArray<float> result_[N];
};

// Applies an interaction to all pairs of listed neighbours, then calls finish(begin, end) for ranges of slots whose
// `sums` are complete. For the ghosts see search/list_pairs.h.
template <int D, PairInteraction Interaction, class Finish, class Ghosts = decltype(no_ghosts)>
void for_pairs(const NeighbourList& neighbours, PairScratch& scratch, const Interaction& interaction, auto& sums,
               const ParticleArrays<D>&, Jobs& jobs, Finish&& finish, const Ghosts& ghosts = no_ghosts) {
    float* result[Interaction::sums];
    for (int k = 0; k < Interaction::sums; ++k) result[k] = sums.result(k);
    ListPairs<D, Interaction>(neighbours, interaction, scratch).run(result, jobs, ghosts, finish);
}

// The same over the pairs of the cells (search/cell_pairs.h): faster in 2D for a cheap interaction.
template <int D, PairInteraction Interaction, class Finish>
void for_pairs(const CellGrid& cells, const RowPartition& strips, const Interaction& interaction,
               PairSums<Interaction::sums>& sums, const ParticleArrays<D>& p, Jobs& jobs, Finish&& finish) {
    static_assert(D == 2);
    for_cell_pairs(cells, strips, interaction, sums, p.x[0].data(), p.x[1].data(), jobs, finish);
}

// v += the hands' pull over dt: a push is an acceleration here, whatever the density.
template <int D>
void apply_pointer_forces(ParticleArrays<D>& p, std::span<const PointerForce> pointer_forces, float dt, Jobs& jobs) {
    if (pointer_forces.empty()) return;
    jobs.for_range(p.count, cheap_block, [&](int begin, int end) {
        for (int i = begin; i < end; i += lanes)
            for (const PointerForce& stir : pointer_forces) {
                Float4 from[D], r2 = splat(1e-12f);
                for (int d = 0; d < D; ++d) from[d] = load(&p.x[d][i]) - stir.position[d], r2 += from[d] * from[d];
                const Float4 r = sqrt(r2);
                if (stir.kind == PointerForce::repel) {
                    const Float4 scale = min(stir.strength / r2, splat(stir.limit)) / r * dt;
                    for (int d = 0; d < D; ++d) store(&p.v[d][i], load(&p.v[d][i]) + scale * from[d]);
                } else {
                    const Float4 near = max(1.0f - r / stir.radius, splat(0.0f));
                    const Float4 share = min(near * (stir.strength * dt), splat(1.0f));
                    for (int d = 0; d < D; ++d) {
                        const Float4 v = load(&p.v[d][i]);
                        store(&p.v[d][i], v + share * (stir.velocity[d] - v));
                    }
                }
            }
    });
}

}  // namespace slosh::sph
