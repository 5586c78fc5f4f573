// A staggered (marker-and-cell, MAC) grid: a box of cubic cells with one layer of border cells around it, and the
// memory layout that all its arrays share (Harlow & Welch 1965).
//
// Face fields have one array per axis; the entry of a cell is its lower face: u[at(i, j, k)] lies between the cells i -
// 1 and i. Rows are padded to whole vectors; padding and border hold zeros.
#pragma once
#include "base/simd.h"

namespace slosh {

struct MacGrid {
    int nx = 0, ny = 0, nz = 0;  // cells inside the border
    float h = 1;                 // m, edge of a cell
    int row = 0, slab = 0;       // index strides along y and z; along x it is 1

    MacGrid() = default;
    MacGrid(int x, int y, int z, float edge)
        : nx(x), ny(y), nz(z), h(edge), row(round_up_to_lanes(x + 2)), slab(row * (y + 2)) {}

    // Indices from -1, the border, to the number of cells, which is the border or the upper face of the last cell.
    int at(int i, int j, int k) const { return (i + 1) + (j + 1) * row + (k + 1) * slab; }
    // The inverse of at().
    struct Cell {
        int i, j, k;
    };
    Cell cell(int at) const { return {at % row - 1, at % slab / row - 1, at / slab - 1}; }
    int size() const { return slab * (nz + 2); }
    int stride(int axis) const { return axis == 0 ? 1 : axis == 1 ? row : slab; }
};

}  // namespace slosh
