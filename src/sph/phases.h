// Several phases (fluids) in one SPH solver, each with its own rest density and viscosity.
//
// Number density (Solenthaler & Pajarola 2008, "Density contrast SPH interfaces"): particles of all phases have the
// same volume at rest, so the pressure does not depend on the phase; phases differ in mass only. They share one
// stiffness, that of the densest phase with the requested speed of sound; sound is faster in the lighter ones.
//
// The viscosity between two phases is the harmonic mean, 2 mu_i mu_j / (mu_i + mu_j), so that the shear stress is the
// same on both sides (Cleary & Monaghan 1999 for heat; Hu & Adams 2006 for viscosity). The m_i m_j / mean density of
// the artificial viscosity is a harmonic mean as well.
//
// Interface tension: a pair of unlike particles has the energy e V_i V_j W_ij, as the pairwise forces of Tartakovsky &
// Meakin 2005, with e such that a flat interface of a lattice has the requested energy.
#pragma once
#include <algorithm>

#include "base/simd.h"
#include "sph/particle_arrays.h"

namespace slosh::sph {

struct PhaseTable {
    static constexpr int kinds = 4;

    bool uniform = true;             // all present phases are alike: the arrays by slot are not filled
    int present = 0;                 // bit mask: phases without particles and emitters count for nothing
    float rest_density[kinds] = {};  // kg/m3
    float viscosity[kinds] = {};     // kinematic, m2/s
    float sound_speed[kinds] = {};   // m/s
    float stiffness = 1;             // Pa: pressure per compression rho/rho_0 - 1
    int capacity = 0;                // minimum size of the arrays by slot
    // By slot.
    SimdArray<float> density;     // at rest, kg/m3
    SimdArray<float> two_mu;      // twice the dynamic viscosity, Pa s
    SimdArray<float> artificial;  // rho alpha c h
    SimdArray<float> inv_mass;    // 1/kg
    SimdArray<float> kind;        // index of the phase, as float for comparisons in lanes

    bool has(int k) const { return (present >> k & 1) != 0; }
    // Marks a phase as present. True if it was not.
    bool add(int k) {
        const int before = present;
        present |= 1 << (k & (kinds - 1));
        return present != before;
    }

    // Sets the values of the first phase and of the others; a 0 of the others means the value of the first.
    template <int other_count>
    void retune(float first_density, const float (&densities)[other_count], float first_viscosity,
                const float (&viscosities)[other_count], float speed, float tension) {
        static_assert(other_count == kinds - 1);
        uniform = !(tension > 0);
        float max_density = 0;
        for (int k = 0; k < kinds; ++k) {
            rest_density[k] = k > 0 && densities[k - 1] > 0 ? densities[k - 1] : first_density;
            viscosity[k] = k > 0 && viscosities[k - 1] > 0 ? viscosities[k - 1] : first_viscosity;
            if (!has(k)) continue;
            uniform = uniform && rest_density[k] == first_density && viscosity[k] == first_viscosity;
            max_density = std::max(max_density, rest_density[k]);
        }
        stiffness = (max_density > 0 ? max_density : first_density) * speed * speed;
        for (int k = 0; k < kinds; ++k) sound_speed[k] = uniform ? speed : __builtin_sqrtf(stiffness / rest_density[k]);
    }

    int of(uint8_t k) const { return uniform ? 0 : k & (kinds - 1); }
    // Of the present phases.
    float max_sound_speed() const { return largest(sound_speed); }
    float min_rest_density() const { return stiffness / (max_sound_speed() * max_sound_speed()); }
    float max_viscosity() const { return largest(viscosity); }
    // alpha rho c h: the form of artificial and bulk viscosities.
    float acoustic(float alpha, int k, float h) const { return alpha * rest_density[k] * sound_speed[k] * h; }

    // Fills the arrays by slot; to be called after sorting and after a change. `volume` is that of a particle at rest.
    void fill(const SimdArray<uint8_t>& kind_of_slot, float volume, float alpha, float h, Jobs& jobs) {
        if (uniform) return;
        const int count = kind_of_slot.size();
        if (density.size() < count)
            for (SimdArray<float>* a : {&density, &two_mu, &artificial, &inv_mass, &kind})
                a->assign(std::max(count, capacity));
        jobs.for_range(count, cheap_block, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                const int k = kind_of_slot[i] & (kinds - 1);
                kind[i] = static_cast<float>(k);
                density[i] = rest_density[k];
                two_mu[i] = 2 * rest_density[k] * viscosity[k];
                artificial[i] = acoustic(alpha, k, h);
                inv_mass[i] = 1 / (rest_density[k] * volume);
            }
        });
    }

private:
    float largest(const float (&values)[kinds]) const {
        float maximum = present == 0 ? values[0] : 0;
        for (int k = 0; k < kinds; ++k)
            if (has(k)) maximum = std::max(maximum, values[k]);
        return maximum;
    }
};

// The energy per area of a flat interface between two half lattices, for e = 1.
template <int D, class Kernel>
float interface_energy(float spacing, float h, float volume) {
    const int radius = static_cast<int>(h / spacing) + 1;
    const int radius_z = D == 3 ? radius : 0;
    float total = 0;
    for (int c = -radius_z; c <= radius_z; ++c)
        for (int b = 1; b <= radius; ++b)
            for (int a = -radius; a <= radius; ++a) {
                const float r = spacing * __builtin_sqrtf(static_cast<float>(a * a + b * b + c * c));
                total += static_cast<float>(b) * Kernel::w(splat(r / h))[0];
            }
    return total * Kernel(h).scale * volume * volume / (D == 3 ? spacing * spacing : spacing);
}

inline Float4 harmonic_mean(Float4 a, Float4 b) { return 2.0f * a * b / (a + b + 1e-30f); }

}  // namespace slosh::sph
