// Several kinds of fluid in one SPH solver, each with its own rest density and viscosity.
//
// Solenthaler & Pajarola 2008 ("Density contrast SPH interfaces"): density is a number density, so all particles fill
// the same volume at rest and the pressure knows nothing of kinds; a kind is only as heavy as it is. All kinds share
// one stiffness, that of the densest with the speed of sound asked for: sound is faster in the lighter ones.
// Two kinds drag each other with the harmonic mean of their viscosities, 2 mu_i mu_j / (mu_i + mu_j): the shear stress
// is then the same on both sides (Cleary & Monaghan 1999 for heat; Hu & Adams 2006 for viscosity). The artificial
// viscosity's m_i m_j / mean density is a harmonic mean as well.
//
// Kinds part by their interface tension: a pair of unlike particles has the energy e V_i V_j W_ij, as the pairs of
// Tartakovsky & Meakin 2005 have, with e such that a flat interface of a lattice has the energy asked for.
#pragma once
#include <algorithm>

#include "sph/smoothing_kernels.h"
#include "sph/sph.h"

namespace slosh::sph {

struct PhaseTable {
    static constexpr int kinds = 4;

    bool uniform = true;  // all kinds are one: nothing below `stiffness` is filled
    float rest_density[kinds] = {}, viscosity[kinds] = {}, sound_speed[kinds] = {};
    float stiffness = 1;  // pressure a share of compression
    int room = 0;         // for so many particles, if more are to come
    // Of each particle, by slot.
    SimdArray<float> density, drag, artificial, inv_mass;  // at rest; 2 mu; rho alpha c h; 1/mass
    SimdArray<float> kind;                                 // to be compared in lanes

    // The first kind's values, and those of the others: 0 for the first one's.
    template <int others>
    void retune(float first_density, const float (&densities)[others], float first_viscosity,
                const float (&viscosities)[others], float speed, float tension) {
        static_assert(others == kinds - 1);
        uniform = !(tension > 0);
        float densest = first_density;
        for (int k = 0; k < kinds; ++k) {
            rest_density[k] = k > 0 && densities[k - 1] > 0 ? densities[k - 1] : first_density;
            viscosity[k] = k > 0 && viscosities[k - 1] > 0 ? viscosities[k - 1] : first_viscosity;
            uniform = uniform && rest_density[k] == first_density && viscosity[k] == first_viscosity;
            densest = std::max(densest, rest_density[k]);
        }
        stiffness = densest * speed * speed;
        for (int k = 0; k < kinds; ++k) sound_speed[k] = uniform ? speed : __builtin_sqrtf(stiffness / rest_density[k]);
    }

    int of(uint8_t k) const { return uniform ? 0 : k & (kinds - 1); }
    float max_sound_speed() const { return *std::max_element(sound_speed, sound_speed + kinds); }
    float min_rest_density() const { return *std::min_element(rest_density, rest_density + kinds); }
    float max_viscosity() const { return *std::max_element(viscosity, viscosity + kinds); }
    // A share of rho c h, as artificial and bulk viscosity are.
    float acoustic(float share, int k, float h) const { return share * rest_density[k] * sound_speed[k] * h; }

    // After sorting, and after a change. `volume` is that of a particle at rest.
    void fill(const SimdArray<uint8_t>& kinds_now, float volume, float alpha, float h, Jobs& jobs) {
        if (uniform) return;
        const int count = kinds_now.size();
        if (density.size() < count)
            for (SimdArray<float>* a : {&density, &drag, &artificial, &inv_mass, &kind})
                a->assign(std::max(count, room));
        jobs.for_range(count, cheap_block, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                const int k = kinds_now[i] & (kinds - 1);
                kind[i] = static_cast<float>(k);
                density[i] = rest_density[k], drag[i] = 2 * rest_density[k] * viscosity[k];
                artificial[i] = acoustic(alpha, k, h), inv_mass[i] = 1 / (rest_density[k] * volume);
            }
        });
    }
};

// The energy of an interface between two half lattices, for e = 1: each row meets those of the other side.
template <int D>
float interface_energy(float spacing, float h, float volume) {
    const int reach = static_cast<int>(h / spacing) + 1, deep = D == 3 ? reach : 0;
    float total = 0;
    for (int c = -deep; c <= deep; ++c)
        for (int b = 1; b <= reach; ++b)
            for (int a = -reach; a <= reach; ++a) {
                const float r = spacing * __builtin_sqrtf(static_cast<float>(a * a + b * b + c * c));
                total += static_cast<float>(b) * CubicSpline<D>::w(splat(r / h))[0];
            }
    return total * CubicSpline<D>(h).scale * volume * volume / (D == 3 ? spacing * spacing : spacing);
}

inline Float4 harmonic_mean(Float4 a, Float4 b) { return 2.0f * a * b / (a + b + 1e-30f); }

}  // namespace slosh::sph
