// What the pair interactions (search/pair_interaction.h) of the SPH solvers share: positions and velocities in lanes,
// the density, the pair loops over the particle arrays, and a gather at any position. D is 2 or 3.
#pragma once
#include "base/simd_array.h"
#include "search/cell_pairs.h"
#include "search/list_pairs.h"
#include "sph/particle_arrays.h"

namespace slosh::sph {

// Positions (and velocities) of one or four particles in lanes. There is no z in 2D, which saves packing and gathering.
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

// Load them from the arrays of an interaction, whose members have the same names.
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
    if constexpr (D == 3) {
        offset[2] = j.z - i.z;
        r2 += offset[2] * offset[2];
    }
    return r2;
}

// The density. Sum: W without its scale factor.
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
        sum_i[0] += w;
        sum_j[0] += w;
    }
};

// The ranges of slots that hold every particle within the search radius of x.
template <int D, class AnyCells>
int ranges_at(const AnyCells& cells, const float (&x)[D], IndexRange* ranges) {
    if constexpr (D == 2) return cells.ranges_2d(x[0], x[1], ranges);
    else return cells.ranges_3d(x[0], x[1], x[2], ranges);
}

// f(j) for every four slots from j on in those ranges.
template <int D, class AnyCells>
void for_slots_at(const AnyCells& cells, const float (&x)[D], auto&& f) {
    IndexRange ranges[AnyCells::max_ranges];
    const int count = ranges_at<D>(cells, x, ranges);
    for (int k = 0; k < count; ++k)
        for (int j = ranges[k].begin; j < ranges[k].end; j += lanes) f(j);
}

// Gather: adds the contributions of all particles around the position x to the sums of `i`, which lies at x. Nothing is
// added to the other side.
template <int D, class AnyCells, PairInteraction Interaction>
void gather_at(const AnyCells& cells, const Interaction& interaction, const float (&x)[D],
               const typename Interaction::Particle& i, float (&sums)[Interaction::sums]) {
    Float4 sum_i[Interaction::sums] = {}, unused[Interaction::sums] = {};
    for_slots_at<D>(cells, x, [&](int j) { interaction.interact(i, load_j(interaction, j), sum_i, unused); });
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
void for_pairs(const NeighbourList<D>& neighbours, PairScratch& scratch, const Interaction& interaction, auto& sums,
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

}  // namespace slosh::sph
