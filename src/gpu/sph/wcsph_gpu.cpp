#include "gpu/sph/wcsph_gpu.h"

#include <algorithm>

#include "gpu/sph/fluid.h"
#include "shaders.h"
#include "solvers/wcsph/equation_of_state.h"
#include "solvers/wcsph/sound_speed.h"
#include "solvers/wcsph/time_step.h"
#include "sph/phases.h"
#include "sph/surface_tension.h"
#include "sph/time_step.h"

namespace slosh::gpu {
namespace {

namespace wgsl = shaders::compute::sph;
using sph::KindTable;

template <int D>
class WcsphGpu final : public SolverFor<WcsphDef> {
public:
    WcsphGpu(Device& device, const WcsphDef& def, const Domain& domain, const InitialParticles& start,
             void (*after_step)(Device&))
        : device_(device),
          def_(def),
          after_step_(after_step),
          fluid_(device, domain, start, {def.particles, def.budget.max_particles, def.smoothing},
                 kernel_shape<D, Kernel>(), 1, false) {
        for (const uint8_t kind : start.kind) phases_.add(kind);
        for (const Emitter& emitter : domain.emitters) phases_.add(emitter.kind);
        retune_kinds();
        fluid_.start(start, kind_table(), volume_);
        make_buffers();
        update_sound_speed(0, {}, {});
    }

    void step(float dt, std::span<const PointerForce> pointer_forces, const Motion& container) override {
        fluid_.update();
        update_sound_speed(dt, pointer_forces, container);
        substeps_ = substeps_for(dt);
        const float sub_dt = dt / static_cast<float>(substeps_);
        const bool starts = !forces_valid_;
        if (!starts) emit(dt, container);
        const bool changes_frame = fluid_.begin_step(dt, sub_dt, pointer_forces, container);
        set_params(sub_dt);
        if (starts) {
            find_first_forces(changes_frame);
            emit(dt, container);
            fluid_.params.count = static_cast<uint32_t>(fluid_.count());
        }
        set_workgroups();
        fluid_.write_params();
        device_.stage("move");
        if (!starts && changes_frame) device_.run(change_frame_);
        if (emits_) device_.run(forget_);
        Dispatches& form = form_now();
        for (int s = 0; s < substeps_; ++s) {
            device_.stage("move");
            if (fluid_.has_inlet()) {
                fluid_.write_inlet(sub_dt * static_cast<float>(s));
                device_.run(prescribe_inlet_);
            }
            device_.run(move_);
            run_forces(form);
        }
        device_.stage("view");
        device_.run(view_);
        fluid_.end_step(substeps_, sub_dt, 0);
        device_.submit();
        if (after_step_) after_step_(device_);
        fluid_.update();
    }

    void set_parameters(const WcsphDef& def, const Domain& domain) override {
        def_ = def;
        retune_kinds();
        fluid_.set_gravity(domain.gravity, kind_table());
    }

    ParticleView particles() const override {
        fluid_.update();  // a paused tank shows its last step, too
        ParticleView p = fluid_.view(def_.rest_density);
        const KindTable kinds = kind_table();
        p.masses = kinds.mass;
        p.rest_densities = kinds.rest_density;
        return p;
    }
    Stats stats() const override {
        fluid_.update();
        return fluid_.stats();
    }
    const Profile& profile() const override { return fluid_.profile(); }

    Outcome set_user_emitters(std::span<const Emitter> emitters) override {
        bool changed = false;
        for (const Emitter& emitter : emitters) changed |= phases_.add(emitter.kind);
        if (changed) retune_kinds();
        return fluid_.set_user_emitters(emitters);
    }
    std::optional<Motion> shown_container() const override { return fluid_.container(); }
    void set_user_drains(std::span<const Drain> drains) override { fluid_.set_user_drains(drains); }
    bool drain(glm::vec3 offset) override { return fluid_.drain(offset); }

private:
    // The kernels of a form of the forces, made when it is first used.
    struct Dispatches {
        bool is_made = false;
        Dispatch density, forces;
    };

    void make_buffers() {
        const size_t slots = fluid_.slots();
        volume_pressure_ = device_.make_buffer("volumes and pressures", slots * 8);
        acceleration_ = device_.make_buffer("accelerations", slots * 16);
        no_normal_ = device_.make_buffer("no normals", 16);
        rows_ = device_.make_buffer("emitted rows", 16 * 257);
        const Buffer &params = fluid_.params_buffer, &position = fluid_.sorted.position;
        // Between sub-steps the positions are sorted, and the velocities those after the kick, in `moved`.
        const Buffer& velocity = fluid_.moved.velocity_tag;
        move_ = device_.prepare(device_.make_pipeline("move wcsph", wgsl::move_wcsph),
                                {&params, &position, &volume_pressure_, &acceleration_, &velocity,
                                 &fluid_.moved.position, &fluid_.sort.cell_of(), &fluid_.sort.counts()});
        view_ = device_.prepare(device_.make_pipeline("view wcsph", wgsl::view_wcsph),
                                {&params, &fluid_.columns(), &position, &velocity, &volume_pressure_});
        prescribe_inlet_ =
            device_.prepare(device_.make_pipeline("prescribe wcsph inlet", wgsl::prescribe_wcsph_inlet),
                            {&params, &fluid_.inlet_buffer, &volume_pressure_, &velocity, &acceleration_});
        const ComputePipeline frame_pipeline = device_.make_pipeline("change frame", wgsl::change_frame);
        change_frame_ = device_.prepare(frame_pipeline, {&params, &position, &velocity});
        change_first_frame_ = device_.prepare(frame_pipeline, {&params, &fluid_.moved.position, &velocity});
        forget_ = device_.prepare(device_.make_pipeline("forget density", wgsl::forget_density),
                                  {&params, &rows_, &position, &volume_pressure_});
    }

    Dispatches& form_now() {
        const bool mixed = !phases_.uniform, tension = def_.surface_tension > 0;
        Dispatches& form = forms_[(mixed ? 1 : 0) + (tension ? 2 : 0)];
        if (!form.is_made) make_form(form, mixed, tension);
        form.density.set_workgroups(fluid_.groups());
        form.forces.set_workgroups(fluid_.groups());
        return form;
    }
    void make_form(Dispatches& form, bool mixed, bool tension) {
        form.is_made = true;
        std::string constants = tension ? "const tension=true;" : "const tension=false;";
        const ComputePipeline density =
            sph::make_pipeline(device_, "find wcsph density", wgsl::find_wcsph_density, constants);
        constants += mixed ? "const mixed=true;" : "const mixed=false;";
        const ComputePipeline forces =
            sph::make_pipeline(device_, "find wcsph forces", wgsl::find_wcsph_forces, constants);
        if (tension && !normal_) normal_ = device_.make_buffer("normals", fluid_.slots() * 16);
        const Buffer &params = fluid_.params_buffer, &starts = fluid_.sort.starts();
        const Buffer &position = fluid_.sorted.position, &velocity = fluid_.sorted.velocity_tag;
        const Buffer& normal = tension ? normal_ : no_normal_;
        form.density = device_.prepare(density, {&params, &starts, &position, &velocity, &volume_pressure_, &normal});
        form.forces = device_.prepare(forces, {&params, &starts, &position, &velocity, &volume_pressure_, &normal,
                                               &acceleration_, &fluid_.moved.velocity_tag});
    }

    void set_workgroups() {
        for (Dispatch* dispatch : {&move_, &view_, &change_frame_, &change_first_frame_, &forget_, &prescribe_inlet_})
            dispatch->set_workgroups(fluid_.groups());
    }

    // Of the particles at the start, without a kick.
    void find_first_forces(bool changes_frame) {
        set_workgroups();
        const sph::Params step_params = fluid_.params;
        fluid_.params.kick = 0;
        fluid_.params.bulk_rates = {};
        fluid_.write_params();
        if (changes_frame) device_.run(change_first_frame_);
        fluid_.sort.count_cells(device_);
        run_forces(form_now());
        fluid_.params = step_params;
        forces_valid_ = true;
    }

    void run_forces(const Dispatches& form) {
        device_.stage("sort");
        fluid_.sort.run(device_);
        device_.stage("density");
        device_.run(form.density);
        device_.stage("forces");
        device_.run(form.forces);
    }

    void emit(float dt, const Motion& container) {
        const sph::Fluid::Emitted& emitted = fluid_.emit(dt, container, def_.budget.when_full);
        const size_t n = emitted.position.size(), at = static_cast<size_t>(emitted.first);
        emits_ = n > 0;
        if (!emits_) return;
        zeros_.assign(4 * n, 0);
        device_.write(fluid_.sorted.position, at * 16, emitted.position.data(), n * 16);
        device_.write(fluid_.moved.velocity_tag, at * 16, emitted.velocity_tag.data(), n * 16);
        device_.write(acceleration_, at * 16, zeros_.data(), n * 16);
        device_.write(volume_pressure_, at * 8, zeros_.data(), n * 8);
        device_.write(rows_, 0, emitted.rows.data(), emitted.rows.size() * 16);
    }

    float sound_speed() const { return def_.sound_speed > 0 ? def_.sound_speed : automatic_sound_speed_.value(); }
    void update_sound_speed(float dt, std::span<const PointerForce> pointer_forces, const Motion& container) {
        const wcsph::FlowDrive drive{
            .pointer_forces = pointer_forces,
            .container = container,
            .emitter_speed = fluid_.max_emitter_speed(),
            .capillary_pressure = wcsph::capillary_pressure(def_, fluid_.h),
            .resolved = wcsph::max_resolved_sound_speed(def_, dt, fluid_.h, sound_speed(), phases_.max_sound_speed())};
        const wcsph::FlowMeasures flow{.count = fluid_.alive(),
                                       .fastest = fluid_.max_relative_speed(container.velocity, false),
                                       .mean_velocity = fluid_.mean_velocity(),
                                       .top = fluid_.measures().top};
        automatic_sound_speed_.update(dt, flow, fluid_.domain, drive, volume_);
        retune_kinds();
    }
    void retune_kinds() {
        phases_.retune(def_.rest_density, def_.other_density, def_.viscosity, def_.other_viscosity, sound_speed(),
                       def_.interface_tension);
    }
    KindTable kind_table() const {
        KindTable table;
        for (size_t k = 0; k < 4; ++k) {
            table.rest_density[k] = phases_.rest_density[k];
            table.mass[k] = phases_.rest_density[k] * volume_;
        }
        return table;
    }

    // Wcsph::substeps_for, with explicit viscosity only.
    int substeps_for(float dt) const {
        if (def_.substeps > 0) return def_.substeps;
        const float fastest = std::max(fluid_.max_speed(), fluid_.max_emitter_speed());
        const float by_sound =
            wcsph::substeps_by_sound(def_, dt, phases_.max_sound_speed(), fastest, fluid_.domain.gravity, fluid_.h);
        const float viscosity =
            phases_.max_viscosity() + wcsph::limiting_artificial_viscosity(def_, phases_.max_sound_speed(), fluid_.h);
        const float by_viscosity = wcsph::substeps_by_viscosity(def_, dt, viscosity, fluid_.h);
        const float by_tension = tension_.substeps(def_.surface_tension, phases_.min_rest_density(), dt);
        return slosh::sph::whole_substeps(std::max(wcsph::substeps_by_stiffness(by_sound, by_tension), by_viscosity));
    }

    void set_params(float sub_dt) {
        const Kernel kernel(fluid_.h);
        sph::Params& p = fluid_.params;
        p.leapfrog = def_.integrator == WcsphDef::Integrator::leapfrog;
        p.kick = p.leapfrog ? 0.5f * sub_dt : 0;
        p.mirrors = def_.walls == WcsphDef::WallModel::mirror;
        p.density_scale = kernel.scale * volume_;
        p.slope_scale = kernel.slope_scale;
        p.eta2 = 0.01f * fluid_.h * fluid_.h;
        p.two_mu = 2 * phases_.rest_density[0] * phases_.viscosity[0];
        p.artificial = phases_.acoustic(def_.artificial_viscosity, 0, fluid_.h);
        p.limiter_time = wcsph::limiter_time(def_, phases_.max_sound_speed(), fluid_.h);
        p.stiffness = phases_.stiffness;
        p.is_tait = def_.equation_of_state == WcsphDef::EquationOfState::tait;
        p.min_pressure = wcsph::min_pressure_of(def_, phases_.stiffness, tension_.max_tension(def_.surface_tension));
        p.interface_energy = def_.interface_tension / interface_energy_;
        p.no_slip = def_.no_slip;
        p.wall_stiffness = def_.wall_stiffness;
        p.wall_damping = def_.wall_damping;
        p.normal_scale = volume_ * kernel.slope_scale;
        p.tension = tension_.gradient_stiffness(def_.surface_tension);
        p.repulsion_by_w = tension_.close_repulsion().by_w;
        p.repulsion_at_spacing = tension_.close_repulsion().at_spacing;
        p.repulsion_core = tension_.close_repulsion().core;
        p.rest_density = def_.rest_density;
        for (int k = 0; k < slosh::sph::PhaseTable::kinds; ++k) {
            const auto at = static_cast<size_t>(k);
            const float rho = phases_.rest_density[k];
            p.rest_densities[at] = rho;
            p.two_mus[at] = 2 * rho * phases_.viscosity[k];
            p.artificials[at] = phases_.acoustic(def_.artificial_viscosity, k, fluid_.h);
            p.inv_masses[at] = 1 / (rho * volume_);
            p.bulk_rates[at] = phases_.acoustic(def_.bulk_viscosity, k, fluid_.h) / sub_dt;
        }
    }

    using Kernel = wcsph::Kernel<D>;

    Device& device_;
    WcsphDef def_;
    void (*after_step_)(Device&);
    mutable sph::Fluid fluid_;                                                 // takes results that have arrived
    const float volume_ = wcsph::lattice_volume<D>(fluid_.spacing, fluid_.h);  // of a particle at rest, m^D
    // Of a flat interface for e = 1 (sph/phases.h).
    const float interface_energy_ = slosh::sph::interface_energy<D, Kernel>(fluid_.spacing, fluid_.h, volume_);
    slosh::sph::SurfaceTension<D, Kernel> tension_{fluid_.spacing, fluid_.h, volume_};
    slosh::sph::PhaseTable phases_;
    wcsph::AutomaticSoundSpeed<D> automatic_sound_speed_;
    bool forces_valid_ = false, emits_ = false;
    int substeps_ = 1;
    std::vector<float> zeros_;
    Buffer volume_pressure_, acceleration_, normal_, no_normal_, rows_;
    Dispatch move_, view_, change_frame_, change_first_frame_, forget_, prescribe_inlet_;
    Dispatches forms_[4];  // mixed, and tension
};

}  // namespace

template <int D>
std::unique_ptr<Solver> make_wcsph_gpu(Device& device, const WcsphDef& def, const Domain& domain,
                                       const InitialParticles& start, void (*after_step)(Device&)) {
    return std::make_unique<WcsphGpu<D>>(device, def, domain, start, after_step);
}
template std::unique_ptr<Solver> make_wcsph_gpu<2>(Device&, const WcsphDef&, const Domain&, const InitialParticles&,
                                                   void (*)(Device&));
template std::unique_ptr<Solver> make_wcsph_gpu<3>(Device&, const WcsphDef&, const Domain&, const InitialParticles&,
                                                   void (*)(Device&));

}  // namespace slosh::gpu
