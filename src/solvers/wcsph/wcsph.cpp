#include "solvers/wcsph/wcsph.h"

#include "analysis/stats.h"
#include "base/check.h"
#include "solvers/solvers.h"
#include "solvers/wcsph/interactions.h"
#include "sph/adaptive_support_state.h"
#include "sph/body_coupling.h"
#include "sph/boundary_terms.h"
#include "sph/ghost_pairs.h"
#include "sph/inflow_outflow.h"
#include "sph/phases.h"
#include "sph/surface_tension.h"

namespace slosh {

namespace {

using sph::cheap_block;

float pressure_of(const WcsphDef& def, float scale, float density_ratio, float least) {
    float p = scale * (density_ratio - 1);
    if (def.equation == WcsphDef::tait) {
        const float r2 = density_ratio * density_ratio, r4 = r2 * r2;
        p = scale / 7 * (r4 * r2 * density_ratio - 1);
    }
    return max(least, p);
}

// The volume of a particle that makes the density of a filled lattice exactly that at rest.
template <int D>
float lattice_volume(float spacing, float h) {
    const auto w = [&](float n) { return CubicSpline<D>::w(splat(spacing * __builtin_sqrtf(n) / h))[0]; };
    return 1 / (sph::lattice_sum<D>(spacing, h, w) * CubicSpline<D>(h).scale);
}

template <int D>
class Wcsph final : public Solver {
public:
    [[gnu::cold]] Wcsph(const WcsphDef& def, const Domain& domain, const InitialParticles& start, Jobs& jobs)
        : def_(def), domain_(domain), jobs_(jobs) {
        const int room = sph::capacity_of(domain, def.budget, start.count(), def.particles);
        front_.start_from(start, room);
        back_.resize(room);
        spacing_ = sph::spacing_at_rest<D>(domain, start.count(), def.particles);
        h_ = sph::support_within<D>(domain.walls, def.smoothing * spacing_);
        volume_at_rest_ = lattice_volume<D>(spacing_, h_);
        interface_energy_ = sph::interface_energy<D>(spacing_, h_, volume_at_rest_);
        tension_ = sph::SurfaceTension<D>(spacing_, h_, volume_at_rest_);
        integrals_ = BoundaryIntegrals(D, h_);
        bodies_ = sph::BodyCoupling<D>(domain, spacing_, h_);
        for (SimdArray<float>* a : {&density_, &pressure_, &volume_, &pressure_volume_}) a->assign(room);
        for (int d = 0; d < D; ++d) {
            force_[d].assign(room), shift_[d].assign(room);
            carried_[2 * d] = &force_[d], carried_[2 * d + 1] = &shift_[d];
        }
        density_sums_.resize(room);
        force_sums_.resize(room);
        if (def.adaptive) {
            const float widest = sph::support_within<D>(domain.walls, max_wide * h_);
            smoothing_.start(room, h_, {widest / h_, thin, dense});
            counted_sums_.resize(room);
        }
        flow_ = sph::InflowOutflow<D>(domain, spacing_, volume_at_rest_, h_, start.count(), room);
        neighbours_.reserve(room);
        sph::make_room(front_, room, [&] { sort(); });
        if (room > front_.count) scratch_.reserve(room, wcsph::ForceInteraction<D, true>::fields, D);
        phases_.room = room;
        retune_kinds();
        follow_count();
    }

    void step(float dt, std::span<const PointerForce> pointer_forces, const Motion& container) override {
        profile_.begin_step();
        container_ = container;
        offset_ = container.offset;
        if (flow_.drain(front_, offset_, carried_)) follow_count();
        // The first smoothing lengths are found from those at rest, by a few rounds.
        for (int round = begun_ ? 0 : def_.adaptive ? 4 : 1; round > 0; --round) find_forces();
        begun_ = true;
        substeps_ = substeps_for(dt);
        const float sub_dt = dt / static_cast<float>(substeps_);
        sub_dt_ = sub_dt;
        const bool leapfrog = def_.integrator == WcsphDef::leapfrog;
        for (int s = 1; s <= substeps_; ++s) {
            if (flow_.emit(front_, sub_dt, container, offset_, bodies_.view(), def_.when_full == WcsphDef::recycle,
                           carried_))
                follow_count();
            sph::apply_pointer_forces(front_, pointer_forces, sub_dt, jobs_);
            offset_ = container.offset + container.velocity * (sub_dt * static_cast<float>(s));
            if (leapfrog) kick(0.5f * sub_dt);
            drift(sub_dt);
            if (!leapfrog) kick(sub_dt);
            find_forces();
            if (leapfrog) kick(0.5f * sub_dt);
        }
    }

    void retune(const SolverDef& def, const Domain& domain) override {
        const WcsphDef& wanted = std::get<WcsphDef>(def);
        def_ = wanted;
        domain_.gravity = domain.gravity;
        retune_kinds();
    }

    ParticleView particles() const override {
        ParticleView p = front_.view();
        p.density = density_.view(), p.pressure = pressure_.view();
        p.bodies = bodies_.view();
        p.radius = spacing_ / 2;
        p.rest_density = def_.rest_density;
        p.support = h_;
        if (def_.adaptive) p.smoothing = smoothing_.lengths(), p.neighbours = smoothing_.neighbours();
        for (int k = 0; k < sph::PhaseTable::kinds; ++k) {
            const auto at = static_cast<size_t>(k);
            p.masses[at] = mass_of(k), p.rest_densities[at] = phases_.rest_density[k];
        }
        return p;
    }

    [[gnu::cold]] Stats stats() const override {
        Stats stats = measure(particles(), jobs_);
        stats.substeps = substeps_, stats.substep = sub_dt_;
        stats.mean_neighbours = def_.adaptive ? smoothing_.mean_neighbours() : 0;
        measure_bodies(bodies_.view(), stats);
        return stats;
    }

    SetResult drop(const BodyDef& def) override {
        begun_ = false;
        return bodies_.drop(def, offset_);
    }
    void hold(std::span<const Grab> grabs) override { bodies_.hold(grabs); }
    SetResult pour(std::span<const Emitter> emitters) override { return flow_.pour(emitters); }

    const Profile& profile() const override { return profile_; }

private:
    // After particles came or went.
    void follow_count() {
        density_.set_count(front_.count), pressure_.set_count(front_.count);
        fill_kinds();
    }

    float mass_of(int kind) const { return phases_.rest_density[kind] * volume_at_rest_; }
    int kind_of(int i) const { return phases_.of(front_.kind[i]); }
    void retune_kinds() {
        phases_.retune(def_.rest_density, def_.other_density, def_.viscosity, def_.other_viscosity, def_.sound_speed,
                       def_.interface_tension);
        if (def_.adaptive) phases_.uniform = false;  // one form for all
        fill_kinds();
    }
    void fill_kinds() { phases_.fill(front_.kind, volume_at_rest_, def_.artificial_viscosity, h_, jobs_); }

    // dt <= cfl h / (c + |v|max), and what the viscosity bears: a full neighbourhood takes 23 nu / h^2 of a particle's
    // velocity in the plane and 24 in space.
    int substeps_for(float dt) const {
        if (def_.substeps > 0) return def_.substeps;
        const float pull = sph::gravity_speed_gain(domain_.gravity, dt);
        const float fastest = std::max({sph::max_speed(front_), bodies_.max_speed(), flow_.max_speed()});
        const float h = def_.adaptive ? h_ * smoothing_.min_h_scale() : h_;
        const float by_sound = dt * (phases_.max_sound_speed() + fastest + pull) / (def_.cfl * h);
        const float by_drag = dt * phases_.max_viscosity() / (0.04f * h * h);
        const float by_tension = tension_.substeps(def_.surface_tension, phases_.min_rest_density(), dt);
        return sph::whole_substeps(std::max({by_sound, by_drag, by_tension}));
    }

    // v += (F / m + g) dt
    void kick(float dt) {
        const auto scope = profile_.scope("kick");
        const float inv_mass = dt / mass_of(0);
        jobs_.for_range(front_.count, cheap_block, [&](int begin, int end) {
            for (int d = 0; d < D; ++d)
                for (int i = begin; i < end; i += lanes) {
                    const Float4 share = phases_.uniform ? splat(inv_mass) : load(&phases_.inv_mass[i]) * dt;
                    store(&front_.v[d][i],
                          load(&front_.v[d][i]) + (load(&force_[d][i]) * share + domain_.gravity[d] * dt));
                }
        });
        bodies_.kick(dt, domain_.gravity);
    }

    // x += v dt, inside the walls.
    void drift(float dt) {
        const auto scope = profile_.scope("drift");
        const bool shifts = def_.shifting > 0;
        jobs_.for_range(front_.count, cheap_block, [&](int begin, int end) {
            for (int i = begin; i < end; i += lanes) {
                Float4 x[D];
                for (int d = 0; d < D; ++d) {
                    x[d] = load(&front_.x[d][i]) + load(&front_.v[d][i]) * dt;
                    if (shifts) x[d] += load(&shift_[d][i]);
                }
                const bool inside = all_inside<D>(domain_.walls, offset_, x);
                for (int d = 0; d < D; ++d) store(&front_.x[d][i], x[d]);
                for (int lane = 0; !inside && lane < std::min(lanes, end - i); ++lane) bring_inside(i + lane);
            }
        });
        if (!bodies_.empty()) bodies_.move(dt, offset_ - container_.velocity * dt, container_.velocity, front_, jobs_);
        front_.pad();
    }

    void bring_inside(int i) {
        float x[D], v[D];
        for (int d = 0; d < D; ++d) x[d] = front_.x[d][i], v[d] = front_.v[d][i];
        // Each a hair's breadth from the wall: what a corner squeezes into one point must come apart again.
        const float inset = spacing_ * 1e-3f * (1 + static_cast<float>(front_.id[i] & 1023) * 0x1p-10f);
        if (def_.walls == WcsphDef::mirror) reflect_inside<D>(domain_.walls, container_, offset_, inset, x, v);
        else keep_inside<D>(domain_.walls, container_, offset_, inset, x, v);
        for (int d = 0; d < D; ++d) front_.x[d][i] = x[d], front_.v[d][i] = v[d];
    }

    void find_forces() {
        {
            const auto scope = profile_.scope("sort");
            sort();
            fill_kinds();
        }
        find_density();
        if (def_.surface_tension > 0) find_tension();
        if (def_.shifting > 0) find_shift();
        find_pressure_and_drag();
    }

    void sort() {
        const bool hash = def_.search == WcsphDef::hash;
        if (def_.adaptive) smoothing_.sort(neighbours_, hash, domain_.walls, offset_, front_, back_, jobs_);
        else sph::sort<D>(neighbours_, hash, domain_.walls, offset_, h_, front_, back_, jobs_);
    }

    void find_density() {
        const auto scope = profile_.scope("density");
        const float *x = front_.x[0].data(), *y = front_.x[1].data(), *z = front_.x[D - 1].data();
        if (!def_.adaptive) return sum_density(wcsph::DensityInteraction<D>{x, y, z, 1 / h_}, density_sums_);
        sum_density(wcsph::AdaptiveDensityInteraction<D>{x, y, z, smoothing_.h_scales(), 1 / h_}, counted_sums_);
    }

    template <PairInteraction Interaction>
    void sum_density(const Interaction& interaction, auto& kept) {
        constexpr bool counts = Interaction::sums > 1;  // where it adapts
        const CubicSpline<D> spline(h_);
        const float self = CubicSpline<D>::w(Float4{})[0];
        const sph::GhostPairLoop<D> loop = ghost_pairs();
        float rate[sph::PhaseTable::kinds];
        for (int k = 0; k < sph::PhaseTable::kinds; ++k)
            rate[k] = begun_ ? phases_.acoustic(def_.bulk_viscosity, k, h_) / sub_dt_ : 0;
        float least = def_.surface_tension > 0 ? -tension_.hold(def_.surface_tension) : 0;
        if (def_.tension) least = -1e30f;
        const auto ghost_of = sph::position_ghosts<D>(interaction);
        const auto finish = [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                float around[Interaction::sums];
                for (int k = 0; k < Interaction::sums; ++k) around[k] = kept.result(k)[i];
                around[0] += counts ? self * smoothing_.self_weight(i) : self;
                loop.add_curved_wall_ghosts(interaction, i, ghost_of, around);
                float density_ratio = around[0] * spline.scale * volume_at_rest_;
                if (!bodies_.empty()) density_ratio += bodies_.volume_fraction_at(front_, i);
                density_[i] = phases_.rest_density[kind_of(i)] * density_ratio;
                const float squeeze =
                    front_.density_ratio[i] > 0 ? (density_ratio - front_.density_ratio[i]) * rate[kind_of(i)] : 0;
                if constexpr (counts) smoothing_.note(front_, i, density_ratio, around[1], 1);
                else front_.density_ratio[i] = density_ratio;
                pressure_[i] = max(least, pressure_of(def_, phases_.stiffness, density_ratio, least) + squeeze);
                volume_[i] = volume_at_rest_ / density_ratio;
                pressure_volume_[i] = pressure_[i] * volume_[i] * volume_[i];
            }
        };
        loop.for_pairs(interaction, kept, ghost_of, finish);
    }

    void find_tension() {
        const auto scope = profile_.scope("tension");
        tension_.find(def_.surface_tension, front_, force_[0].view().size(), ghost_pairs());
    }

    void find_shift() {
        const auto scope = profile_.scope("shift");
        using Interaction = wcsph::ShiftingInteraction<D>;
        const Interaction interaction{{front_.x[0].data(), front_.x[1].data(), front_.x[D - 1].data(), 1 / h_},
                                      1 / CubicSpline<D>::w(splat(spacing_ / h_))[0]};
        const float pace = def_.shifting * sph::max_speed(front_, container_.velocity) * sub_dt_;
        const float scale = pace * h_ * volume_at_rest_ * CubicSpline<D>(h_).slope_scale, most = 0.1f * spacing_;
        const sph::GhostPairLoop<D> loop = ghost_pairs();
        const auto ghost_of = sph::position_ghosts<D>(interaction);
        const auto finish = [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                // Only where the neighbourhood is full.
                const float share = std::clamp(10 * front_.density_ratio[i] - 9, 0.0f, 1.0f) * scale;
                float sums[D];
                for (int d = 0; d < D; ++d) sums[d] = force_sums_.result(d)[i];
                if (share > 0) loop.add_curved_wall_ghosts(interaction, i, ghost_of, sums);
                for (int d = 0; d < D; ++d) shift_[d][i] = std::clamp(share * sums[d], -most, most);
            }
        };
        loop.for_pairs(interaction, force_sums_, ghost_of, finish);
    }

    void find_pressure_and_drag() {
        const auto scope = profile_.scope("forces");
        if (def_.adaptive) sum_forces<true, true>();
        else if (phases_.uniform) sum_forces<false, false>();
        else sum_forces<true, false>();
    }

    template <bool mixed, bool adaptive>
    void sum_forces() {
        const CubicSpline<D> spline(h_);
        const float rho = phases_.rest_density[0], drag = 2 * rho * phases_.viscosity[0];
        const float artificial = phases_.acoustic(def_.artificial_viscosity, 0, h_);
        using Interaction = wcsph::ForceInteraction<D, mixed, adaptive>;
        const Interaction interaction{front_.x[0].data(),
                                      front_.x[1].data(),
                                      front_.x[D - 1].data(),
                                      front_.v[0].data(),
                                      front_.v[1].data(),
                                      front_.v[D - 1].data(),
                                      volume_.data(),
                                      pressure_volume_.data(),
                                      phases_.drag.data(),
                                      phases_.artificial.data(),
                                      phases_.kind.data(),
                                      smoothing_.h_scales(),
                                      1 / h_,
                                      0.01f * h_ * h_,
                                      drag,
                                      artificial,
                                      def_.interface_tension / interface_energy_};
        sph::FluidView<D> fluid{front_.x, front_.v, volume_.data(), pressure_.data(),
                                rho,      drag,     artificial,     domain_.gravity};
        if (mixed) fluid.kinds = {phases_.density.data(), phases_.drag.data(), phases_.artificial.data()};
        const bool pushes = def_.walls != WcsphDef::mirror || def_.wall_drag > 0, pulls = def_.surface_tension > 0;
        const sph::GhostPairLoop<D> loop = ghost_pairs();
        const auto ghost_of = [&](const MirrorWall<D>& mirror, const float(&at)[D], int i) {
            float v[D];
            for (int d = 0; d < D; ++d) v[d] = front_.v[d][i] - container_.velocity[d];
            mirror.reflect(v);
            typename Interaction::Particle ghost = sph::at_position<D>(load_i(interaction, i), at);
            ghost.vx = splat(v[0] + container_.velocity[0]), ghost.vy = splat(v[1] + container_.velocity[1]);
            if constexpr (D == 3) ghost.vz = splat(v[2] + container_.velocity[2]);
            return ghost;
        };
        const auto finish = [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                float push[D] = {}, sums[D];
                if (pushes) push_of_walls(i, push);
                if (!bodies_.empty()) bodies_.add_force(fluid, i, push);
                for (int d = 0; pulls && d < D; ++d) push[d] += tension_.force(d, i);
                for (int d = 0; d < D; ++d) sums[d] = force_sums_.result(d)[i];
                loop.add_curved_wall_ghosts(interaction, i, ghost_of, sums);
                for (int d = 0; d < D; ++d) force_[d][i] = sums[d] * spline.slope_scale + push[d];
            }
        };
        loop.for_pairs(interaction, force_sums_, ghost_of, finish);
        if (!bodies_.empty()) bodies_.apply_forces_to_bodies(fluid, neighbours_, jobs_);
    }

    sph::GhostPairLoop<D> ghost_pairs() {
        const float reach = def_.adaptive ? h_ * smoothing_.max_h_scale() : h_;
        return {front_, domain_.walls, offset_, def_.walls == WcsphDef::mirror, reach, neighbours_, scratch_, jobs_};
    }

    BoundaryTerms<D> wall_terms(int i) const {
        return boundary_terms<D>(domain_.walls, offset_, integrals_, front_.at(i).value);
    }

    void push_of_walls(int i, float (&push)[D]) const {
        const BoundaryTerms<D> wall = wall_terms(i);
        float v[D];
        for (int d = 0; d < D; ++d) push[d] = 0, v[d] = front_.v[d][i] - container_.velocity[d];
        if (wall.gap >= h_) return;
        const int kind = kind_of(i);
        // What sticks to a wall feels the whole viscosity; Monaghan's is worth alpha c h / 16 for a support h.
        const float drag = 2 * phases_.rest_density[kind] * phases_.viscosity[kind] +
                           phases_.acoustic(def_.artificial_viscosity, kind, h_) / 8;
        float out = 0;
        for (int d = 0; d < D; ++d) out += v[d] * wall.normal[d];
        if (def_.walls == WcsphDef::spring) {
            // From half a spacing away, where a first layer belongs.
            const float depth = 0.5f * spacing_ - wall.gap;
            const float back = depth > 0 ? mass_of(kind) * (def_.wall_stiffness * depth + def_.wall_damping * out) : 0;
            for (int d = 0; d < D; ++d) push[d] = -std::max(back, 0.0f) * wall.normal[d];
        }
        // Only motion along the wall; the wall's own velocity is that of the fluid behind it.
        for (int d = 0; d < D; ++d)
            push[d] += def_.wall_drag * volume_[i] * drag * wall.laplacian[d] * (v[d] - out * wall.normal[d]);
    }

    // Of rest density, and of the length at rest. Between the first two lengths stay as they are: where there is
    // pressure there is sound, and a length that follows it feeds it. Wider ones make every search slower.
    static constexpr float thin = 0.9f, dense = 1.2f, max_wide = 1.5f;

    WcsphDef def_;
    Domain domain_;
    Jobs& jobs_;
    float spacing_ = 1, h_ = 1, volume_at_rest_ = 1, interface_energy_ = 1;
    BoundaryIntegrals integrals_;
    sph::BodyCoupling<D> bodies_;
    sph::InflowOutflow<D> flow_;
    sph::PhaseTable phases_;
    sph::SurfaceTension<D> tension_;
    bool begun_ = false;
    int substeps_ = 1;
    float sub_dt_ = 0;
    Motion container_;
    glm::vec3 offset_{0, 0, 0};  // of the container at the present sub-step
    sph::Arrays<D> front_, back_;
    SimdArray<float> density_, pressure_, pressure_volume_, volume_, force_[D], shift_[D];
    std::array<SimdArray<float>*, 2 * D> carried_;  // what goes along with particles from step to step
    sph::AdaptiveSupport<D> smoothing_;             // where it adapts
    sph::Sums<1> density_sums_;
    sph::Sums<2> counted_sums_;
    sph::Sums<D> force_sums_;
    NeighbourList neighbours_;
    PairScratch scratch_;
    mutable Profile profile_;
};

}  // namespace

std::unique_ptr<Solver> make_wcsph(const WcsphDef& def, const Domain& domain, const InitialParticles& start,
                                   Jobs& jobs) {
    CHECK(domain.dimensions == 2 || domain.dimensions == 3, "SPH lives in 2 or 3 dimensions");
    if (domain.dimensions == 2) return std::make_unique<Wcsph<2>>(def, domain, start, jobs);
    return std::make_unique<Wcsph<3>>(def, domain, start, jobs);
}

}  // namespace slosh
