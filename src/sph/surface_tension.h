// Surface tension at the free surface of an SPH fluid, from the colour field c = sum_j V_0 W_ij: its gradient n points
// into the fluid and is large at the surface alone. D is 2 or 3.
//
//   E = k/2 sum_i V_0 |n_i|^2,  F_ij = k V_0^2 (grad grad W_ij)(n_j - n_i)
//
// A surface is where gradients cost energy (van der Waals 1893; Cahn & Hilliard 1958; in SPH He et al. 2014, "Robust
// simulation of sparsely sampled thin features in SPH-based free surface flows"). The forces are the energy's exact
// derivative: equal and opposite for every pair, no curvature, no normal of unit length, nothing that pumps. (The
// curvature forms of Mueller et al. 2003 and Morris 2000 do pump at a free surface: dents are pulled outwards, where
// there is nobody to hold them, and a drop's swing grows.)
//
// What holds a drop together is pressure that may pull a little, down to -sigma/h (`hold`), since the energy alone is
// least for a gas. k is such that the flat surface of a lattice has the energy asked for, gradients and pull together.
// A mirror wall continues the fluid: its surface meets the wall at a right angle.
#pragma once
#include "sph/ghost_pairs.h"
#include "sph/smoothing_kernels.h"

namespace slosh::sph {

// Sums: grad W over the scale of the slope.
template <int D>
struct ColourGradientInteraction {
    static constexpr int sums = D;
    using Places = DensityInteraction<D, CubicSpline<D>>;
    using Particle = typename Places::Particle;
    Places places;

    Particle load(int i, auto read) const { return places.load(i, read); }
    [[gnu::always_inline]] void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        Float4 offset[D];
        const Float4 r2 = squared_distance<D>(i, j, offset);
        const Float4 slope = CubicSpline<D>::slope(max(sqrt(r2) * places.inv_h, splat(smallest_q)));
        SLOSH_UNROLL for (int d = 0; d < D; ++d) sum_i[d] -= slope * offset[d], sum_j[d] += slope * offset[d];
    }
};

// Sums: grad grad W_ij (n_j - n_i) over the scale of the slope.
template <int D>
struct GradientEnergyInteraction {
    static constexpr int sums = D;
    struct Particle {
        Float4 x, y, z, nx, ny, nz;
    };
    const float *x, *y, *z, *nx, *ny, *nz;
    float inv_h;

    Particle load(int i, auto read) const {
        const Float4 none{};
        return {read(x + i),  read(y + i),  D == 3 ? read(z + i) : none,
                read(nx + i), read(ny + i), D == 3 ? read(nz + i) : none};
    }
    // The second derivative of the cubic spline.
    static Float4 bend(Float4 q) {
        const Float4 a = max(1.0f - q, splat(0.0f)), b = max(0.5f - q, splat(0.0f));
        return 12.0f * a - 48.0f * b;
    }
    [[gnu::always_inline]] void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        const Float4 dx = j.x - i.x, dy = j.y - i.y, dnx = j.nx - i.nx, dny = j.ny - i.ny;
        Float4 r2 = dx * dx + dy * dy, along = dnx * dx + dny * dy, dz{}, dnz{};
        if constexpr (D == 3) {
            dz = j.z - i.z, dnz = j.nz - i.nz;
            r2 += dz * dz, along += dnz * dz;
        }
        const Float4 q = max(sqrt(r2) * inv_h, splat(smallest_q)), slope = CubicSpline<D>::slope(q);
        // Coincident particles: r2 is 0 and so is `along`.
        along *= (bend(q) - slope) / max(r2, splat(1e-30f));
        Float4 f[D];
        f[0] = slope * dnx + along * dx;
        f[1] = slope * dny + along * dy;
        if constexpr (D == 3) f[2] = slope * dnz + along * dz;
        SLOSH_UNROLL for (int d = 0; d < D; ++d) sum_i[d] += f[d], sum_j[d] -= f[d];
    }
};

template <int D>
class SurfaceTension {
public:
    SurfaceTension() = default;
    SurfaceTension(float spacing, float h, float volume) : h_(h), volume_(volume) {
        // Row after row of a lattice of which one half is missing: n, and what is missing of the density.
        const CubicSpline<D> spline(h);
        const int reach = static_cast<int>(h / spacing) + 1, deep = D == 3 ? reach : 0;
        float squares = 0, thinness = 0;
        for (int row = 0; row < reach; ++row) {
            float n = 0, missing = 0;
            for (int c = -deep; c <= deep; ++c)
                for (int b = row + 1; b <= reach; ++b)
                    for (int a = -reach; a <= reach; ++a) {
                        const float q = spacing * __builtin_sqrtf(static_cast<float>(a * a + b * b + c * c)) / h;
                        n += static_cast<float>(b) * spacing * CubicSpline<D>::slope(splat(q))[0];
                        missing += CubicSpline<D>::w(splat(q))[0];
                    }
            n *= volume * spline.slope_scale, missing *= volume * spline.scale;
            squares += 0.5f * volume * n * n;
            thinness += volume * (1 / (1 - missing) - 1);
        }
        const float area = D == 3 ? spacing * spacing : spacing;
        energy_ = squares / area;
        share_ = 1 / (1 + thinness / area / h);
    }

    // How far below zero the pressure may fall.
    float hold(float sigma) const { return share_ * sigma / h_; }

    // Sub-steps that a time takes at least: below half a swing of one particle, and so below the limit of Brackbill,
    // Kothe & Zemach 1992, which has this form.
    float substeps(float sigma, float density, float dt) const {
        return sigma > 0 ? dt / (0.06f * __builtin_sqrtf(density * h_ * h_ * h_ / sigma)) : 0;
    }

    // force(d, i) of all particles, of which there may come to be `room`.
    void find(float sigma, const ParticleArrays<D>& p, size_t room, const GhostPairLoop<D>& loop) {
        if (const int wanted = std::max(static_cast<int>(room), p.count); force_[0].size() < wanted) resize(wanted);
        const float *x = p.x[0].data(), *y = p.x[1].data(), *z = p.x[D - 1].data();
        const ColourGradientInteraction<D> colour{{x, y, z, 1 / h_}};
        const float scale = volume_ * CubicSpline<D>(h_).slope_scale;
        const auto place = position_ghosts<D>(colour);
        loop.for_pairs(colour, sums_, place, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                float sums[D];
                for (int d = 0; d < D; ++d) sums[d] = sums_.result(d)[i];
                loop.add_curved_wall_ghosts(colour, i, place, sums);
                for (int d = 0; d < D; ++d) normal_[d][i] = sums[d] * scale;
            }
        });
        const float k = share_ * sigma / energy_ * volume_ * scale;
        const GradientEnergyInteraction<D> gradient_energy{
            x, y, z, normal_[0].data(), normal_[1].data(), normal_[D - 1].data(), 1 / h_};
        const auto ghost_of = [&](const MirrorWall<D>& mirror, const float(&at)[D], int i) {
            float n[D];
            for (int d = 0; d < D; ++d) n[d] = normal_[d][i];
            mirror.reflect(n);
            auto ghost = at_position<D>(load_i(gradient_energy, i), at);
            ghost.nx = splat(n[0]), ghost.ny = splat(n[1]);
            if constexpr (D == 3) ghost.nz = splat(n[2]);
            return ghost;
        };
        loop.for_pairs(gradient_energy, sums_, ghost_of, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                float sums[D];
                for (int d = 0; d < D; ++d) sums[d] = sums_.result(d)[i];
                loop.add_curved_wall_ghosts(gradient_energy, i, ghost_of, sums);
                for (int d = 0; d < D; ++d) force_[d][i] = k * sums[d];
            }
        });
    }
    float force(int d, int i) const { return force_[d][i]; }

private:
    void resize(int count) {
        for (int d = 0; d < D; ++d) normal_[d].assign(count), force_[d].assign(count);
        sums_.resize(count);
    }

    float h_ = 1, volume_ = 1;
    float energy_ = 1, share_ = 1;  // of a lattice's flat surface for k = 1; of sigma that is left for gradients
    SimdArray<float> normal_[D], force_[D];
    Sums<D> sums_;
};

}  // namespace slosh::sph
