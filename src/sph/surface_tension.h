// Surface tension at the free surface of an SPH fluid, from the colour field c = sum_j V_0 W_ij: its gradient n points
// into the fluid and is large only at the surface. D is 2 or 3.
//
//   E = k/2 sum_i V_0 |n_i|^2,  F_ij = k V_0^2 (grad grad W_ij)(n_j - n_i)
//
// The energy is that of gradients at an interface (van der Waals 1893; Cahn & Hilliard 1958; in SPH He et al. 2014,
// "Robust simulation of sparsely sampled thin features in SPH-based free surface flows"). The forces are its exact
// derivative: equal and opposite for every pair, without a curvature, without normals of unit length, and conservative.
// The curvature forms of Mueller et al. 2003 and Morris 2000 add energy at a free surface: they pull dents outwards,
// where no particle balances them, and the oscillation of a drop grows.
//
// The minimum of this energy alone is a gas. A drop is held together by a negative pressure down to -sigma/d
// (`max_tension`). Under tension particles attract each other until they coincide (the tensile instability; Monaghan
// 2000, "SPH without a tensile instability"): the surface then has fewer, heavier points, and single particles stand
// outside it for ever. So pairs closer than the spacing at rest repel each other, by a pressure that a lattice does not
// feel and that follows from an energy, too:
//
//   F_ij = -`repulsion` sigma/d V_0^2 max(W_ij / W(spacing) - 1, 0) grad W_ij
//
// Where that is more than half of what it would be for coincident particles, at about 0.6 spacings, it grows faster, up
// to `core_repulsion` sigma/d whatever the support: most particles of a drop of a few hundred in space lie at its
// surface, where the energy of gradients pulls close pairs together, too.
//
// d = `depth` h is about the width of the layer at the surface in which the density falls. k is such that the flat
// surface of a lattice has the requested energy, gradients and tension together. A mirror wall continues the fluid, so
// that the surface meets the wall at a right angle. The kernel has a second_derivative(q), as the quartic kernel.
#pragma once
#include "sph/ghost_pairs.h"
#include "sph/lattice.h"
#include "sph/smoothing_kernels.h"

namespace slosh::sph {

// Sums: grad W over the scale factor of the slope.
template <int D, class Kernel>
struct ColourGradientInteraction {
    static constexpr int sums = D;
    using Particle = Position<D>;
    const float *x, *y, *z;
    float inv_h;

    Particle load(int i, auto read) const {
        Particle p{};
        load_position<D>(p, *this, i, read);
        return p;
    }
    [[gnu::always_inline]] void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        Float4 offset[D];
        const Float4 r2 = squared_distance<D>(i, j, offset);
        const Float4 slope = Kernel::slope(max(sqrt(r2) * inv_h, splat(smallest_q)));
        SLOSH_UNROLL for (int d = 0; d < D; ++d) {
            sum_i[d] -= slope * offset[d];
            sum_j[d] += slope * offset[d];
        }
    }
};

// The repulsion of close pairs over k: f + core max(f - half, 0), f = max(by_w w - at_spacing, 0), for a kernel w
// without its scale factor. `half` is half of the f of coincident particles.
struct CloseRepulsion {
    float by_w = 0, at_spacing = 0, half = 0, core = 0;

    Float4 at(Float4 w) const {
        const Float4 f = max(w * by_w - at_spacing, splat(0.0f));
        return f + max(f - half, splat(0.0f)) * core;
    }
};

// Sums: grad grad W_ij (n_j - n_i) and the repulsion of close pairs, over the scale factor of the slope.
template <int D, class Kernel>
struct GradientEnergyInteraction {
    static constexpr int sums = D;
    struct Particle {
        Float4 x, y, z, nx, ny, nz;
    };
    const float *x, *y, *z, *nx, *ny, *nz;
    float inv_h;
    CloseRepulsion repulsion;

    Particle load(int i, auto read) const {
        const Float4 none{};
        return {read(x + i),  read(y + i),  D == 3 ? read(z + i) : none,
                read(nx + i), read(ny + i), D == 3 ? read(nz + i) : none};
    }
    [[gnu::always_inline]] void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        const Float4 dx = j.x - i.x, dy = j.y - i.y, dnx = j.nx - i.nx, dny = j.ny - i.ny;
        Float4 r2 = dx * dx + dy * dy, along = dnx * dx + dny * dy, dz{}, dnz{};
        if constexpr (D == 3) {
            dz = j.z - i.z;
            dnz = j.nz - i.nz;
            r2 += dz * dz;
            along += dnz * dz;
        }
        const Float4 q = max(sqrt(r2) * inv_h, splat(smallest_q)), slope = Kernel::slope(q);
        // Coincident particles: r2 is 0 and so is `along`.
        along *= (Kernel::second_derivative(q) - slope) / max(r2, splat(1e-30f));
        along += slope * repulsion.at(Kernel::w(q));
        Float4 f[D];
        f[0] = slope * dnx + along * dx;
        f[1] = slope * dny + along * dy;
        if constexpr (D == 3) f[2] = slope * dnz + along * dz;
        SLOSH_UNROLL for (int d = 0; d < D; ++d) {
            sum_i[d] += f[d];
            sum_j[d] -= f[d];
        }
    }
};

template <int D, class Kernel>
class SurfaceTension {
public:
    SurfaceTension(float spacing, float h, float volume) : h_(h), volume_(volume) {
        // The rows of a half lattice: n, and the missing density.
        const Kernel kernel(h);
        const int radius = static_cast<int>(h / spacing) + 1;
        const int radius_z = D == 3 ? radius : 0;
        float gradient_energy = 0, dilution = 0;
        for (int row = 0; row < radius; ++row) {
            float n = 0, missing = 0;
            for (int c = -radius_z; c <= radius_z; ++c)
                for (int b = row + 1; b <= radius; ++b)
                    for (int a = -radius; a <= radius; ++a) {
                        const float q = spacing * __builtin_sqrtf(static_cast<float>(a * a + b * b + c * c)) / h;
                        n += static_cast<float>(b) * spacing * Kernel::slope(splat(q))[0];
                        missing += Kernel::w(splat(q))[0];
                    }
            n *= volume * kernel.slope_scale;
            missing *= volume * kernel.scale;
            gradient_energy += 0.5f * volume * n * n;
            dilution += volume * (1 / (1 - missing) - 1);
        }
        const float area = D == 3 ? spacing * spacing : spacing;
        unit_energy_ = gradient_energy / area;
        gradient_fraction_ = 1 / (1 + dilution / area / (depth * h));
        // What holds a particle inside a lattice: k V_0^3 times the sum of the squares of grad grad W along an axis.
        const float bend = lattice_sum<D>(spacing, h, [&](float n) {
            if (n == 0) return 0.0f;
            const Float4 q = splat(spacing * __builtin_sqrtf(n) / h);
            const float along = Kernel::second_derivative(q)[0], across = Kernel::slope(q)[0];
            return (along * along + (D - 1) * across * across) / D;
        });
        stiffness_ = gradient_stiffness(1) * kernel.slope_scale * bend;
        const float over_k = repulsion * unit_energy_ / (gradient_fraction_ * depth * h);
        const float w_ratio = Kernel::w(splat(0.0f))[0] / Kernel::w(splat(spacing / h))[0];
        const float half = 0.5f * over_k * (w_ratio - 1), coincident = over_k * core_repulsion / repulsion;
        close_repulsion_ = {.by_w = over_k / Kernel::w(splat(spacing / h))[0],
                            .at_spacing = over_k,
                            .half = half,
                            .core = std::max(coincident / half - 2, 0.0f)};
    }

    // The largest tension, i.e. negative pressure, Pa.
    float max_tension(float sigma) const { return gradient_fraction_ * sigma / (depth * h_); }

    // The number of sub-steps for a time dt: each at most 1/2 over the angular frequency of one particle between others
    // at rest. Half of what leapfrog could take: neighbours move against each other, and tension packs them closer.
    float substeps(float sigma, float density, float dt) const {
        return 2 * dt * __builtin_sqrtf(stiffness_ * sigma / density);
    }

    // The force for a sum of GradientEnergyInteraction.
    float gradient_stiffness(float sigma) const {
        return gradient_fraction_ * sigma / unit_energy_ * volume_ * (volume_ * Kernel(h_).slope_scale);
    }

    CloseRepulsion close_repulsion() const { return close_repulsion_; }

    // Computes force(d, i) of all particles; memory is allocated for `capacity` of them.
    void find(float sigma, const ParticleArrays<D>& p, size_t capacity, const GhostPairLoop<D>& loop) {
        if (const int size = std::max(static_cast<int>(capacity), p.count); force_[0].size() < size) resize(size);
        const float *x = p.x[0].data(), *y = p.x[1].data(), *z = p.x[D - 1].data();
        const ColourGradientInteraction<D, Kernel> colour{.x = x, .y = y, .z = z, .inv_h = 1 / h_};
        const float scale = volume_ * Kernel(h_).slope_scale;
        const auto position_ghost = position_ghosts<D>(colour);
        loop.for_pairs(colour, sums_, position_ghost, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                float sums[D];
                for (int d = 0; d < D; ++d) sums[d] = sums_.result(d)[i];
                loop.add_curved_wall_ghosts(colour, i, position_ghost, sums);
                for (int d = 0; d < D; ++d) normal_[d][i] = sums[d] * scale;
            }
        });
        const float k = gradient_stiffness(sigma);
        const GradientEnergyInteraction<D, Kernel> gradient_energy{.x = x,
                                                                   .y = y,
                                                                   .z = z,
                                                                   .nx = normal_[0].data(),
                                                                   .ny = normal_[1].data(),
                                                                   .nz = normal_[D - 1].data(),
                                                                   .inv_h = 1 / h_,
                                                                   .repulsion = close_repulsion_};
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
    // N, along axis d.
    float force(int d, int i) const { return force_[d][i]; }

private:
    void resize(int count) {
        for (int d = 0; d < D; ++d) {
            normal_[d].assign(count);
            force_[d].assign(count);
        }
        sums_.resize(count);
    }

    // Where drops of any support are round, without a particle outside, and oscillate with Rayleigh's period. With a
    // larger depth single particles stay outside, with a smaller one the surface is too stiff; with less repulsion
    // particles coincide, with more the surface is too soft.
    static constexpr float depth = 0.85f;  // of the layer in which tension pulls, of h
    static constexpr float repulsion = 2.2f;
    // With 6 a fifth of 256 particles in space still coincide, with 10 under 1 %.
    static constexpr float core_repulsion = 10;

    float h_, volume_;
    float stiffness_ = 1;          // square of the angular frequency of one particle, of sigma over density, 1/m^D
    float unit_energy_ = 1;        // energy per area of the flat surface of a lattice for k = 1
    float gradient_fraction_ = 1;  // fraction of sigma from this energy; the tension contributes the rest
    CloseRepulsion close_repulsion_;
    SimdArray<float> normal_[D], force_[D];
    Sums<D> sums_;
};

}  // namespace slosh::sph
