#include "solvers/mueller/particle_life.h"

#include <algorithm>

#include "base/random.h"
#include "base/simd.h"

namespace slosh {
namespace {

constexpr int max_species = ParticleLifeDef::max_species;

using Key = std::array<char, 8>;

constexpr auto keys = [] {
    std::array<Key, max_species * max_species> all{};
    for (int row = 0; row < max_species; ++row)
        for (int column = 0; column < max_species; ++column)
            all[static_cast<size_t>(row * max_species + column)] = {
                'l', 'i', 'f', 'e', '-', static_cast<char>('1' + row), '-', static_cast<char>('1' + column)};
    return all;
}();

size_t matrix_index(int row, int column) { return static_cast<size_t>(row * max_species + column); }

}  // namespace

// --- parameters ---

std::string_view ParticleLifeDef::key(int row, int column) {
    const Key& key = keys[matrix_index(row, column)];
    return {key.data(), key.size()};
}

void ParticleLifeDef::visit(Visitor& v) {
    v({.key = "species",
       .doc = "Number of species of microbes in the fluid.",
       .min = 1,
       .max = max_species,
       .rebuild = true},
      species);
    v({.key = "water",
       .doc = "Fraction of the particles that is plain fluid and carries the microbes.",
       .rebuild = true},
      water);
    v({.key = "life-strength",
       .unit = "u/s2",
       .doc = "Acceleration by which microbes attract and repel each other.",
       .max = 10000,
       .slider_max = 500},
      strength);
    v({.key = "life-radius",
       .doc = "Radius of these forces, in supports of the fluid's kernel.",
       .min = 0.5f,
       .max = 6},
      radius);
    v({.key = "life-core",
       .doc = "Fraction of that radius within which all microbes repel each other.",
       .min = 0.05f,
       .max = 0.9f},
      core);
    v({.key = "life-seed", .doc = "Draws the attractions at random; 0: as set one by one.", .max = 1e6f}, seed);
    Field cell{.doc = "Attraction of the first species to the second; below 0 it flees.", .min = -1, .in_grid = true};
    for (int row = 0; row < max_species; ++row)
        for (int column = 0; column < max_species; ++column) {
            cell.key = key(row, column);
            v(cell, matrix[matrix_index(row, column)]);
        }
}

ParticleLifeDef::Matrix ParticleLifeDef::drawn(uint64_t seed) {
    Matrix matrix{};
    Random random(seed);
    // All six species are drawn, so that one more changes nothing between the others.
    for (int row = 0; row < max_species; ++row)
        for (int column = 0; column < max_species; ++column) {
            const int lowest = row == column ? -4 : -16;
            matrix[matrix_index(row, column)] = static_cast<float>(lowest + random.below(17 - lowest)) / 16;
        }
    return matrix;
}

ParticleLifeDef::Matrix ParticleLifeDef::pattern(int which, int species) {
    struct Pattern {
        float own, next, previous, other;
    };
    constexpr Pattern all[] = {
        {0.75f, -0.5f, -0.5f, -0.5f}, {0.5f, 0.75f, -0.75f, 0}, {0.625f, 0.375f, -0.125f, -0.25f}};
    static_assert(std::size(all) == std::size(patterns));
    const Pattern& p = all[which];
    Matrix matrix{};
    // A ring of the species there are: the last is followed by the first.
    for (int row = 0; row < max_species; ++row)
        for (int column = 0; column < max_species; ++column) {
            const int ring = std::max(row, column) < species ? species : max_species;
            const int ahead = (column - row + ring) % ring;
            matrix[matrix_index(row, column)] = ahead == 0          ? p.own
                                                : ahead == 1        ? p.next
                                                : ahead == ring - 1 ? p.previous
                                                                    : p.other;
        }
    return matrix;
}

void ParticleLifeDef::assign_species(InitialParticles& start, uint64_t seed_of_start) const {
    if (!any()) return;
    Random random(mix_bits(seed_of_start ^ 0x6c696665u));
    for (uint8_t& kind : start.kind)
        kind = random.uniform() < water ? uint8_t{0} : static_cast<uint8_t>(1 + random.below(species));
}

// --- a pass ---

void ParticleLife::compute(const ParticleLifeDef& def, const ParticleLifeView& view, Jobs& jobs) {
    const float radius = def.radius * view.support;
    gather(view, radius, jobs);
    const ParticleLifeDef::Matrix matrix = def.effective();
    for (int row = 0; row < def.species; ++row) {
        if (affinity_[row].size() < view.count) affinity_[row].assign(view.count);
        for (int i = 0; i < count_; ++i)
            affinity_[row][i] = matrix[matrix_index(row, std::min<int>(kind_[i], def.species) - 1)];
    }
    const float ratio = view.spacing / radius;
    if (view.dimensions == 2) compute_accelerations<2>(def, radius, def.strength * ratio * ratio, jobs);
    else compute_accelerations<3>(def, radius, def.strength * ratio * ratio * ratio, jobs);
}

// The microbes alone, in the order of their own cells.
void ParticleLife::gather(const ParticleLifeView& view, float radius, Jobs& jobs) {
    const int dimensions = view.dimensions;
    if (id_.size() < view.count) {
        for (int d = 0; d < dimensions; ++d) {
            unsorted_x_[d].assign(view.count);
            x_[d].assign(view.count);
        }
        unsorted_id_.assign(view.count);
        id_.assign(view.count);
        unsorted_kind_.assign(view.count);
        kind_.assign(view.count);
    }
    // Drains leave gaps in the ids.
    const int ids = view.count > 0 ? static_cast<int>(*std::max_element(view.id, view.id + view.count)) + 1 : 0;
    for (int d = 0; d < dimensions; ++d) acceleration_[d].assign(ids);
    count_ = 0;
    for (int i = 0; i < view.count; ++i) {
        if (view.kind[i] == 0) continue;
        for (int d = 0; d < dimensions; ++d) unsorted_x_[d][count_] = view.x[d][i];
        unsorted_id_[count_] = view.id[i];
        unsorted_kind_[count_] = view.kind[i];
        ++count_;
    }
    cells_.build(dimensions, {view.lo, view.hi}, radius * cell_margin,
                 {count_, unsorted_x_[0].data(), unsorted_x_[1].data(), unsorted_x_[dimensions - 1].data()}, jobs);
    for (int slot = 0; slot < count_; ++slot) {
        const int i = static_cast<int>(cells_.order()[static_cast<size_t>(slot)]);
        for (int d = 0; d < dimensions; ++d) x_[d][slot] = unsorted_x_[d][i];
        id_[slot] = unsorted_id_[i];
        kind_[slot] = unsorted_kind_[i];
    }
    // The padding lies outside every radius.
    for (int d = 0; d < dimensions; ++d)
        for (int k = count_; k < count_ + SimdArray<float>::padding; ++k) x_[d][k] = far_away;
}

// Each particle sums over all others within the radius: the two forces of a pair have only the distance in common.
template <int D>
void ParticleLife::compute_accelerations(const ParticleLifeDef& def, float radius, float scale, Jobs& jobs) {
    constexpr int block = 64;
    const float inv_radius = 1 / radius, inv_core = 1 / def.core, inv_rest = 1 / (1 - def.core), middle = 1 + def.core;
    jobs.for_range(count_, block, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            IndexRange ranges[CellGrid::max_ranges];
            int range_count;
            if constexpr (D == 2) range_count = cells_.ranges_2d(x_[0][i], x_[1][i], ranges);
            else range_count = cells_.ranges_3d(x_[0][i], x_[1][i], x_[2][i], ranges);
            const float* affinity = affinity_[std::min<int>(kind_[i], def.species) - 1].data();
            Float4 at[D], sums[D] = {};
            for (int d = 0; d < D; ++d) at[d] = splat(x_[d][i]);
            for (int k = 0; k < range_count; ++k)
                for (int j = ranges[k].begin; j < ranges[k].end; j += lanes) {
                    Float4 offset[D], r2 = splat(1e-30f);
                    for (int d = 0; d < D; ++d) {
                        offset[d] = load(&x_[d][j]) - at[d];
                        r2 += offset[d] * offset[d];
                    }
                    const Float4 r = sqrt(r2), q = r * inv_radius;
                    const Float4 tent = max(1.0f - abs(2.0f * q - middle) * inv_rest, splat(0.0f));
                    const Float4 f = select(q < def.core, q * inv_core - 1.0f, load(affinity + j) * tent) / r;
                    for (int d = 0; d < D; ++d) sums[d] += f * offset[d];
                }
            for (int d = 0; d < D; ++d) acceleration_[d][static_cast<int>(id_[i])] = scale * reduce_add(sums[d]);
        }
    });
}

}  // namespace slosh
