// The velocity of a MAC grid anywhere in it, by trilinear interpolation of each component.
#pragma once
#include "base/jobs.h"
#include "grid/flip_particles.h"
#include "grid/particle_sort.h"
#include "grid/transfer_weights.h"

namespace slosh {

// The lower corners of the boxes of eight entries that four places are in, axis by axis.
struct MacCorner {
    Float4 at;    // of the lower entry, along its axis; whole
    Float4 part;  // how far from there to the next, 0..1

    // `from` counts entries, up to `last`, beyond which there is one more. Up to four million entries are exact in a
    // float.
    static MacCorner of(Float4 from, float last, float stride) {
        const Float4 low = whole(min(from, splat(last)));
        return {low * stride, from - low};
    }
};

// Of what begins at `f` in an array of the grid's layout.
inline Float4 interpolate(const MacGrid& grid, const float* f, const MacCorner& x, const MacCorner& y,
                          const MacCorner& z) {
    const Int4 at = trunc_to_int(x.at + y.at + z.at);
    const Float4 y0 = 1.0f - y.part, z0 = 1.0f - z.part;
    const Float4 weights[] = {y0 * z0, y.part * z0, y0 * z.part, y.part * z.part};
    const int rows[] = {0, grid.row, grid.slab, grid.slab + grid.row};
    Float4 low = splat(0.0f), high = splat(0.0f);
    for (int r = 0; r < 4; ++r) {
        const float* row = f + rows[r];
        const Float4 ab = load_pairs(row + at[0], row + at[1]), cd = load_pairs(row + at[2], row + at[3]);
        low += weights[r] * __builtin_shufflevector(ab, cd, 0, 2, 4, 6);
        high += weights[r] * __builtin_shufflevector(ab, cd, 1, 3, 5, 7);
    }
    return low + x.part * (high - low);
}

// A field on faces with what is around each entry at hand: its own value and those one row on, one plane on, and both.
// Two loads bring the eight corners of a box, and one of them lies behind the other.
struct InterleavedFaces {
    SimdArray<float> axis[3];

    void assign(const MacGrid& grid) {
        for (SimdArray<float>& a : axis) a.assign(4 * grid.size());
    }
    // Where the corners of MacSampler count from.
    struct View {
        const float* axis[3];
    };
    View view(const MacGrid& grid) const {
        return {{axis[0].data() + 4 * grid.at(0, -1, -1), axis[1].data() + 4 * grid.at(-1, 0, -1),
                 axis[2].data() + 4 * grid.at(-1, -1, 0)}};
    }
    // Where it is so many rows or fewer to particles.
    void gather(const MacGrid& grid, const ParticleSort& cells, int rows, const Faces& faces, Jobs& jobs) {
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

// Of several fields of quads, each from where its corners count.
template <int fields>
inline void interpolate(const float* const (&f)[fields], const MacCorner& x, const MacCorner& y, const MacCorner& z,
                        Float4 (&out)[fields]) {
    const Int4 at = trunc_to_int(x.at + y.at + z.at);
    Float4 q[fields][lanes];
    SLOSH_UNROLL for (int lane = 0; lane < lanes; ++lane) {
        const Float4 part = splat(x.part[lane]);
        SLOSH_UNROLL for (int n = 0; n < fields; ++n) {
            const float* corner = f[n] + 4 * at[lane];
            const Float4 low = load(corner);
            q[n][lane] = low + part * (load(corner + lanes) - low);
        }
    }
    SLOSH_UNROLL for (int n = 0; n < fields; ++n) {
        transpose(q[n][0], q[n][1], q[n][2], q[n][3]);
        const Float4 low = q[n][0] + y.part * (q[n][1] - q[n][0]), high = q[n][2] + y.part * (q[n][3] - q[n][2]);
        out[n] = low + z.part * (high - low);
    }
}

// For what goes from particles to the grid and back; nobody else wants it.
struct TransferScratch {
    InterleavedFaces gained, velocity;

    void assign(const MacGrid& grid) { gained.assign(grid), velocity.assign(grid); }
};

// At four places, in cells, of what lies in the centres of cells; beyond the outermost ones it stays the same.
inline Float4 sample_centres(const MacGrid& grid, const float* cells, const Float4 (&place)[3]) {
    const int count[3] = {grid.nx, grid.ny, grid.nz};
    MacCorner corner[3];
    for (int d = 0; d < 3; ++d) {
        const float last = static_cast<float>(count[d] - 1);
        corner[d] =
            MacCorner::of(clamp(place[d] - 0.5f, splat(0.0f), splat(last)), last, static_cast<float>(grid.stride(d)));
    }
    return interpolate(grid, cells + grid.at(0, 0, 0), corner[0], corner[1], corner[2]);
}

// The corners around four places, in cells, each within the grid.
struct MacCorners {
    MacCorner on_faces[3], between[3];
};

// What lies on faces, at four places: relative to the container, in the unit of the faces.
class MacSampler {
public:
    explicit MacSampler(const MacGrid& grid) : grid_(grid) {
        const int cells[3] = {grid.nx, grid.ny, grid.nz};
        for (int d = 0; d < 3; ++d)
            stride_[d] = static_cast<float>(grid.stride(d)), last_[d] = static_cast<float>(cells[d] - 1);
    }

    MacCorners around(const Float4 (&place)[3]) const {
        MacCorners corners;
        for (int d = 0; d < 3; ++d) {
            corners.on_faces[d] = MacCorner::of(place[d], last_[d], stride_[d]);
            // Half a cell farther, as what is in the middle of faces begins half a cell outside.
            corners.between[d] = MacCorner::of(place[d] + 0.5f, last_[d] + 1, stride_[d]);
        }
        return corners;
    }
    // What lies on the faces, there: of one field or of several.
    template <int fields>
    void sample(const MacCorners& c, const InterleavedFaces::View (&quads)[fields], Float4 (&out)[3][fields]) const {
        SLOSH_UNROLL for (int d = 0; d < 3; ++d) {
            const float* f[fields];
            SLOSH_UNROLL for (int n = 0; n < fields; ++n) f[n] = quads[n].axis[d];
            interpolate(f, d == 0 ? c.on_faces[0] : c.between[0], d == 1 ? c.on_faces[1] : c.between[1],
                        d == 2 ? c.on_faces[2] : c.between[2], out[d]);
        }
    }
    // Which cells they are in.
    Int4 cell(const MacCorners& c) const {
        return trunc_to_int(c.on_faces[0].at + c.on_faces[1].at + c.on_faces[2].at) + grid_.at(0, 0, 0);
    }

private:
    MacGrid grid_;
    float stride_[3], last_[3];
};

}  // namespace slosh
