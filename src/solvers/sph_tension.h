// Surface tension at the free surface of an SPH fluid, from the colour field c = sum_j V_0 W_ij: its gradient n points
// into the fluid and is large at the surface alone. D is 2 or 3.
//
//   normals     F_i = -V_0 sigma (div n/|n|) n / N (Morris 2000, "Simulating surface tension with SPH"). The divergence
//               is fitted to the neighbours at the surface along the surface, (D-1) sum w (n_j - n_i) . t / sum w t^2,
//               t their way in the plane across n_i: it does not matter then that one side is empty. N is the sum of
//               |n| over the rows of a lattice that ends, the part of a surface's delta function that has particles.
//   laplacian   F_i = -V_0 sigma (lap c_i) n_i / |n_i| (Mueller et al. 2003, eqs. 17 to 20): one walk less, and rough.
//
// A mirror wall continues the fluid: its surface meets the wall at a right angle.
#pragma once
#include "fluid/kernels.h"
#include "fluid/mirror.h"
#include "solvers/sph.h"

namespace slosh::sph {

// Sums: grad W over the scale of the slope, and lap W over the same.
template <int D>
struct ColourKernel {
    static constexpr int sums = D + 1;
    struct Centre {
        Float4 x, y, z;
    };
    using Others = Centre;
    const float *x, *y, *z;
    float inverse_h;

    Centre at(int i, auto read) const { return {read(x + i), read(y + i), D == 3 ? read(z + i) : Float4{}}; }
    Centre centre(int i) const { return at(i, one); }
    Others others(int j) const { return at(j, four); }
    void meet(const Centre& c, const Others& o, Float4* to_centre, Float4* to_others) const {
        const Float4 dx = o.x - c.x, dy = o.y - c.y, dz = o.z - c.z;
        Float4 r2 = dx * dx + dy * dy;
        if constexpr (D == 3) r2 += dz * dz;
        const Float4 q = max(sqrt(r2) * inverse_h, splat(smallest_q)), slope = CubicSpline<D>::slope(q);
        const Float4 gx = slope * dx, gy = slope * dy, laplacian = bend(q) + static_cast<float>(D - 1) * slope;
        to_centre[0] -= gx, to_others[0] += gx;
        to_centre[1] -= gy, to_others[1] += gy;
        if constexpr (D == 3) to_centre[2] -= slope * dz, to_others[2] += slope * dz;
        to_centre[D] += laplacian, to_others[D] += laplacian;
    }
    // The second derivative of the cubic spline.
    static Float4 bend(Float4 q) {
        const Float4 a = max(1.0f - q, splat(0.0f)), b = max(0.5f - q, splat(0.0f));
        return 12.0f * a - 48.0f * b;
    }
};

// Sums: w (n_j - n_i) . t and w t^2, n unit normals; w is 0 where there is none.
template <int D>
struct CurvatureKernel {
    static constexpr int sums = 2;
    struct Centre {
        Float4 x, y, z, nx, ny, nz, valid;
    };
    using Others = Centre;
    const float *x, *y, *z, *nx, *ny, *nz, *valid;
    float inverse_h;

    Centre at(int i, auto read) const {
        const Float4 none{};
        return {read(x + i),    read(y + i),  D == 3 ? read(z + i) : none,
                read(nx + i),   read(ny + i), D == 3 ? read(nz + i) : none,
                read(valid + i)};
    }
    Centre centre(int i) const { return at(i, one); }
    Others others(int j) const { return at(j, four); }
    void meet(const Centre& c, const Others& o, Float4* to_centre, Float4* to_others) const {
        const Float4 dx = o.x - c.x, dy = o.y - c.y, dz = D == 3 ? o.z - c.z : Float4{};
        const Float4 dnx = o.nx - c.nx, dny = o.ny - c.ny, dnz = D == 3 ? o.nz - c.nz : Float4{};
        Float4 r2 = dx * dx + dy * dy, turn = dnx * dx + dny * dy;
        Float4 c_deep = c.nx * dx + c.ny * dy, o_deep = o.nx * dx + o.ny * dy, c_turn = c.nx * dnx + c.ny * dny;
        if constexpr (D == 3) {
            r2 += dz * dz, turn += dnz * dz;
            c_deep += c.nz * dz, o_deep += o.nz * dz, c_turn += c.nz * dnz;
        }
        const Float4 q = max(sqrt(r2) * inverse_h, splat(smallest_q));
        const Float4 w = -CubicSpline<D>::slope(q) * (c.valid * o.valid);
        // Both normals are unit vectors, so n_o . dn = -n_c . dn.
        to_centre[0] += w * (turn - c_deep * c_turn), to_others[0] += w * (turn + o_deep * c_turn);
        to_centre[1] += w * (r2 - c_deep * c_deep), to_others[1] += w * (r2 - o_deep * o_deep);
    }
};

template <int D>
class SurfaceTension {
public:
    static constexpr int normals = 0, laplacian = 1;
    static constexpr float least_normal = 0.3f;  // of the colour's gradient, over 1/h: less is the inside

    SurfaceTension() = default;
    SurfaceTension(float spacing, float h, float volume) : h_(h), volume_(volume) {
        const CubicSpline<D> spline(h);
        const int reach = static_cast<int>(h / spacing) + 1, deep = D == 3 ? reach : 0;
        float total = 0;
        for (int row = 0; row < reach; ++row) {
            float n = 0;
            for (int c = -deep; c <= deep; ++c)
                for (int b = row + 1; b <= reach; ++b)
                    for (int a = -reach; a <= reach; ++a) {
                        const float r = spacing * __builtin_sqrtf(static_cast<float>(a * a + b * b + c * c));
                        n -= static_cast<float>(b) * spacing * CubicSpline<D>::slope(splat(r / h))[0];
                    }
            n *= volume * spline.slope_scale;
            if (n * h > least_normal) total += volume * n;
        }
        share_ = total / (D == 3 ? spacing * spacing : spacing);
    }

    // Sub-steps for a time that a fluid of that density needs at least: less than half a swing of one particle (and so
    // below Brackbill, Kothe & Zemach's limit of 1992, which is of the same form).
    float substeps(float sigma, float density, float dt) const {
        return dt / (0.06f * __builtin_sqrtf(density * h_ * h_ * h_ / (sigma + 1e-30f)));
    }

    // force()[d] of all particles. Cells and strips are those of the other passes.
    template <class AnyCells>
    void find(float sigma, int model, const AnyCells& cells, const Strips& strips, const Arrays<D>& p,
              const Walls* mirrors, glm::vec3 offset, Jobs& jobs) {
        if (force_[0].size() != p.count) resize(p.count);
        const float *x = p.x[0].data(), *y = p.x[1].data(), *z = p.x[D - 1].data();
        const ColourKernel<D> colour{x, y, z, 1 / h_};
        // In pairs nobody meets itself, and W(0) bends as well.
        const float own = meets_itself<D, AnyCells> ? 0 : static_cast<float>(D) * ColourKernel<D>::bend(Float4{})[0];
        const float scale = volume_ * CubicSpline<D>(h_).slope_scale, least = least_normal / (scale * h_);
        walk<D>(cells, strips, colour, colour_sums_, p, jobs, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                float sums[D + 1], n2 = 0;
                for (int d = 0; d <= D; ++d) sums[d] = colour_sums_.kept(d)[i];
                sums[D] += own;
                if (mirrors) add_images(*mirrors, offset, cells, colour, p, i, sums);
                for (int d = 0; d < D; ++d) n2 += sums[d] * sums[d];
                const float n = __builtin_sqrtf(n2), per_n = n > least ? 1 / n : 0;
                valid_[i] = n > least ? 1 : 0;
                length_[i] = n * scale;
                for (int d = 0; d < D; ++d) {
                    normal_[d][i] = sums[d] * per_n;
                    force_[d][i] = -volume_ * sigma * sums[D] * scale * normal_[d][i];
                }
            }
        });
        if (model == laplacian) return;
        const CurvatureKernel<D> curvature{
            x, y, z, normal_[0].data(), normal_[1].data(), normal_[D - 1].data(), valid_.data(), 1 / h_};
        const float most = static_cast<float>(2 * (D - 1)) / h_;
        walk<D>(cells, strips, curvature, curvature_sums_, p, jobs, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                float sums[2];
                for (int k = 0; k < 2; ++k) sums[k] = curvature_sums_.kept(k)[i];
                if (mirrors) add_images(*mirrors, offset, cells, curvature, p, i, sums);
                const float bent = sums[1] > 1e-6f ? static_cast<float>(D - 1) * sums[0] / sums[1] : 0;
                const float push = -volume_ * sigma / share_ * std::clamp(bent, -most, most) * length_[i];
                for (int d = 0; d < D; ++d) force_[d][i] = push * normal_[d][i];
            }
        });
    }
    float force(int d, int i) const { return force_[d][i]; }

private:
    void resize(int count) {
        for (int d = 0; d < D; ++d) normal_[d].assign(count), force_[d].assign(count);
        valid_.assign(count), length_.assign(count);
        colour_sums_.resize(count), curvature_sums_.resize(count);
    }

    // Particle i and its neighbours' images, from where its own image is: vectors come back through the mirror.
    template <class AnyCells, class Kernel>
    void add_images(const Walls& walls, glm::vec3 offset, const AnyCells& cells, const Kernel& kernel,
                    const Arrays<D>& p, int i, float (&sums)[Kernel::sums]) const {
        for_images<D>(walls, offset, h_, p.at(i).value, [&](const Mirror<D>& mirror, const float(&image)[D]) {
            float found[Kernel::sums] = {}, vector[D];
            typename Kernel::Centre centre = kernel.centre(i);
            centre.x = splat(image[0]), centre.y = splat(image[1]);
            if constexpr (D == 3) centre.z = splat(image[2]);
            if constexpr (Kernel::sums == D + 1) {
                look_around<D>(cells, kernel, image, centre, found);
                for (int d = 0; d < D; ++d) vector[d] = found[d];
                mirror.reflect(vector);
                for (int d = 0; d < D; ++d) sums[d] += vector[d];
                sums[D] += found[D];
            } else {
                for (int d = 0; d < D; ++d) vector[d] = normal_[d][i];
                mirror.reflect(vector);
                centre.nx = splat(vector[0]), centre.ny = splat(vector[1]);
                if constexpr (D == 3) centre.nz = splat(vector[2]);
                look_around<D>(cells, kernel, image, centre, found);
                for (int k = 0; k < 2; ++k) sums[k] += found[k];
            }
        });
    }

    float h_ = 1, volume_ = 1;
    float share_ = 1;  // N above
    Padded<float> normal_[D], force_[D], valid_, length_;
    PairSums<D + 1> colour_sums_;
    PairSums<2> curvature_sums_;
};

}  // namespace slosh::sph
