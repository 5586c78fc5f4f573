// Where a fluid mixes with air: the potentials of Ihmsen, Akinci, Akinci, Teschner 2012, "Unified spray, foam and air
// bubbles for particle-based fluids", section 3.1.
//
//   trapped air  sum_j |v_ij| (1 - v_ij . x_ij / |v_ij| |x_ij|) W_ij
//                                 approaching particles trap more air than separating ones
//   wave crest   sum_j (1 - n_i . n_j) W_ij
//                                 over the j below the tangent plane of i, where i moves out of the surface
//   energy       v^2 / 2
//
// each mapped to 0..1 by Phi(I, from, full), with W = 1 - r/h. The first two are those of particles at a surface:
// inside the fluid there is no air, but its shear would count as trapped air in the paper. The first is divided by the
// sum of W over a full neighbourhood, which makes it a speed; speeds are measured in sqrt(g L), L^3 the volume of all
// the fluid, so that one set of bounds fits a cup and a harbour. h is two spacings, for 33 neighbours inside the fluid,
// independent of the support of the solver. Normals are those of the smoothed density (foam/smoothed_fields.h).
//
// Large fluids are evaluated in subsets, in turn: up to one particle in sixteen each time, which represents the others.
#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/jobs.h"
#include "base/simd_array.h"
#include "foam/foam_def.h"
#include "foam/smoothed_fields.h"
#include "search/cell_grid.h"

namespace slosh {

// A fluid particle that may generate diffuse particles.
struct DiffuseSource {
    uint32_t id = 0;
    glm::vec3 x{0, 0, 0}, v{0, 0, 0};      // m, m/s
    float air = 0, crest = 0, energy = 0;  // Phi of each
    float closing_speed = 0;               // of its neighbours, m/s
    float curvature = 0;                   // of the surface, the argument of Phi for `crest`
};

class DiffusePotentials {
public:
    static constexpr float spacings = 2;              // in the support h
    static constexpr float full_weight = 8.3775804f;  // sum of W inside the fluid: pi/3 2^3
    static constexpr float surface = 0.8f;            // below this smoothed density a particle lies at the surface
    static constexpr float outwards = 0.6f;           // cosine between a crest's velocity and its normal
    static constexpr int min_subset = 4000, max_subsets = 16;

    // Finds the sources: of a subset of the fluid, the particles with a kinetic potential above 0, in the order of the
    // fluid. `gravity`: magnitude, m/s2. `subset`: its index.
    void pick(const DiffuseFluid&, const FoamDef&, float gravity, uint32_t subset);
    void clear_sources() { sources_.clear(); }
    std::span<const DiffuseSource> sources() const { return sources_; }
    // Computes the smoothed fields.
    void smooth(const DiffuseFluid&, Jobs&);
    const SmoothedFields& grid() const { return grid_; }  // of the last call
    // Computes the other potentials of the sources, by the smoothed fields.
    void find(const DiffuseFluid&, const FoamDef&, Jobs&);

    // Fraction of the fluid that a source represents.
    float fraction_of_a_source() const { return fraction_of_a_source_; }
    static uint32_t subset_count(int count) {
        return static_cast<uint32_t>(std::clamp(count / min_subset, 1, max_subsets));
    }

private:
    void sort(const DiffuseFluid&, Jobs&);
    void find_air(const FoamDef&, DiffuseSource&) const;
    void find_crest(const FoamDef&, DiffuseSource&) const;

    CellGrid cells_;
    SmoothedFields grid_;
    glm::vec3 lo_{0, 0, 0}, hi_{0, 0, 0};  // of the fluid
    float support_ = 1;                    // h, m
    float speed_unit_ = 0;                 // m/s
    float fraction_of_a_source_ = 0;
    SimdArray<float> x_[3], v_[3];  // in the order of the cells
    std::vector<DiffuseSource> sources_;
};

// The clamping function of the paper: 0 up to `from`, 1 from `full` on; 0 for NaN.
float phi(float value, float from, float full);

// sqrt(g L), L^3 = volume. Without the math library: the same bits everywhere.
float speed_scale(float gravity, double volume);

}  // namespace slosh
