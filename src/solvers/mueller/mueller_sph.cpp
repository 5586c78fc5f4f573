#include "solvers/mueller/mueller_sph.h"

#include <atomic>

#include "analysis/stats.h"
#include "rigid/drawn_obstacles.h"
#include "solver/solver.h"
#include "solvers/mueller/forces.h"
#include "solvers/mueller/reflecting_walls.h"
#include "solvers/mueller/time_integration.h"
#include "sph/adaptive_support_state.h"
#include "sph/boundary_terms.h"
#include "sph/fluid.h"
#include "sph/interactions.h"
#include "sph/pointer_forces.h"
#include "sph/time_step.h"

namespace slosh {
namespace {

using sph::cheap_block;

template <int D>
class MuellerSph final : public SolverFor<MuellerSphDef> {
public:
    [[gnu::cold]] MuellerSph(const MuellerSphDef& def, const Domain& domain, const InitialParticles& start, Jobs& jobs)
        : def_(def),
          jobs_(jobs),
          fluid_(domain, start, {def.particles, def.budget.max_particles, def.smoothing}, mueller::density_kernel<D>()),
          phases_(def, start) {
        for (const Emitter& emitter : domain.emitters) phases_.add_phase(emitter.kind);
        for (SimdArray<float>* column : {&mass_, &cutoff2_}) fluid_.add(*column, sph::Carry::recomputed);
        for (SimdArray<float>* column : {&density_, &pressure_}) fluid_.add(*column, sph::Carry::until_sort);
        fluid_.add(acceleration_, sph::Carry::until_sort);
        forces_.resize(fluid_.capacity);
        density_sums_.resize(fluid_.capacity);
        force_sums_.resize(fluid_.capacity);
        if (def.adaptive) smoothing_.start(fluid_);
        retune_scales();
        fluid_.set_particle_volume(phases_.mass(0) / def.rest_density[0]);
        fluid_.reserve_search([&] {
            if constexpr (D == 2)
                if (use_cell_pairs()) return sort(cell_search_);
            sort(list_search());
        });
    }

    void step(float dt, std::span<const PointerForce> pointer_forces, const Motion& container) override {
        profile_.begin_step();
        offset_ = container.offset;
        wall_velocity_ = container.velocity / def_.time_scale;  // the fluid's seconds are shorter
        pointer_forces_.assign(pointer_forces.begin(), pointer_forces.end());
        for (PointerForce& force : pointer_forces_) force.velocity /= def_.time_scale;
        drain(container.offset);
        if (def_.life.any()) compute_life_forces();
        // The first smoothing lengths follow from those at rest in a few iterations.
        for (int round = forces_valid_ ? 0 : def_.adaptive ? 4 : 1; round > 0; --round) compute_accelerations();
        forces_valid_ = true;
        substeps_ = substeps_for(dt * def_.time_scale);
        const float sub_dt = dt / static_cast<float>(substeps_);
        sub_dt_ = sub_dt * def_.time_scale;
        for (int s = 1; s <= substeps_; ++s) {
            fluid_.emit(sub_dt_, {offset_, wall_velocity_}, offset_, obstacles_.bodies(),
                        def_.budget.when_full == WhenFull::recycle);
            fluid_.hold_inlet(0);
            offset_ = container.offset + container.velocity * (sub_dt * static_cast<float>(s));
            advance(sub_dt_);
            if (has_run_away(s, container)) break;
        }
    }

    void set_parameters(const MuellerSphDef& def, const Domain& domain) override {
        def_ = def;
        fluid_.domain.gravity = domain.gravity;
        retune_scales();
    }

    Outcome set_user_emitters(std::span<const Emitter> emitters) override {
        if (def_.life.any()) return Outcome::refused("pouring is not available in scenes with particle life");
        for (const Emitter& emitter : emitters)
            if (phases_.add_phase(emitter.kind)) retune_scales();
        return fluid_.set_user_emitters(emitters);
    }
    void set_user_drains(std::span<const Drain> drains) override { fluid_.set_user_drains(drains); }
    bool drain(glm::vec3 offset) override {
        fluid_.drain(offset);
        return true;
    }

    void set_drawn_bodies(std::span<const BodyDef> defs) override {
        obstacles_.set(defs, D, obstacle_response().reach());
    }

    // Of particles that swim for a second, or until drag stops the gain.
    float own_energy() const override {
        const float speed = def_.life.any() ? def_.life.strength / std::max(def_.drag, 1.0f) : 0;
        return speed * speed / 2;
    }

    ParticleView particles() const override {
        ParticleView p = fluid_.view(density_, pressure_, def_.rest_density[0]);
        p.time_scale = def_.time_scale;
        if (def_.adaptive) p.smoothing = smoothing_.lengths(), p.neighbours = smoothing_.neighbours();
        for (size_t k = 0; k < p.masses.size(); ++k) {
            const auto kind = static_cast<uint8_t>(k);
            p.masses[k] = phases_.mass(kind), p.rest_densities[k] = phases_.rest_density(kind);
        }
        p.bodies = obstacles_.bodies();
        return p;
    }

    Stats stats() const override {
        Stats stats = measure(particles(), jobs_);
        stats.substeps = substeps_, stats.substep = sub_dt_;
        stats.mean_neighbours = def_.adaptive ? smoothing_.mean_neighbours() : 0;
        return stats;
    }

    const Profile& profile() const override { return profile_; }

private:
    // Pair loops straight over the cells (2D only), or over the neighbour list.
    struct CellSearch {
        static constexpr bool listed = false;
        CellGrid cells;
        RowPartition strips;
    };
    struct ListSearch {
        static constexpr bool listed = true;
        const NeighbourList<D>& cells;
        PairScratch& strips;
    };
    ListSearch list_search() { return {fluid_.neighbours, fluid_.scratch}; }

    void retune_scales() {
        const bool in_plane = D == 2 && def_.kernels == MuellerSphDef::Kernels::planar;
        density_scale_ = in_plane ? Poly6<2>(fluid_.h).scale : Poly6<3>(fluid_.h).scale;
        forces_.retune(in_plane, fluid_.h);
        const auto w = [&](float n) {
            return Poly6<D>::w(splat(fluid_.spacing * fluid_.spacing * n / (fluid_.h * fluid_.h)))[0];
        };
        const float volume = def_.mass > 0 ? def_.mass / def_.rest_density[0]
                                           : 1 / (sph::lattice_sum<D>(fluid_.spacing, fluid_.h, w) * density_scale_);
        phases_.retune(def_, volume);
    }

    float rest_density(int i) const { return phases_.rest_density(fluid_.particles.kind[i]); }

    int substeps_for(float dt) const {
        if (def_.substeps > 0) return def_.substeps;
        const float max_speed = std::max(sph::max_speed(fluid_.particles), fluid_.max_emitter_speed());
        const float speed_gain = sph::gravity_speed_gain(fluid_.domain.gravity, dt);
        return mueller::substeps_for(def_, dt, __builtin_sqrtf(def_.stiffness) + max_speed + speed_gain,
                                     def_.adaptive ? fluid_.h * smoothing_.min_h_scale() : fluid_.h);
    }

    void advance(float dt) {
        sph::apply_pointer_forces(fluid_.particles, pointer_forces_, dt, jobs_);
        if (def_.integrator == MuellerSphDef::Integrator::rk2) advance_by_midpoint(dt);
        else apply(mueller::Pass::first_of(def_.integrator, dt));
        keep_outside_obstacles(dt);
        collide_with_walls();
        ++substep_index_;
        compute_accelerations();
        if (def_.integrator == MuellerSphDef::Integrator::verlet) apply({.kick = 0.5f * dt});
    }

    void apply(const mueller::Pass& pass) {
        const auto scope = profile_.scope("move");
        pass.apply(fluid_.particles, acceleration_, jobs_);
    }

    void advance_by_midpoint(float dt) {
        midpoint_.save(fluid_.particles, fluid_.capacity, jobs_);
        apply({.by_v = 0.5f * dt, .kick = 0.5f * dt});
        compute_accelerations();
        const auto order = used_lists_ ? fluid_.neighbours.order() : cell_search_.cells.order();
        midpoint_.finish(fluid_.particles, acceleration_, order, dt, jobs_);
    }

    template <class F>
    void for_each_particle(F&& f) {
        jobs_.for_range(fluid_.particles.count, cheap_block, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) f(i);
        });
    }

    DrawnObstacles::Response obstacle_response() const {
        return {.gap = fluid_.spacing / 2, .restitution = 2 * def_.wall_damping - 1};
    }

    void keep_outside_obstacles(float dt) {
        obstacles_.move({offset_, wall_velocity_});
        if (obstacles_.empty()) return;
        const auto scope = profile_.scope("obstacles");
        for_each_particle([&, response = obstacle_response()](int i) {
            glm::vec3 x(0), v(0);
            for (int d = 0; d < D; ++d) x[d] = fluid_.particles.x[d][i], v[d] = fluid_.particles.v[d][i];
            if (!obstacles_.keep_outside(x, v, dt, response)) return;
            for (int d = 0; d < D; ++d) fluid_.particles.x[d][i] = x[d], fluid_.particles.v[d][i] = v[d];
        });
    }

    void collide_with_walls() {
        const auto scope = profile_.scope("walls");
        const ReflectingWalls response{def_.wall_damping, offset_, wall_velocity_};
        for_each_particle([&](int i) {
            float x[D], v[D];
            for (int d = 0; d < D; ++d) x[d] = fluid_.particles.x[d][i], v[d] = fluid_.particles.v[d][i];
            if (!bounce_at_walls<D>(fluid_.domain.walls, response, substep_index_ << 32 | fluid_.particles.id[i], x, v))
                return;
            for (int d = 0; d < D; ++d) fluid_.particles.x[d][i] = x[d], fluid_.particles.v[d][i] = v[d];
        });
    }

    // Forces of particle life, once per step: they change little within one.
    void compute_life_forces() {
        const auto scope = profile_.scope("life");
        const glm::vec3 centre = fluid_.domain.walls.centre + offset_;
        ParticleLifeView view{.dimensions = D,
                              .count = fluid_.particles.count,
                              .id = fluid_.particles.id.data(),
                              .kind = fluid_.particles.kind.data(),
                              .lo = centre,
                              .hi = centre,
                              .spacing = fluid_.spacing,
                              .support = fluid_.h};
        for (int d = 0; d < D; ++d) {
            const float half = sph::half_extent(fluid_.domain.walls, d);
            view.x[d] = fluid_.particles.x[d].data();
            view.lo[d] -= half, view.hi[d] += half;
        }
        life_.compute(def_.life, view, jobs_);
        has_life_forces_ = true;
    }

    // In 2D and for the simple sums. All other forms use the neighbour list, in code a tenth as large.
    bool use_cell_pairs() const {
        return D == 2 && def_.search == MuellerSphDef::Search::dense && !def_.adaptive && phases_.uniform();
    }
    void compute_accelerations() {
        used_lists_ = !use_cell_pairs();
        if constexpr (D == 2)
            if (!used_lists_) return compute_accelerations_by(cell_search_);
        compute_accelerations_by(list_search());
    }

    void compute_accelerations_by(auto&& search) {
        sort(search);
        compute_density(search);
        cap_neighbours(search);
        compute_forces(search);
    }

    void sort(const ListSearch&) {
        const auto scope = profile_.scope("sort");
        const bool hash = def_.search == MuellerSphDef::Search::hash;
        if (def_.adaptive) smoothing_.sort(fluid_, hash, offset_, jobs_);
        else fluid_.sort(hash, offset_, fluid_.h, jobs_);
    }
    void sort(CellSearch& search) {
        const auto scope = profile_.scope("sort");
        fluid_.sort_for_cell_pairs(search.cells, search.strips, offset_, jobs_);
    }

    template <class Search>
    void compute_density(Search& search) {
        const auto scope = profile_.scope("density");
        if constexpr (Search::listed) {
            if (def_.adaptive) return sum_adaptive_density(search);
            if (!phases_.uniform()) return sum_density<true>(search);
        }
        sum_density<false>(search);
    }

    template <bool by_mass>
    void sum_density(auto& search) {
        if (by_mass) for_each_particle([&](int i) { mass_[i] = phases_.mass(fluid_.particles.kind[i]); });
        std::atomic<bool> over_cap = false;
        const mueller::DensityInteraction<D, by_mass> interaction{
            fluid_.particles.x[0].data(), fluid_.particles.x[1].data(), fluid_.particles.x[D - 1].data(), mass_.data(),
            1 / (fluid_.h * fluid_.h)};
        sph::for_pairs<D>(
            search.cells, search.strips, interaction, density_sums_, fluid_.particles, jobs_, [&](int begin, int end) {
                const float* sums = density_sums_.result(0);
                const float *counts = density_sums_.result(1), max_count = static_cast<float>(def_.max_neighbours);
                bool over = false;
                for (int i = begin; i < end; ++i) {
                    if (!by_mass) mass_[i] = phases_.mass(fluid_.particles.kind[i]);
                    over = over || counts[i] > max_count;
                    // Pairs leave out the particle itself: W(0) = 1.
                    set_density(i, by_mass ? sums[i] + mass_[i] : (sums[i] + 1) * mass_[i]);
                }
                if (over) over_cap = true;
            });
        over_cap_ = over_cap;
    }

    void sum_adaptive_density(auto& search) {
        over_cap_ = false;  // an adaptive support holds about as many neighbours as at rest
        for_each_particle([&](int i) { mass_[i] = phases_.mass(fluid_.particles.kind[i]); });
        const mueller::AdaptiveDensityInteraction<D> interaction{
            fluid_.particles.x[0].data(), fluid_.particles.x[1].data(), fluid_.particles.x[D - 1].data(), mass_.data(),
            smoothing_.h_scales(),        1 / (fluid_.h * fluid_.h)};
        const float weight = forces_valid_ ? 0.5f : 1;
        sph::for_pairs<D>(
            search.cells, search.strips, interaction, density_sums_, fluid_.particles, jobs_, [&](int begin, int end) {
                const float *sums = density_sums_.result(0), *counts = density_sums_.result(1);
                for (int i = begin; i < end; ++i) {
                    set_density(i, sums[i] + mass_[i] * smoothing_.self_weight(i));
                    smoothing_.update(fluid_.particles, i, density_[i] / rest_density(i), counts[i], weight);
                }
            });
    }

    // Density and, by the equation of state, pressure of particle i. `sum`: of m W, without the scale factor.
    void set_density(int i, float sum) {
        float rho = sum * density_scale_;
        if (def_.walls == MuellerSphDef::WallModel::density) rho += rest_density(i) * wall_terms(i).volume;
        const float p = def_.stiffness * (rho - rest_density(i));
        density_[i] = rho;
        pressure_[i] = def_.pressure == MuellerSphDef::Pressure::clamped ? std::max(p, 0.0f) : p;
    }

    template <class Search>
    void cap_neighbours(Search& search) {
        if (!over_cap_) return;
        const auto scope = profile_.scope("nearest");
        if constexpr (Search::listed)
            if (!phases_.uniform()) return cap_neighbours_by<true>(search);
        cap_neighbours_by<false>(search);
    }

    template <bool by_mass>
    void cap_neighbours_by(auto& search) {
        jobs_.for_range(fluid_.particles.count, sph::neighbour_block, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                cutoff2_[i] = far_away;
                const int count = static_cast<int>(density_sums_.result(1)[i]);
                if (count <= def_.max_neighbours) continue;
                const mueller::CappedNeighbours capped =
                    mueller::nearest_neighbours<D, by_mass>(search.cells, fluid_.particles, mass_.data(), i, count,
                                                            def_.max_neighbours, 1 / (fluid_.h * fluid_.h));
                cutoff2_[i] = capped.cutoff2;
                set_density(i, by_mass ? capped.sum : capped.sum * mass_[i]);
            }
        });
    }

    template <class Search>
    void compute_forces(Search& search) {
        const auto scope = profile_.scope("forces");
        const auto sum_over_pairs = [&](const auto& interaction) {
            sph::for_pairs<D>(search.cells, search.strips, interaction, force_sums_, fluid_.particles, jobs_,
                              [&](int begin, int end) { store_accelerations(begin, end); });
        };
        const mueller::FluidView<D> fluid{.particles = fluid_.particles,
                                          .phases = phases_,
                                          .mass = mass_.data(),
                                          .density = density_.data(),
                                          .pressure = pressure_.data(),
                                          .cutoff2 = cutoff2_.data(),
                                          .over_cap = over_cap_,
                                          .h = fluid_.h};
        const bool asymmetric = def_.force == MuellerSphDef::Force::asymmetric && !def_.adaptive;
        if constexpr (Search::listed) {
            if (def_.adaptive) return forces_.adaptive(fluid, smoothing_.h_scales(), jobs_, sum_over_pairs);
            if (asymmetric) return forces_.template general<true>(fluid, cutoff2_, jobs_, sum_over_pairs);
            if (!phases_.uniform()) return forces_.template general<false>(fluid, cutoff2_, jobs_, sum_over_pairs);
        } else {
            if (asymmetric) return forces_.asymmetric(fluid, jobs_, sum_over_pairs);
        }
        forces_.symmetric(fluid, jobs_, sum_over_pairs);
    }

    void store_accelerations(int begin, int end) {
        for (int d = 0; d < D; ++d) {
            const float* sums = force_sums_.result(d);
            const float wall_v = wall_velocity_[d], gravity = fluid_.domain.gravity[d];
            for (int i = begin; i < end; ++i)
                acceleration_[d][i] = sums[i] + (gravity - def_.drag * (fluid_.particles.v[d][i] - wall_v));
        }
        if (has_life_forces_)
            for (int d = 0; d < D; ++d)
                for (int i = begin; i < end; ++i) acceleration_[d][i] += life_.acceleration(d, fluid_.particles.id[i]);
        if (def_.walls != MuellerSphDef::WallModel::density) return;
        for (int i = begin; i < end; ++i) {
            const BoundaryTerms<D> wall = wall_terms(i);
            if (wall.gap >= fluid_.h) continue;
            // The wall has the fluid's rest density and the particle's own pressure.
            const float coefficient = -2 * pressure_[i] * rest_density(i) / (density_[i] * density_[i]);
            for (int d = 0; d < D; ++d) acceleration_[d][i] += coefficient * wall.gradient[d];
        }
    }

    BoundaryTerms<D> wall_terms(int i) const { return fluid_.wall_terms(i, offset_); }

    MuellerSphDef def_;
    Jobs& jobs_;
    sph::Fluid<D> fluid_;
    float density_scale_ = 1;  // of the kernel
    mueller::PhaseTable phases_;
    bool over_cap_ = false;             // a particle has more neighbours than the cap
    bool forces_valid_ = false;         // of the present particles
    bool used_lists_ = false;           // by the last compute_accelerations()
    bool has_life_forces_ = false;      // life_ holds accelerations
    int substeps_ = 1;                  // of the last step
    float sub_dt_ = 0;                  // in the fluid's own seconds
    uint64_t substep_index_ = 0;        // since the start; seeds the walls' random numbers
    glm::vec3 offset_{0, 0, 0};         // of the container at the present sub-step, u
    glm::vec3 wall_velocity_{0, 0, 0};  // u/s
    SimdArray<float> density_;          // rho, mass/u^D
    SimdArray<float> pressure_;
    SimdArray<float> acceleration_[D];  // u/s^2
    SimdArray<float> mass_;             // by kind
    SimdArray<float> cutoff2_;          // squared radius of the neighbours under the cap
    mueller::Midpoint<D> midpoint_;
    mueller::Forces<D> forces_;
    std::vector<PointerForce> pointer_forces_;  // in the fluid's own seconds
    CellSearch cell_search_;
    std::conditional_t<D == 2, PairSums<2>, sph::Sums<2>> density_sums_;  // m W or W, and the number of neighbours
    std::conditional_t<D == 2, PairSums<D>, sph::Sums<D>> force_sums_;    // accelerations
    DrawnObstacles obstacles_;
    ParticleLife life_;
    sph::AdaptiveSupport<D> smoothing_;  // with `adaptive-smoothing`
    mutable Profile profile_;
};

}  // namespace

template <int D>
std::unique_ptr<Solver> make_mueller_sph(const MuellerSphDef& def, const Domain& domain, const InitialParticles& start,
                                         Jobs& jobs) {
    return std::make_unique<MuellerSph<D>>(def, domain, start, jobs);
}
template std::unique_ptr<Solver> make_mueller_sph<2>(const MuellerSphDef&, const Domain&, const InitialParticles&,
                                                     Jobs&);
template std::unique_ptr<Solver> make_mueller_sph<3>(const MuellerSphDef&, const Domain&, const InitialParticles&,
                                                     Jobs&);

}  // namespace slosh
