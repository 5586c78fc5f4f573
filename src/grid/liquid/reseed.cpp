#include "grid/liquid/reseed.h"

#include <algorithm>

#include "base/hash.h"
#include "grid/transfer_weights.h"

namespace slosh {
namespace {

uint64_t random_bits(int cell, uint64_t step) { return mix(mix(uint64_t{0}, step), static_cast<uint64_t>(cell) + 3); }

// A particle that moves to another cell.
struct Relocation {
    int slot, cell;
    uint32_t new_id;
    uint64_t seed;  // of its position in the cell
};

// Moves the particle to a random position in the cell, with the velocity of the grid there.
void put_into_cell(const GridLayout& layout, const Faces& velocity, const Relocation& to, FlipParticles& p) {
    const MacFrame& frame = layout.frame;
    const auto [i, j, k] = layout.grid.cell(to.cell);
    const int coord[3] = {i, j, k};
    glm::vec3 x, v;
    Float4 frac[3], here[3], slopes[3][3];
    for (int d = 0; d < 3; ++d) {
        const float part = unit_float(mix(to.seed, static_cast<uint64_t>(d)));
        frac[d] = splat(part);
        x[d] = frame.corner[d] + (static_cast<float>(coord[d]) + part) * frame.edge[d];
    }
    CellSampler(layout.grid, velocity, to.cell).sample(cell_weights(frac), transverse_gradients(frac), here, slopes);
    for (int d = 0; d < 3; ++d) v[d] = here[d][0] + frame.velocity[d];
    p.put(to.slot, x, v, to.new_id, 0);
    if (!p.has_slopes()) return;
    for (int c = 0; c < 3; ++c)
        for (int d = 0; d < 3; ++d) p.slope[c][d][to.slot] = slopes[c][d][0] * frame.inv_edge[d];
}

}  // namespace

void Reseeding::reserve(int capacity) {
    surplus_.reserve(static_cast<size_t>(capacity));
    deficit_.reserve(static_cast<size_t>(capacity));
}

// Consecutive particles of the cell, from a random one on.
void Reseeding::collect_surplus(const ParticleSort& cells, int cell, int surplus, uint64_t step) {
    const int begin = cells.begin(cell), count = cells.count(cell);
    const auto first = static_cast<int>(random_bits(cell, step) % static_cast<uint64_t>(count));
    for (int n = 0; n < surplus; ++n) surplus_.push_back(begin + (first + n) % count);
}

void Reseeding::collect_deficit(int cell, int deficit, int capacity) {
    for (; deficit > 0 && deficit_.size() < static_cast<size_t>(capacity); --deficit) deficit_.push_back(cell);
}

// If one list is longer, a random consecutive part of it is used.
bool Reseeding::relocate(const GridLayout& layout, const Faces& velocity, uint64_t step, GridInflowOutflow& flow,
                         FlipParticles& p) {
    const size_t moves = std::min(surplus_.size(), deficit_.size());
    if (moves == 0) return false;
    const size_t from = random_bits(-1, step) % surplus_.size(), to = random_bits(-2, step) % deficit_.size();
    for (size_t n = 0; n < moves; ++n) {
        const int slot = surplus_[(from + n) % surplus_.size()], cell = deficit_[(to + n) % deficit_.size()];
        const Relocation relocation{.slot = slot,
                                    .cell = cell,
                                    .new_id = flow.next_id(),
                                    .seed = mix(random_bits(cell, step), uint64_t{n + 1})};
        put_into_cell(layout, velocity, relocation, p);
    }
    return true;
}

}  // namespace slosh
