// Spray, foam and air bubbles: diffuse particles, which the fluid moves and which do not act on the fluid.
//
// Ihmsen, Akinci, Akinci, Teschner 2012, "Unified spray, foam and air bubbles for particle-based fluids". Generated
// where the fluid mixes with air (foam/potentials.h), in a cylinder along the path of the fluid particle, in every
// second step. The number of fluid particles nearby gives the kind of a diffuse particle:
//
//   spray   fewer than 6    ballistic
//   foam    in between      moves with the mean velocity of the fluid around it, and dissolves
//   bubble  more than 20    rises: dv = -k_b g dt + k_d (v_fluid - v) dt
//
// (walls mirror the fluid: foam/smoothed_fields.h). Deviations from the paper: spray and bubbles age, too, slowly,
// and spray on a dry wall quickly, so that all of them end; particles generated at a higher closing speed spread
// faster. If the budget is full, particles with the shortest remaining life are removed: the newest and the most
// energetic stay.
//
// SI units, world space. Runs after a step of the fluid; independent of the solver. The same bits for any number of
// workers.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/jobs.h"
#include "base/random.h"
#include "domain/domain.h"
#include "foam/potentials.h"
#include "solver/views.h"

namespace slosh {

// The surroundings of the fluid after its step.
struct DiffuseEnvironment {
    Walls walls;
    glm::vec3 offset{0, 0, 0}, velocity{0, 0, 0};  // of the container, m and m/s
    glm::vec3 gravity{0, -9.81f, 0};
    std::span<const Body> bodies = {};
};

class DiffuseParticles {
public:
    static constexpr float full = 33;  // neighbours inside the fluid
    // The range of densities of foam, from its number of neighbours.
    static constexpr float min_foam = 6 / full, max_foam = 20 / full;

    // A step of dt seconds. Allocates only while the fluid or the budget grows.
    void step(float dt, const FoamDef&, DiffuseFluid, const DiffuseEnvironment&, Jobs&);
    // Reserves memory for `budget` particles.
    void reserve(int budget);
    // Adds a particle, if the budget is not full.
    void add(glm::vec3 x, glm::vec3 v, float life, DiffuseView::Kind);

    DiffuseView view() const;
    std::span<const float> velocity(int axis) const { return first(v_[axis]); }
    std::span<const float> life() const { return first(life_); }  // s

private:
    // Ageing rates, relative to foam's: of spray and bubbles, and of spray on a wall.
    static constexpr float slow_ageing = 0.25f, fast_ageing = 8;
    static constexpr float kind_change = 0.1f, fade_in = 0.08f, fade_out = 0.5f;  // s, of the displayed values
    static constexpr float max_generated = 40;                                    // by a fluid particle in a step
    static constexpr float spread = 0.4f;  // velocity across the path over the closing speed of the neighbours
    static constexpr int interval = 2;     // steps between two generations

    // The particles to keep: all in higher bins of the remaining life, and of this bin all but the oldest `excess`.
    struct BudgetThreshold {
        static constexpr int bins = 256;
        int bin = 0, excess = 0;
        float scale = 1;  // bins per second of remaining life
        int bin_of(float life) const;
    };
    std::span<const float> first(const std::vector<float>& of) const {
        return std::span(of).first(static_cast<size_t>(count_));
    }
    static DiffuseView::Kind kind_of(float density);
    void move(size_t i, float dt, const FoamDef&, const DiffuseEnvironment&);
    template <class F>
    void for_new(const FoamDef&, float dt, F&&) const;
    BudgetThreshold find_threshold(const FoamDef&, float dt) const;
    void remove(BudgetThreshold);
    void generate(const FoamDef&, float spacing, const DiffuseEnvironment&, float dt, BudgetThreshold);

    DiffusePotentials potentials_;
    int count_ = 0;
    uint64_t steps_ = 0;
    std::vector<float> x_[3], v_[3];   // m, m/s
    std::vector<float> life_;          // remaining, s
    std::vector<float> shown_, fade_;  // as in DiffuseView
    std::vector<uint8_t> kind_;        // DiffuseView::Kind
};

}  // namespace slosh
