// Trilinear weights of four particles that are in one cell, for the faces around it.
//
// A velocity component lies on faces: along its own axis at both ends of the cell, across it in the middle, so that a
// particle's weights reach the face before, that of its cell and the one behind ("tents", one of the outer two is 0).
// The stencil of a cell is therefore 2 x 3 x 3 faces whoever is in it, and four particles share every load from the
// grid.
#pragma once
#include "grid/flip_particles.h"

namespace slosh {

struct CellWeights {
    Float4 hat[3][2];   // by axis: lower and upper end
    Float4 tent[3][3];  // by axis: before, here, behind
};

// How the tents change on the way through the cell, by axis.
struct TentSlopes {
    Float4 tent[3][3];
};

// How far the particles from slot `i` on are into the cell `place`, 0..1 along each axis.
inline void place_in_cell(const MacFrame& frame, const FlipParticles& p, int i, const float (&place)[3],
                          Float4 (&into)[3]) {
    for (int d = 0; d < 3; ++d)
        into[d] = clamp(frame.in_cells(d, load(&p.x[d][i])) - place[d], splat(0.0f), splat(1.0f));
}

inline CellWeights weights_in_cell(const Float4 (&into)[3]) {
    CellWeights w;
    const Float4 zero = splat(0.0f);
    for (int d = 0; d < 3; ++d) {
        w.hat[d][0] = 1.0f - into[d], w.hat[d][1] = into[d];
        w.tent[d][0] = max(0.5f - into[d], zero), w.tent[d][2] = max(into[d] - 0.5f, zero);
        w.tent[d][1] = 1.0f - w.tent[d][0] - w.tent[d][2];
    }
    return w;
}

inline TentSlopes tent_slopes_in_cell(const Float4 (&into)[3]) {
    TentSlopes slopes;
    const Float4 one = splat(1.0f), zero = splat(0.0f);
    for (int d = 0; d < 3; ++d) {
        const Int4 second_half = into[d] >= 0.5f;
        slopes.tent[d][0] = select(second_half, zero, -one), slopes.tent[d][1] = select(second_half, -one, one);
        slopes.tent[d][2] = select(second_half, one, zero);
    }
    return slopes;
}

// All ones in the lanes of `count` particles.
inline Int4 first_lanes(int count) { return Int4{0, 1, 2, 3} < Int4{count, count, count, count}; }

// The faces of one component around a cell, each in all lanes.
template <int axis>
struct FaceStencil {
    static constexpr int b = (axis + 1) % 3, c = (axis + 2) % 3;
    Float4 low[3][3], step[3][3];  // at the lower end, and how much more at the upper one; by place along c and b

    FaceStencil(const MacGrid& grid, const float* faces, int cell) {
        for (int k = 0; k < 3; ++k)
            for (int j = 0; j < 3; ++j) {
                const float* at = faces + cell + (j - 1) * grid.stride(b) + (k - 1) * grid.stride(c);
                low[k][j] = splat(at[0]), step[k][j] = splat(at[grid.stride(axis)] - at[0]);
            }
    }
    // And its slope along each axis, a cell: what the same weights give when they are derived.
    Float4 sample(const CellWeights& w, const TentSlopes& slopes, Float4 (&out)[3]) const {
        Float4 sum = splat(0.0f);
        out[axis] = out[b] = out[c] = splat(0.0f);
        for (int k = 0; k < 3; ++k) {
            Float4 row = splat(0.0f), along = row, across = row;
            for (int j = 0; j < 3; ++j) {
                const Float4 here = low[k][j] + w.hat[axis][1] * step[k][j];
                row += w.tent[b][j] * here, across += slopes.tent[b][j] * here, along += w.tent[b][j] * step[k][j];
            }
            out[axis] += w.tent[c][k] * along, out[b] += w.tent[c][k] * across, out[c] += slopes.tent[c][k] * row;
            sum += w.tent[c][k] * row;
        }
        return sum;
    }
};

// What a cell's particles get from three face fields, and its slopes. In memory, each entry of it where a
// multiplication can take it: compilers for wasm would keep them all in variables, and engines those on the stack, one
// lane each.
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
    void sample(const CellWeights& w, const TentSlopes& slopes, Float4 (&out)[3], Float4 (&slope)[3][3]) const {
        out[0] = x.sample(w, slopes, slope[0]), out[1] = y.sample(w, slopes, slope[1]);
        out[2] = z.sample(w, slopes, slope[2]);
    }
};

// The first `count` lanes: the slots behind them are another cell's, which another worker may be changing.
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

// f(first, end), places of an array, for every row of a grid that is at most so many rows and planes away from one with
// particles: the border's rows among them, and each with the border beside it. Particles reach the faces of 1.
template <class Sorted, class F>
void for_rows_around(const MacGrid& grid, const Sorted& cells, int rows, Jobs& jobs, F&& f) {
    jobs.run(grid.nz + 2, [&](int plane) {
        for (int j = -1; j <= grid.ny; ++j)
            if (cells.any_around(grid, j, plane - 1, rows)) f(grid.at(-1, j, plane - 1), grid.at(-1, j + 1, plane - 1));
    });
}

// f(cell, i, j, k, begin, end) for every cell that holds particles, planes of cells side by side.
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
