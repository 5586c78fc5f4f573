#include "grid/pressure/enclosed_regions.h"

namespace slosh {
namespace {

constexpr int region_cells_per_block = 2048;

}  // namespace

void EnclosedRegions::reshape(const MacGrid& grid) {
    const size_t size = static_cast<size_t>(grid.size());
    marks_.assign(size / lanes, 0);
    unreached_in_slab_.assign(static_cast<size_t>(grid.nz), 0);
    cells_.clear();
    cells_.reserve(size);
    regions_.clear(),
        regions_.reserve(size / 2);  // a region has two cells or more: a single one has no link, and so no equation
    partial_sums_.assign(size / region_cells_per_block + 1, 0.0);
}

void EnclosedRegions::find(const Stencil& stencil, const FluidRows& rows, Jobs& jobs) {
    jobs.run(rows.grid().nz,
             [&](int k) { unreached_in_slab_[static_cast<size_t>(k)] = mark_open_upwards(stencil, rows, k); });
    cells_.clear();
    regions_.clear();
    for (const int unreached : unreached_in_slab_)
        if (unreached > 0) return flood_fill(stencil, rows);
}

// From the top row down: a cell linked to a cell that is connected to air is connected, too. Returns the number of
// cells that this does not reach.
int EnclosedRegions::mark_open_upwards(const Stencil& stencil, const FluidRows& rows, int k) {
    int unreached = 0;
    for (int j = rows.grid().ny - 1; j >= 0; --j) {
        const RowRange run = rows.row(j, k);
        for (int i = run.begin; i < run.end; i += lanes) {
            const int above = i + stencil.row;
            const int fluid = movemask(load(stencil.diagonal + i) > 0.0f);
            const int linked_above = movemask(load(stencil.link_y + above) > 0.0f);
            const int found = fluid & (movemask(stencil.air_diagonal(i) > 0.0f) |
                                       (linked_above & marks_[static_cast<size_t>(above / lanes)]));
            marks_[static_cast<size_t>(i / lanes)] = static_cast<uint8_t>(found);
            unreached += __builtin_popcount(static_cast<unsigned>(fluid & ~found));
        }
    }
    return unreached;
}

void EnclosedRegions::flood_fill(const Stencil& stencil, const FluidRows& rows) {
    const MacGrid& grid = rows.grid();
    for (int k = 0; k < grid.nz; ++k) {
        if (unreached_in_slab_[static_cast<size_t>(k)] == 0) continue;
        for (int j = 0; j < grid.ny; ++j) {
            const RowRange run = rows.row(j, k);
            for (int i = run.begin; i < run.end; ++i) {
                const int marks = marks_[static_cast<size_t>(i / lanes)] >> i % lanes;
                if ((marks & 0x11) != 0 || !(stencil.diagonal[i] > 0)) continue;
                const int begin = static_cast<int>(cells_.size());
                if (fill_component(i, stencil)) cells_.resize(static_cast<size_t>(begin));
                else regions_.push_back({begin, static_cast<int>(cells_.size())});
            }
        }
    }
}

// Flood fill over cells that are not marked as connected. Returns whether one of them is linked to a connected cell.
// Cells visited before belong to the same component or to one that is connected to air.
bool EnclosedRegions::fill_component(int cell, const Stencil& stencil) {
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
        step_to(i - 1, stencil.link_x[i]);
        step_to(i + 1, stencil.link_x[i + 1]);
        step_to(i - row, stencil.link_y[i]);
        step_to(i + row, stencil.link_y[i + row]);
        step_to(i - slab, stencil.link_z[i]);
        step_to(i + slab, stencil.link_z[i + slab]);
    }
    return air;
}

void EnclosedRegions::remove_null_space(float* values, Jobs& jobs) {
    for (const RowRange& region : regions_) {
        const int count = region.end - region.begin;
        const int* cells = cells_.data() + region.begin;
        jobs.for_range(count, region_cells_per_block, [&](int begin, int end) {
            double part = 0;
            for (int c = begin; c < end; ++c) part += static_cast<double>(values[cells[c]]);
            partial_sums_[static_cast<size_t>(begin / region_cells_per_block)] = part;
        });
        double sum = 0;
        for (int begin = 0; begin < count; begin += region_cells_per_block)
            sum += partial_sums_[static_cast<size_t>(begin / region_cells_per_block)];
        const float mean = static_cast<float>(sum / count);
        jobs.for_range(count, region_cells_per_block, [&](int begin, int end) {
            for (int c = begin; c < end; ++c) values[cells[c]] -= mean;
        });
    }
}

}  // namespace slosh
