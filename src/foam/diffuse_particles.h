// Spray, foam and air bubbles: particles that a fluid carries and that do not act on it.
//
// Ihmsen, Akinci, Akinci, Teschner 2012, "Unified spray, foam and air bubbles for particle-based fluids". Made where
// the fluid mixes with air (foam/potentials.h), in a cylinder around the way its particle came, in every
// second step. By how many particles of the fluid are near, a diffuse particle is
//
//   spray   fewer than 6    flies freely
//   foam    in between      goes with the mean velocity of the fluid around it, and wears off
//   bubble  more than 20    rises: dv = -k_b g dt + k_d (v_fluid - v) dt
//
// (before walls the fluid that would be behind them counts). Beyond the paper: spray and bubbles age as well, if
// slowly, and spray on a dry wall quickly, so that nothing stays for ever; what is made where fluids meet faster
// spreads faster. Where the budget is full, what has the least life left makes room: the newest and the most energetic
// stay.
//
// SI units, world space. Runs after a step of the fluid, which it does not change; knows no solver. The same bits for
// any number of workers.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/jobs.h"
#include "base/random.h"
#include "domain/domain.h"
#include "foam/potentials.h"

namespace slosh {

// What is around the fluid after its step.
struct DiffuseEnvironment {
    Walls walls;
    glm::vec3 offset{0, 0, 0}, velocity{0, 0, 0};  // of the container
    glm::vec3 gravity{0, -9.81f, 0};
    std::span<const Body> bodies;
};

class DiffuseParticles {
public:
    static constexpr float full = 33, min_foam = 6 / full, max_foam = 20 / full;  // density of foam, by neighbours

    // Over dt. Takes no memory once the fluid and the budget have been as large as they get.
    void step(float dt, const FoamDef&, DiffuseFluid, const DiffuseEnvironment&, Jobs&);
    // Room for so many.
    void reserve(int budget);
    // Puts one where it is told to, if there is room.
    void add(glm::vec3 x, glm::vec3 v, float life, DiffuseView::Kind);

    DiffuseView view() const;
    std::span<const float> velocity(int axis) const { return first(v_[axis]); }
    std::span<const float> life() const { return first(life_); }  // s

private:
    static constexpr float slow_ageing = 0.25f, fast_ageing = 8;                 // of foam's
    static constexpr float turning = 0.1f, appearing = 0.08f, vanishing = 0.5f;  // s, to the eye
    static constexpr float max_made = 40;                                        // by a particle in a step
    static constexpr float spreading = 0.4f;
    static constexpr int interval = 2;  // steps from one making to the next

    // What stays: all in higher bins of life, and of this bin all but `excess`, oldest first.
    struct Cut {
        static constexpr int bins = 256;
        int bin = 0, excess = 0;
        float scale = 1;
        int bin_of(float life) const;
    };
    std::span<const float> first(const std::vector<float>& of) const {
        return std::span(of).first(static_cast<size_t>(count_));
    }
    static DiffuseView::Kind kind_of(float density);
    void move(size_t i, float dt, const FoamDef&, const DiffuseEnvironment&);
    template <class F>
    void for_new(const FoamDef&, float dt, F&&) const;
    Cut find_cut(const FoamDef&, float dt) const;
    void remove(Cut);
    void make(const FoamDef&, float spacing, const DiffuseEnvironment&, float dt, Cut);

    DiffusePotentials potentials_;
    int count_ = 0;
    uint64_t steps_ = 0;
    float reach_ = 1;  // of the ball that a place's fluid is judged by
    std::vector<float> x_[3], v_[3], life_, shown_, fade_;
    std::vector<uint8_t> kind_;
};

}  // namespace slosh
