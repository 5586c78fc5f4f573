#include "grid/liquid/reseed.h"

#include <algorithm>

#include "base/hash.h"
#include "grid/transfer_weights.h"

namespace slosh {
namespace {

uint64_t chance(int cell, uint64_t step) { return mix(mix(uint64_t{0}, step), static_cast<uint64_t>(cell) + 3); }

// Somewhere in the cell, moving with the grid.
void put_into_cell(const MacGrid& grid, const MacFrame& frame, const Faces& velocity, int cell, uint64_t seed, int slot,
                   uint32_t id, FlipParticles& p) {
    const int place[3] = {cell % grid.row - 1, cell % grid.slab / grid.row - 1, cell / grid.slab - 1};
    glm::vec3 x, v;
    Float4 into[3], here[3], slopes[3][3];
    for (int d = 0; d < 3; ++d) {
        const float part = unit_float(mix(seed, static_cast<uint64_t>(d)));
        into[d] = splat(part), x[d] = frame.corner[d] + (static_cast<float>(place[d]) + part) * frame.edge[d];
    }
    CellSampler(grid, velocity, cell).sample(weights_in_cell(into), tent_slopes_in_cell(into), here, slopes);
    for (int d = 0; d < 3; ++d) v[d] = here[d][0] + frame.velocity[d];
    p.put(slot, x, v, id, 0);
    if (!p.has_slopes()) return;
    for (int c = 0; c < 3; ++c)
        for (int d = 0; d < 3; ++d) p.slope[c][d][slot] = slopes[c][d][0] * frame.inv_edge[d];
}

}  // namespace

void Reseeding::reserve(int capacity) {
    surplus_.reserve(static_cast<size_t>(capacity)), wanted_.reserve(static_cast<size_t>(capacity));
}

// Those in a row, from a slot by chance on.
void Reseeding::take(const ParticleSort& cells, int cell, int surplus, uint64_t step) {
    const int begin = cells.begin(cell), count = cells.count(cell);
    const auto first = static_cast<int>(chance(cell, step) % static_cast<uint64_t>(count));
    for (int n = 0; n < surplus; ++n) surplus_.push_back(begin + (first + n) % count);
}

void Reseeding::want(int cell, int lacking, int capacity) {
    for (; lacking > 0 && wanted_.size() < static_cast<size_t>(capacity); --lacking) wanted_.push_back(cell);
}

// If there are more on one side than on the other, those in a row from one by chance on.
bool Reseeding::move(const MacGrid& grid, const MacFrame& frame, const Faces& velocity, uint64_t step,
                     GridInflowOutflow& flow, FlipParticles& p) {
    const size_t moves = std::min(surplus_.size(), wanted_.size());
    if (moves == 0) return false;
    const size_t from = chance(-1, step) % surplus_.size(), to = chance(-2, step) % wanted_.size();
    for (size_t n = 0; n < moves; ++n) {
        const int slot = surplus_[(from + n) % surplus_.size()], cell = wanted_[(to + n) % wanted_.size()];
        put_into_cell(grid, frame, velocity, cell, mix(chance(cell, step), uint64_t{n + 1}), slot, flow.next_id(), p);
    }
    return true;
}

}  // namespace slosh
