#include "gpu/flip/flip_gpu.h"

#include <algorithm>
#include <cmath>

#include "analysis/stats.h"
#include "base/check.h"
#include "base/math.h"
#include "gpu/flip/flip_inflow.h"
#include "gpu/flip/flip_snapshots.h"
#include "gpu/flip/flip_solids.h"
#include "gpu/flip/flip_step_params.h"
#include "gpu/flip/flip_support.h"
#include "grid/liquid/projection.h"
#include "grid/liquid/velocity_bounds.h"
#include "solver/solver.h"
#include "solvers/flip/flip_time_step.h"

namespace slosh::gpu {
namespace {

class FlipGpu final : public SolverFor<FlipDef> {
public:
    [[gnu::cold]] FlipGpu(Device& device, const FlipDef& def, const Domain& domain, const InitialParticles& start,
                          Jobs& jobs, void (*after_step)(Device&))
        : device_(device),
          after_step_(after_step),
          def_(def),
          domain_(domain),
          jobs_(jobs),
          layout_(lay_out_grid(def, domain, start.filling_count())),
          inflow_(domain, def, layout_.spacing, start),
          snapshots_(start),
          solids_(layout_, jobs) {
        solids_.bodies.start(domain.walls, domain.bodies);
        take_user_obstacle();
        make_passes();
        FlipParticles particles;
        particles.start_from(start, std::max(start.count(), 1));
        solids_.push_out(layout_.frame, particles);
        inflow_.upload(device_, *passes_, particles);
        range_ = VelocityBounds().measure(particles, jobs_);
        for (int d = 0; d < 3; ++d) {
            low_[d] = high_[d] = layout_.frame.corner[d];
            for (int i = 0; i < particles.count; ++i) {
                low_[d] = std::min(low_[d], particles.x[d][i]);
                high_[d] = std::max(high_[d], particles.x[d][i]);
            }
        }
        solids_.bodies.update_world_bodies({offset_, {0, 0, 0}});
    }

    void step(float dt, std::span<const PointerForce> pointer_forces, const Motion& container) override {
        profile_.begin_step();
        collect();
        for (int d = 0; d < 3; ++d) layout_.frame.velocity[d] = container.velocity[d];
        inflow_.begin_step(device_, *passes_, container.offset);
        const float cells_crossed = max_displacement(dt, pointer_forces);
        substeps_ =
            def_.substeps > 0 ? def_.substeps : substeps_for(dt, cells_crossed, domain_.gravity, def_, layout_.frame);
        const float sub_dt = dt / static_cast<float>(substeps_);
        passes_->pressure().set_limits(device_, def_.tolerance, def_.max_iterations);
        for (int s = 0; s < substeps_; ++s)
            sub_step(sub_dt, cells_crossed / static_cast<float>(substeps_), pointer_forces,
                     {container.offset + container.velocity * (sub_dt * static_cast<float>(s)), container.velocity});
        place_grid(container.offset + container.velocity * dt);
        solids_.bodies.update_world_bodies({offset_, container.velocity});
        finish_step(sub_dt);
    }

    void set_parameters(const FlipDef& def, const Domain& domain) override {
        def_ = def;
        domain_.gravity = domain.gravity;
        take_user_obstacle();
        update_solids();
    }

    Outcome set_user_emitters(std::span<const Emitter> emitters) override {
        return inflow_.set_user_emitters(emitters);
    }
    std::optional<Motion> shown_container() const override { return snapshots_.step().container; }
    void set_user_drains(std::span<const Drain> drains) override { inflow_.set_user_drains(drains); }
    bool drain(glm::vec3 offset) override {
        collect();
        if (snapshots_.step().index == step_index_) {
            inflow_.drain(device_, *passes_, snapshots_, offset);
            return true;
        }
        // All reads were in flight when the newest step ended.
        if (snapshots_.idle()) {
            snapshots_.read(device_, *passes_, newest_);
            device_.submit();
        }
        return false;
    }
    Outcome add_body(const BodyDef&) override { return Outcome::refused("no floating bodies on the GPU"); }
    void set_grabs(std::span<const Grab> grabs) override { solids_.bodies.set_grabs(grabs, offset_); }
    void set_drawn_bodies(std::span<const BodyDef> defs) override {
        solids_.bodies.set_drawn(defs);
        update_solids();
    }

    ParticleView particles() const override {
        snapshots_.collect();
        ParticleView p = snapshots_.particles();
        p.rest_density = FlipDef::rest_density;
        p.radius = layout_.spacing / 2;
        p.support = layout_.grid.h;
        p.bodies = solids_.bodies.world_bodies();
        return p;
    }

    Stats stats() const override {
        Stats stats = measure(particles(), jobs_);
        measure_bodies(solids_.bodies.world_bodies(), stats);
        const FlipSnapshots::Step& step = snapshots_.step();
        stats.substeps = step.substeps;
        stats.substep = step.dt;
        stats.iterations =
            static_cast<float>(snapshots_.solve().all_iterations) / static_cast<float>(std::max(step.substeps, 1));
        return stats;
    }

    const Profile& profile() const override { return profile_; }

private:
    bool is_affine() const { return def_.transfer == FlipDef::Transfer::apic; }

    void place_grid(glm::vec3 offset) {
        offset_ = offset;
        layout_.set_centre(domain_.walls.centre + offset);
    }
    Motion container() const {
        const float* v = layout_.frame.velocity;
        return {offset_, {v[0], v[1], v[2]}};
    }

    // New passes where they lack what the parameters or the solids need now; the particles stay.
    void make_passes() {
        const bool needs_cut = solids_.any();
        if (passes_ && passes_->affine() == is_affine() && (passes_->cut() || !needs_cut)) return;
        auto passes = std::make_unique<FlipPasses>(device_, layout_, inflow_.capacity(), is_affine(), needs_cut,
                                                   solids_.bodies.round_walls());
        if (passes_) {
            const Buffer &from = passes_->buffers().particles, &to = passes->buffers().particles;
            device_.copy(from, 0, to, 0, static_cast<size_t>(passes->capacity()) * 2 * 4 * sizeof(float));
            const Buffer& pressure = passes_->pressure().pressure();
            device_.copy(pressure, 0, passes->pressure().pressure(), 0, pressure.size());
            // What drain() may still have to read.
            const Buffer &columns = passes_->buffers().columns, &motion = passes_->buffers().motion;
            device_.copy(columns, 0, passes->buffers().columns, 0, columns.size());
            device_.copy(motion, 0, passes->buffers().motion, 0, motion.size());
        }
        passes_ = std::move(passes);
        solids_.update(device_, *passes_, container(), true);
    }
    void take_user_obstacle() {
        BodyDef obstacle;
        solids_.bodies.set_user_obstacle(def_.user_obstacle(obstacle) ? &obstacle : nullptr);
    }
    void update_solids() {
        make_passes();
        solids_.update(device_, *passes_, container());
        solids_.bodies.update_world_bodies(container());
    }

    void collect() {
        snapshots_.collect();
        if (snapshots_.step().index == collected_) return;
        collected_ = snapshots_.step().index;
        const MotionResult& motion = snapshots_.motion();
        for (int d = 0; d < 3; ++d) {
            range_.min[d] = motion.min_velocity[d];
            range_.max[d] = motion.max_velocity[d];
            low_[d] = motion.low[d];
            high_[d] = motion.high[d];
        }
        inflow_.trim(snapshots_.step(), static_cast<int>(motion.alive));
        const int last = static_cast<int>(snapshots_.solve().all_iterations) / std::max(snapshots_.step().substeps, 1);
        budget_ = std::min(last + last / 2 + 4, def_.max_iterations);
    }

    // As in the CPU path, of the newest speeds; gravity has acted since.
    float max_displacement(float dt, std::span<const PointerForce> pointer_forces) {
        const MacFrame& frame = layout_.frame;
        const auto late = static_cast<float>(step_index_ - snapshots_.step().index);
        float rate = inflow_.count() > 0 ? range_.max_cell_rate(frame) : 0;
        for (int d = 0; d < 3; ++d) rate += late * dt * std::abs(domain_.gravity[d]) * frame.inv_edge[d];
        rate = std::max(inflow_.max_speed() / shortest_edge(frame), rate);
        return cells_crossed_in(dt, rate, frame, domain_.gravity, pointer_forces);
    }

    void sub_step(float dt, float displacement, std::span<const PointerForce> pointer_forces, const Motion& container) {
        FlipPasses& passes = *passes_;
        place_grid(container.offset);
        inflow_.emit(device_, passes, dt, container, solids_.bodies.world_bodies(), domain_.gravity, snapshots_);
        FlipParams params = step_params(def_, domain_.gravity, layout_, dt, pointer_forces);
        params.count = static_cast<uint32_t>(inflow_.count());
        params.capacity = static_cast<uint32_t>(passes.capacity());
        params.part = passes.pressure().part();
        params.pressure_ratio = last_dt_ > 0 ? dt / last_dt_ : 0;
        if (passes.cut()) params.flags |= FlipParams::inner_ceilings;
        if (!solids_.any() && pointer_forces.empty()) params.flags |= FlipParams::free_fall;
        passes.write(params);
        passes.set_count(inflow_.count());
        inflow_.prescribe_inlet(device_, passes, domain_.gravity);
        passes.sort();
        passes.gather();
        passes.find_level_set();
        passes.assemble_pressure();
        passes.pressure().record(device_, budget_);
        last_dt_ = dt;
        if (may_separate(params, displacement)) {
            params.pressure_ratio = 1;
            passes.write(params);
            passes.open_ceilings();
            passes.assemble_pressure();
            passes.pressure().record(device_, budget_);
        }
        passes.subtract_gradient();
        passes.extrapolate(extrapolation_layers(def_, displacement));
        solids_.advance(device_, passes, dt, container);
        passes.move();
    }

    // Whether fluid may be at a ceiling; open_ceilings() then finds out. In other steps the second solve is not
    // recorded.
    bool may_separate(const FlipParams& params, float displacement) const {
        if (params.up_sign == 0) return false;
        if (passes_->cut()) return true;
        const int axis = params.up_axis;
        const MacFrame& frame = layout_.frame;
        const float steps =
            static_cast<float>(step_index_ - snapshots_.step().index + 1) * static_cast<float>(substeps_);
        const float near = (2 + displacement * steps) * frame.edge[axis];
        return params.up_sign > 0 ? high_[axis] > frame.corner[axis] + frame.top[axis] * frame.edge[axis] - near
                                  : low_[axis] < frame.corner[axis] + near;
    }

    void finish_step(float sub_dt) {
        passes_->show();
        ++step_index_;
        newest_ = {.index = step_index_,
                   .count = inflow_.count(),
                   .trimmed = inflow_.trimmed(),
                   .substeps = substeps_,
                   .dt = sub_dt,
                   .container = container()};
        snapshots_.read(device_, *passes_, newest_);
        device_.submit();
        if (after_step_) after_step_(device_);
        for (const StageTime& time : device_.times()) profile_.add(time.name, time.ms);
    }

    Device& device_;
    void (*after_step_)(Device&);
    FlipDef def_;
    Domain domain_;
    Jobs& jobs_;
    GridLayout layout_;
    glm::vec3 offset_{0, 0, 0};  // m, of the container
    FlipInflow inflow_;
    mutable FlipSnapshots snapshots_;
    FlipSolids solids_;
    std::unique_ptr<FlipPasses> passes_;
    VelocityRange range_;     // of the newest step that has arrived
    float low_[3], high_[3];  // m, bounds of the particles then
    int64_t step_index_ = 0, collected_ = 0;
    FlipSnapshots::Step newest_;  // that was recorded
    int substeps_ = 1;
    int budget_ = 30;    // iterations that are recorded
    float last_dt_ = 0;  // s, of the last sub-step
    Profile profile_;
};

}  // namespace

std::unique_ptr<Solver> make_flip_gpu(Device& device, const FlipDef& def, const Domain& domain,
                                      const InitialParticles& start, Jobs& jobs, void (*after_step)(Device&)) {
    CHECK(domain.dimensions == 3, "PIC/FLIP needs a 3D domain");
    CHECK(!domain.walls.open, "PIC/FLIP needs a tank with closed walls");
    CHECK(gpu_supports(def, domain).accepted, "a scene that the GPU path does not support");
    return std::make_unique<FlipGpu>(device, def, domain, start, jobs, after_step);
}

}  // namespace slosh::gpu
