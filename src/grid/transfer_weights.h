// Linear hat weights of four particles in one cell, for the faces around it.
//
// A velocity component lies on faces. Along its own axis they are at both ends of the cell: two axial weights. Across
// the axis they are in the middle of cells: three transverse weights, for the face of the cell before, this cell and
// the next; one of the outer two is 0. The stencil of a cell is therefore always 2 x 3 x 3 faces, and four particles
// share every load from the grid.
#pragma once
#include "grid/flip_particles.h"

namespace slosh {

struct CellWeights {
    Float4 axial[3][2];       // by axis: lower and upper end
    Float4 transverse[3][3];  // by axis: the faces of the cell before, this cell and the next; they sum to 1
};

// Derivatives of the transverse weights with respect to the position in the cell, by axis.
struct TransverseGradients {
    Float4 gradient[3][3];  // by axis
};

// The fractional positions 0..1, in the cell with the coordinates `coord`, of particles at `x`.
inline void fraction_in_cell(const MacFrame& frame, const Float4 (&x)[3], const float (&coord)[3], Float4 (&frac)[3]) {
    for (int d = 0; d < 3; ++d) frac[d] = clamp(frame.in_cells(d, x[d]) - coord[d], splat(0.0f), splat(1.0f));
}

inline CellWeights cell_weights(const Float4 (&frac)[3]) {
    CellWeights w;
    const Float4 zero = splat(0.0f);
    for (int d = 0; d < 3; ++d) {
        w.axial[d][0] = 1.0f - frac[d];
        w.axial[d][1] = frac[d];
        w.transverse[d][0] = max(0.5f - frac[d], zero);
        w.transverse[d][2] = max(frac[d] - 0.5f, zero);
        w.transverse[d][1] = 1.0f - w.transverse[d][0] - w.transverse[d][2];
    }
    return w;
}

inline TransverseGradients transverse_gradients(const Float4 (&frac)[3]) {
    TransverseGradients gradients;
    const Float4 one = splat(1.0f), zero = splat(0.0f);
    for (int d = 0; d < 3; ++d) {
        const Int4 second_half = frac[d] >= 0.5f;
        gradients.gradient[d][0] = select(second_half, zero, -one);
        gradients.gradient[d][1] = select(second_half, -one, one);
        gradients.gradient[d][2] = select(second_half, one, zero);
    }
    return gradients;
}

// Lane mask of the first `count` particles.
inline Int4 first_lanes(int count) { return Int4{0, 1, 2, 3} < Int4{count, count, count, count}; }

// The 2 x 3 x 3 faces of one component around a cell, each broadcast to all lanes.
template <int axis>
struct FaceStencil {
    static constexpr int b = (axis + 1) % 3, c = (axis + 2) % 3;
    Float4 low[3][3], step[3][3];  // lower face, upper minus lower face; by c and b

    FaceStencil(const MacGrid& grid, const float* faces, int cell) {
        for (int k = 0; k < 3; ++k)
            for (int j = 0; j < 3; ++j) {
                const float* at = faces + cell + (j - 1) * grid.stride(b) + (k - 1) * grid.stride(c);
                low[k][j] = splat(at[0]);
                step[k][j] = splat(at[grid.stride(axis)] - at[0]);
            }
    }
    // The value and its gradient per cell along each axis: the same weights, differentiated.
    Float4 sample(const CellWeights& w, const TransverseGradients& gradients, Float4 (&out)[3]) const {
        Float4 sum = splat(0.0f);
        out[axis] = out[b] = out[c] = splat(0.0f);
        for (int k = 0; k < 3; ++k) {
            Float4 row = splat(0.0f), along = row, across = row;
            for (int j = 0; j < 3; ++j) {
                const Float4 here = low[k][j] + w.axial[axis][1] * step[k][j];
                row += w.transverse[b][j] * here;
                across += gradients.gradient[b][j] * here;
                along += w.transverse[b][j] * step[k][j];
            }
            out[axis] += w.transverse[c][k] * along;
            out[b] += w.transverse[c][k] * across;
            out[c] += gradients.gradient[c][k] * row;
            sum += w.transverse[c][k] * row;
        }
        return sum;
    }
};

// Samples three face fields and their gradients for the particles of a cell. Kept in memory on purpose (see the asm
// barrier): LLVM would promote all 54 vectors to locals, and wasm engines then spill them lane by lane.
struct CellSampler {
    FaceStencil<0> x;
    FaceStencil<1> y;
    FaceStencil<2> z;

    CellSampler(const MacGrid& grid, const Faces& faces, int cell)
        : x(grid, faces.axis[0].data(), cell),
          y(grid, faces.axis[1].data(), cell),
          z(grid, faces.axis[2].data(), cell) {
        asm volatile("" : : "r"(this) : "memory");
    }
    void sample(const CellWeights& w, const TransverseGradients& gradients, Float4 (&out)[3],
                Float4 (&slope)[3][3]) const {
        out[0] = x.sample(w, gradients, slope[0]), out[1] = y.sample(w, gradients, slope[1]);
        out[2] = z.sample(w, gradients, slope[2]);
    }
};

// Loads and stores of the first `count` lanes. The slots behind them belong to another cell, which another worker may
// be writing.
inline Float4 load_first(const float* from, int count) {
    if (count >= lanes) return load(from);
    Float4 v = splat(from[0]);
    if (count > 1) v[1] = from[1];
    if (count > 2) v[2] = from[2];
    return v;
}
inline void store_first(float* to, Float4 v, int count) {
    if (count >= lanes) return store(to, v);
    to[0] = v[0];
    if (count > 1) to[1] = v[1];
    if (count > 2) to[2] = v[2];
}

// Calls f(first, end), an index range, for each row of the grid that is at most `rows` rows and planes away from a row
// with particles, border included. P2G writes to the faces within 1.
template <class Sorted, class F>
void for_rows_around(const MacGrid& grid, const Sorted& cells, int rows, Jobs& jobs, F&& f) {
    jobs.run(grid.nz + 2, [&](int plane) {
        for (int j = -1; j <= grid.ny; ++j)
            if (cells.any_around(grid, j, plane - 1, rows)) f(grid.at(-1, j, plane - 1), grid.at(-1, j + 1, plane - 1));
    });
}

// Calls f(cell, i, j, k) for each cell inside the border; planes run in parallel.
template <class F>
void for_cells(const MacGrid& grid, Jobs& jobs, F&& f) {
    jobs.run(grid.nz, [&](int k) {
        for (int j = 0; j < grid.ny; ++j)
            for (int i = 0, cell = grid.at(0, j, k); i < grid.nx; ++i, ++cell) f(cell, i, j, k);
    });
}

// Calls f(cell, i, j, k, begin, end) for each cell that holds particles; planes run in parallel.
template <class Sorted, class F>
void for_filled_cells(const MacGrid& grid, const Sorted& cells, Jobs& jobs, F&& f) {
    jobs.run(grid.nz, [&](int k) {
        for (int j = 0; j < grid.ny; ++j)
            for (int i = 0; i < grid.nx; ++i) {
                const int cell = grid.at(i, j, k), begin = cells.begin(cell), end = cells.end(cell);
                if (begin < end) f(cell, i, j, k, begin, end);
            }
    });
}

}  // namespace slosh
