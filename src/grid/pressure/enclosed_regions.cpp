#include "grid/pressure/enclosed_regions.h"

namespace slosh {
namespace {

constexpr int cells_a_block = 2048;

}  // namespace

void EnclosedRegions::reshape(const MacGrid& grid) {
    const size_t size = static_cast<size_t>(grid.size());
    marks_.assign(size / lanes, 0);
    lost_in_slab_.assign(static_cast<size_t>(grid.nz), 0);
    cells_.clear(), cells_.reserve(size);
    pockets_.clear(), pockets_.reserve(size / 2);  // a cell all alone has no open face and is none
    parts_.assign(size / cells_a_block + 1, 0.0);
}

void EnclosedRegions::find(const Stencil& stencil, const FluidRows& rows, Jobs& jobs) {
    jobs.run(rows.grid().nz, [&](int k) { lost_in_slab_[static_cast<size_t>(k)] = look_up(stencil, rows, k); });
    cells_.clear();
    pockets_.clear();
    for (const int lost : lost_in_slab_)
        if (lost > 0) return flood(stencil, rows);
}

// From the top row down: what is open to a cell with a way to air has one, too. How many cells have found none.
int EnclosedRegions::look_up(const Stencil& stencil, const FluidRows& rows, int k) {
    int lost = 0;
    for (int j = rows.grid().ny - 1; j >= 0; --j) {
        const RowRange run = rows.row(j, k);
        for (int i = run.begin; i < run.end; i += lanes) {
            const int above = i + stencil.row;
            const int fluid = bits(load(stencil.diagonal + i) > 0.0f);
            const int open_above = bits(load(stencil.link_y + above) > 0.0f);
            const int found = fluid & (bits(stencil.open_to_air(i) > 0.0f) |
                                       (open_above & marks_[static_cast<size_t>(above / lanes)]));
            marks_[static_cast<size_t>(i / lanes)] = static_cast<uint8_t>(found);
            lost += __builtin_popcount(static_cast<unsigned>(fluid & ~found));
        }
    }
    return lost;
}

void EnclosedRegions::flood(const Stencil& stencil, const FluidRows& rows) {
    const MacGrid& grid = rows.grid();
    for (int k = 0; k < grid.nz; ++k) {
        if (lost_in_slab_[static_cast<size_t>(k)] == 0) continue;
        for (int j = 0; j < grid.ny; ++j) {
            const RowRange run = rows.row(j, k);
            for (int i = run.begin; i < run.end; ++i) {
                const int marks = marks_[static_cast<size_t>(i / lanes)] >> i % lanes;
                if ((marks & 0x11) != 0 || !(stencil.diagonal[i] > 0)) continue;
                const int begin = static_cast<int>(cells_.size());
                if (walk_from(i, stencil)) cells_.resize(static_cast<size_t>(begin));
                else pockets_.push_back({begin, static_cast<int>(cells_.size())});
            }
        }
    }
}

// Appends the cell and all that are connected to it by cells that did not see air; whether one of them leads to one
// that did. Cells walked through before can only be the same ones, or have led to air.
bool EnclosedRegions::walk_from(int cell, const Stencil& stencil) {
    bool air = false;
    const auto step_to = [&](int next, float link) {
        if (!(link > 0)) return;
        uint8_t& marks = marks_[static_cast<size_t>(next / lanes)];
        const int bit = 1 << next % lanes;
        if (marks & bit) air = true;
        else if (!(marks & bit << lanes)) {
            marks = static_cast<uint8_t>(marks | bit << lanes);
            cells_.push_back(next);
        }
    };
    size_t at = cells_.size();
    step_to(cell, 1);
    for (; at < cells_.size(); ++at) {
        const int i = cells_[at], row = stencil.row, slab = stencil.slab;
        step_to(i - 1, stencil.link_x[i]), step_to(i + 1, stencil.link_x[i + 1]);
        step_to(i - row, stencil.link_y[i]), step_to(i + row, stencil.link_y[i + row]);
        step_to(i - slab, stencil.link_z[i]), step_to(i + slab, stencil.link_z[i + slab]);
    }
    return air;
}

void EnclosedRegions::remove_means(float* values, Jobs& jobs) {
    for (const RowRange& pocket : pockets_) {
        const int count = pocket.end - pocket.begin;
        const int* cells = cells_.data() + pocket.begin;
        jobs.for_range(count, cells_a_block, [&](int begin, int end) {
            double part = 0;
            for (int c = begin; c < end; ++c) part += static_cast<double>(values[cells[c]]);
            parts_[static_cast<size_t>(begin / cells_a_block)] = part;
        });
        double sum = 0;
        for (int begin = 0; begin < count; begin += cells_a_block)
            sum += parts_[static_cast<size_t>(begin / cells_a_block)];
        const float mean = static_cast<float>(sum / count);
        jobs.for_range(count, cells_a_block, [&](int begin, int end) {
            for (int c = begin; c < end; ++c) values[cells[c]] -= mean;
        });
    }
}

}  // namespace slosh
