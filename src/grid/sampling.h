// Trilinear interpolation of fields on a MAC grid at arbitrary positions, four at a time.
#pragma once
#include "base/jobs.h"
#include "grid/flip_particles.h"
#include "grid/particle_sort.h"
#include "grid/transfer_weights.h"

namespace slosh {

// The linear interpolation stencil of four positions along one axis.
struct LinearStencil {
    Float4 base;      // index of the lower entry along the axis times its stride; a whole number
    Float4 fraction;  // weight of the upper entry, 0..1

    // `from` counts entries, up to `last`, behind which there is one more entry. Floats hold indices up to 2^24
    // exactly; grids have at most four million entries.
    static LinearStencil of(Float4 from, float last, float stride) {
        const Float4 low = trunc(min(from, splat(last)));
        return {low * stride, from - low};
    }
};

// Interpolates the array that begins at `f` in the layout of the grid.
inline Float4 interpolate(const MacGrid& grid, const float* f, const LinearStencil& x, const LinearStencil& y,
                          const LinearStencil& z) {
    const Int4 at = trunc_to_int(x.base + y.base + z.base);
    const Float4 y0 = 1.0f - y.fraction, z0 = 1.0f - z.fraction;
    const Float4 weights[] = {y0 * z0, y.fraction * z0, y0 * z.fraction, y.fraction * z.fraction};
    const int rows[] = {0, grid.row, grid.slab, grid.slab + grid.row};
    Float4 low = splat(0.0f), high = splat(0.0f);
    for (int r = 0; r < 4; ++r) {
        const float* row = f + rows[r];
        const Float4 ab = load_pairs(row + at[0], row + at[1]), cd = load_pairs(row + at[2], row + at[3]);
        low += weights[r] * __builtin_shufflevector(ab, cd, 0, 2, 4, 6);
        high += weights[r] * __builtin_shufflevector(ab, cd, 1, 3, 5, 7);
    }
    return low + x.fraction * (high - low);
}

// A face field with the four values of each 2 x 2 neighbourhood interleaved: the entry itself, its neighbours one row
// on, one plane on, and both. Two contiguous loads then fetch the eight corners of a trilinear stencil.
struct InterleavedFaces {
    SimdArray<float> axis[3];

    void assign(const MacGrid& grid) {
        for (SimdArray<float>& a : axis) a.assign(4 * grid.size());
    }
    // Base pointers that the stencils of MacSampler index.
    struct View {
        const float* axis[3];
    };
    View view(const MacGrid& grid) const {
        return {{axis[0].data() + 4 * grid.at(0, -1, -1), axis[1].data() + 4 * grid.at(-1, 0, -1),
                 axis[2].data() + 4 * grid.at(-1, -1, 0)}};
    }
    // Fills the rows that are at most `rows` rows and planes away from particles.
    void interleave(const MacGrid& grid, const ParticleSort& cells, int rows, const Faces& faces, Jobs& jobs) {
        jobs.run(grid.nz + 1, [&](int plane) {
            for (int j = -1; j < grid.ny; ++j) {
                if (!cells.any_around(grid, j, plane - 1, rows)) continue;
                for (int d = 0; d < 3; ++d) {
                    const float* from = faces.axis[d].data();
                    float* to = axis[d].data();
                    for (int at = grid.at(-1, j, plane - 1), end = at + grid.row; at < end; at += lanes) {
                        Float4 q[lanes] = {load(from + at), load(from + at + grid.row), load(from + at + grid.slab),
                                           load(from + at + grid.slab + grid.row)};
                        transpose(q[0], q[1], q[2], q[3]);
                        SLOSH_UNROLL for (int n = 0; n < lanes; ++n) store(to + 4 * (at + n), q[n]);
                    }
                }
            }
        });
    }
};

// Interpolates several interleaved fields with one stencil.
template <int fields>
inline void interpolate(const float* const (&f)[fields], const LinearStencil& x, const LinearStencil& y,
                        const LinearStencil& z, Float4 (&out)[fields]) {
    const Int4 at = trunc_to_int(x.base + y.base + z.base);
    Float4 q[fields][lanes];
    SLOSH_UNROLL for (int lane = 0; lane < lanes; ++lane) {
        const Float4 part = splat(x.fraction[lane]);
        SLOSH_UNROLL for (int n = 0; n < fields; ++n) {
            const float* corner = f[n] + 4 * at[lane];
            const Float4 low = load(corner);
            q[n][lane] = low + part * (load(corner + lanes) - low);
        }
    }
    SLOSH_UNROLL for (int n = 0; n < fields; ++n) {
        transpose(q[n][0], q[n][1], q[n][2], q[n][3]);
        const Float4 low = q[n][0] + y.fraction * (q[n][1] - q[n][0]),
                     high = q[n][2] + y.fraction * (q[n][3] - q[n][2]);
        out[n] = low + z.fraction * (high - low);
    }
}

// Interpolates cell-centred fields at four positions, in cells; constant beyond the outermost centres.
class CentreSampler {
public:
    CentreSampler(const MacGrid& grid, const Float4 (&coord)[3]) : grid_(grid) {
        const int count[3] = {grid.nx, grid.ny, grid.nz};
        for (int d = 0; d < 3; ++d) {
            const float last = static_cast<float>(count[d] - 1);
            corner_[d] = LinearStencil::of(clamp(coord[d] - 0.5f, splat(0.0f), splat(last)), last,
                                           static_cast<float>(grid.stride(d)));
        }
    }
    Float4 sample(const SimdArray<float>& cells) const {
        return interpolate(grid_, cells.data() + grid_.at(0, 0, 0), corner_[0], corner_[1], corner_[2]);
    }

private:
    const MacGrid& grid_;
    LinearStencil corner_[3];
};

// The stencils of all three velocity components at four positions in the grid: along its own axis a component is
// face-aligned, along the others cell-centred.
struct TrilinearStencil {
    LinearStencil face_aligned[3], cell_centred[3];
};

// Samples face fields at four positions, in cells; values are relative to the container, in the unit of the field.
class MacSampler {
public:
    explicit MacSampler(const MacGrid& grid) : grid_(grid) {
        const int cells[3] = {grid.nx, grid.ny, grid.nz};
        for (int d = 0; d < 3; ++d) {
            stride_[d] = static_cast<float>(grid.stride(d));
            last_[d] = static_cast<float>(cells[d] - 1);
        }
    }

    TrilinearStencil stencil_at(const Float4 (&coord)[3]) const {
        TrilinearStencil corners;
        for (int d = 0; d < 3; ++d) {
            corners.face_aligned[d] = LinearStencil::of(coord[d], last_[d], stride_[d]);
            // Cell-centred entries begin half a cell outside, in the border.
            corners.cell_centred[d] = LinearStencil::of(coord[d] + 0.5f, last_[d] + 1, stride_[d]);
        }
        return corners;
    }
    // Interpolates one field or several, component by component.
    template <int fields>
    void sample(const TrilinearStencil& c, const InterleavedFaces::View (&quads)[fields],
                Float4 (&out)[3][fields]) const {
        SLOSH_UNROLL for (int d = 0; d < 3; ++d) {
            const float* f[fields];
            SLOSH_UNROLL for (int n = 0; n < fields; ++n) f[n] = quads[n].axis[d];
            interpolate(f, d == 0 ? c.face_aligned[0] : c.cell_centred[0],
                        d == 1 ? c.face_aligned[1] : c.cell_centred[1], d == 2 ? c.face_aligned[2] : c.cell_centred[2],
                        out[d]);
        }
    }
    // Index of the cells that the positions are in.
    Int4 cell(const TrilinearStencil& c) const {
        return trunc_to_int(c.face_aligned[0].base + c.face_aligned[1].base + c.face_aligned[2].base) +
               grid_.at(0, 0, 0);
    }

private:
    MacGrid grid_;
    float stride_[3], last_[3];
};

}  // namespace slosh
