// Where a fluid mixes with air: the potentials of Ihmsen, Akinci, Akinci, Teschner 2012, "Unified spray, foam and air
// bubbles for particle-based fluids", section 3.1, of every particle fast enough to count.
//
//   trapped air  sum_j |v_ij| (1 - v_ij . x_ij / |v_ij| |x_ij|) W_ij   what meets traps more than what parts
//   wave crest   sum_j (1 - n_i . n_j) W_ij over the j below i's tangent plane, where i moves out of the surface
//   energy       v^2 / 2
//
// each brought to 0..1 by Phi(I, from, full), with W = 1 - r/h. The first is divided by the sum of W over a full
// neighbourhood, which makes it a speed; speeds are measured in sqrt(g L), L^3 the volume of all the fluid, so that one
// set of bounds fits a cup and a harbour. h is two spacings, for 33 neighbours inside the fluid, whatever the reach of
// the solver that moves it.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/jobs.h"
#include "fluid/cells.h"
#include "fluid/diffuse_def.h"
#include "fluid/particles.h"

namespace slosh {

// Spans of `count` values, in any order of particles. What is not a number counts as nowhere.
struct DiffuseFluid {
    int count = 0;
    std::span<const float> x, y, z, vx, vy, vz;
    std::span<const uint32_t> id;
    float spacing = 1;  // of particles at rest
};

// The clamping function of the paper: 0 up to `from`, 1 from `full` on. Never not a number.
inline float phi(float value, float from, float full) {
    if (!(full > from)) return value > from ? 1.0f : 0.0f;
    return min(max((value - from) / (full - from), 0.0f), 1.0f);
}

class DiffusePotentials {
public:
    static constexpr float spacings = 2;              // in the support h
    static constexpr float full_count = 33.5f;        // neighbours: 4/3 pi 2^3
    static constexpr float full_weight = 8.3775804f;  // sum of W: pi/3 2^3
    static constexpr float surface_normal = 0.06f;    // of full_weight; a plane surface has 0.15
    static constexpr float surface_count = 0.8f;      // of full_count; a plane surface has 0.5
    static constexpr float outwards = 0.6f;           // cosine between a crest's velocity and its normal

    // `gravity`: its size, m/s2.
    void find(const DiffuseFluid&, const DiffuseDef&, float gravity, Jobs&);

    // In slots: order()[slot] is the particle.
    int count() const { return cells_.count(); }
    std::span<const uint32_t> order() const { return cells_.order(); }
    const Cells& cells() const { return cells_; }
    float support() const { return support_; }
    const Padded<float>& x(int axis) const { return x_[axis]; }
    const Padded<float>& v(int axis) const { return v_[axis]; }
    // Phi of each, 0..1; those of air and crests are 0 where that of energy is.
    float air(int slot) const { return air_[slot]; }
    float crest(int slot) const { return crest_[slot]; }
    float energy(int slot) const { return energy_[slot]; }
    // Where the energy is above 0: how many others are within the support, and how fast they come or pass, m/s.
    float neighbours(int slot) const { return neighbours_[slot]; }
    float closing(int slot) const { return closing_[slot]; }
    float speed_unit() const { return speed_unit_; }  // sqrt(g L), m/s

private:
    void sort(const DiffuseFluid&, Jobs&);
    void find_air(const DiffuseDef&, int begin, int end);
    void find_crests(const DiffuseDef&, int begin, int end);

    Cells cells_;
    float support_ = 1, speed_unit_ = 0;
    Padded<float> x_[3], v_[3], n_[3];  // n: outwards, of length 1, where the surface is; else 0
    Padded<float> air_, crest_, energy_, neighbours_, closing_;
};

// sqrt(g L), L^3 = volume. Without the math library: the same everywhere.
float speed_scale(float gravity, double volume);

}  // namespace slosh
