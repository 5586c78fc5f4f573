#include "gpu/sph/pcisph_gpu.h"

#include <algorithm>

#include "base/math.h"
#include "gpu/sph/fluid.h"
#include "shaders.h"
#include "solvers/pcisph/initial_state.h"
#include "solvers/pcisph/pressure_corrections.h"
#include "solvers/pcisph/time_step.h"
#include "sph/time_step.h"

namespace slosh::gpu {
namespace {

namespace wgsl = shaders::compute::sph;
using pcisph::Chebyshev;
using pcisph::search_margin;
using sph::KindTable;

constexpr size_t max_corrections = 256;

template <int D>
class PcisphGpu final : public SolverFor<PcisphDef> {
public:
    PcisphGpu(Device& device, const PcisphDef& def, const Domain& domain, const InitialParticles& start,
              void (*after_step)(Device&))
        : device_(device),
          def_(def),
          after_step_(after_step),
          fluid_(device, domain, start, {def.particles, def.budget.max_particles, def.smoothing},
                 kernel_shape<D, pcisph::Kernel<D>>(), search_margin, true) {
        volume_ = prototype_.volume;
        drop_height_ = std::max(pcisph::height_of<D>(domain), fluid_.h);
        fluid_.start(start, kind_table(), volume_);
        make_buffers();
    }

    void step(float dt, std::span<const PointerForce> pointer_forces, const Motion& container) override {
        fluid_.update();
        const float mean_pressure =
            fluid_.measures().pressure / std::max(fluid_.measures().alive, 1.0f) / def_.rest_density;
        const float mean_square = fluid_.mean_square(container.velocity);
        const float impact = impact_pressure_.template update<D>(mean_square, container.velocity, fluid_.h, dt);
        substeps_ = substeps_for(dt, pointer_forces, container, mean_pressure, impact);
        const float sub_dt = dt / static_cast<float>(substeps_);
        const float hydrostatic = signal_speed_ * signal_speed_ / 4;  // in the middle of the height
        pressure_per_compression_ =
            stiffness_.update(dt, mean_pressure, hydrostatic, impact, def_.rest_density, def_.density_error);
        iterations_ = std::clamp(Chebyshev::corrections_for<D>(pressure_per_compression_ / delta(sub_dt)),
                                 def_.min_iterations, std::max(def_.min_iterations, def_.max_iterations));
        emit(dt, container);
        const bool changes_frame = fluid_.begin_step(dt, sub_dt, pointer_forces, container);
        set_params(sub_dt);
        set_workgroups();
        fluid_.write_params();
        write_corrections(sub_dt);
        if (changes_frame) device_.run(change_frame_);
        for (int s = 0; s < substeps_; ++s) run_substep(sub_dt * static_cast<float>(s));
        device_.stage("view");
        device_.run(view_);
        fluid_.end_step(substeps_, sub_dt, static_cast<float>(iterations_));
        device_.submit();
        if (after_step_) after_step_(device_);
        fluid_.update();
    }

    void set_parameters(const PcisphDef& def, const Domain& domain) override {
        def_ = def;
        fluid_.set_gravity(domain.gravity, kind_table());
    }

    ParticleView particles() const override {
        fluid_.update();  // a paused tank shows its last step, too
        ParticleView p = fluid_.view(def_.rest_density);
        p.masses.fill(def_.rest_density * volume_);
        return p;
    }
    Stats stats() const override {
        fluid_.update();
        return fluid_.stats();
    }
    const Profile& profile() const override { return fluid_.profile(); }
    Outcome set_user_emitters(std::span<const Emitter> emitters) override { return fluid_.set_user_emitters(emitters); }
    std::optional<Motion> shown_container() const override { return fluid_.container(); }
    void set_user_drains(std::span<const Drain> drains) override { fluid_.set_user_drains(drains); }
    bool drain(glm::vec3 offset) override { return fluid_.drain(offset); }

private:
    void make_buffers() {
        const size_t slots = fluid_.slots();
        displacement_ = device_.make_buffer("displacements", slots * 16);
        predicted_ = device_.make_buffer("predicted positions", slots * 16);
        pressure_target_ = device_.make_buffer("pressures and targets", slots * 8);
        corrections_ = device_.make_buffer("corrections", 16 * (1 + max_corrections));
        const uint32_t listed = neighbours_listed();
        fluid_.params.list_capacity = listed;
        fluid_.params.list_stride = static_cast<uint32_t>(slots);
        fluid_.params.list_radius = search_margin * fluid_.h;
        list_ = device_.make_buffer("neighbour lists", listed > 0 ? 4 * slots * (listed + 1) : 16);
        const std::string_view constants = listed > 0 ? "const listed=true;" : "const listed=false;";
        const auto pipeline = [&](std::string_view label, std::span<const std::string_view> text) {
            return sph::make_pipeline(device_, label, text, constants);
        };
        const Buffer &params = fluid_.params_buffer, &starts = fluid_.sort.starts();
        const Buffer &position = fluid_.sorted.position, &velocity = fluid_.sorted.velocity_tag;
        const Buffer &moved = fluid_.moved.position, &moved_velocity = fluid_.moved.velocity_tag;
        forces_ = device_.prepare(pipeline("find pcisph forces", wgsl::find_pcisph_forces),
                                  {&params, &starts, &position, &velocity, &displacement_, &predicted_,
                                   &pressure_target_, &corrections_, &list_});
        density_ = device_.prepare(
            pipeline("predict density", wgsl::predict_density),
            {&params, &starts, &predicted_, &displacement_, &pressure_target_, &position, &corrections_, &list_});
        pressure_ = device_.prepare(
            pipeline("find pressure force", wgsl::find_pressure_force),
            {&params, &starts, &position, &velocity, &displacement_, &predicted_, &corrections_, &list_});
        prescribe_inlet_ =
            device_.prepare(device_.make_pipeline("prescribe pcisph inlet", wgsl::prescribe_pcisph_inlet),
                            {&params, &fluid_.inlet_buffer, &position, &velocity, &displacement_, &predicted_});
        integrate_ = device_.prepare(device_.make_pipeline("integrate pcisph", wgsl::integrate_pcisph),
                                     {&params, &position, &velocity, &displacement_, &moved, &moved_velocity});
        view_ =
            device_.prepare(device_.make_pipeline("view pcisph", wgsl::view_pcisph),
                            {&params, &fluid_.columns(), &moved, &moved_velocity, &displacement_, &pressure_target_});
        change_frame_ = device_.prepare(device_.make_pipeline("change frame", wgsl::change_frame),
                                        {&params, &moved, &moved_velocity});
    }

    // For how many neighbours of a particle there is a list; 0 without lists. A third more than those inside a lattice:
    // particles with more search the cells.
    uint32_t neighbours_listed() const {
        const float radius = search_margin * fluid_.h / fluid_.spacing;
        const float inside = D == 3 ? 4 * pi / 3 * radius * radius * radius : pi * radius * radius;
        const auto listed = static_cast<uint32_t>(1.33f * inside) + 8;
        return 4 * fluid_.slots() * (listed + 1) <= device_.limits().buffer_bytes ? listed : 0;
    }

    void set_workgroups() {
        for (Dispatch* dispatch :
             {&forces_, &density_, &pressure_, &integrate_, &view_, &change_frame_, &prescribe_inlet_})
            dispatch->set_workgroups(fluid_.groups());
    }

    void run_substep(float elapsed) {
        device_.stage("sort");
        fluid_.sort.count_cells(device_);
        fluid_.sort.run(device_);
        device_.stage("forces");
        device_.run(forces_);
        if (fluid_.has_inlet()) {
            fluid_.write_inlet(elapsed);
            device_.run(prescribe_inlet_);
        }
        device_.stage("pressure");
        for (int iteration = 0; iteration < iterations_; ++iteration) {
            device_.run(density_);
            device_.run(pressure_);
        }
        device_.stage("move");
        device_.run(integrate_);
    }

    // Momentum and gain of each correction.
    void write_corrections(float dt) {
        auto chebyshev = Chebyshev::of_stiffness<D>(pressure_per_compression_ / delta(dt), iterations_);
        const auto n = static_cast<size_t>(iterations_);
        for (size_t k = 0; k < n; ++k) {
            if (k > 0) chebyshev.advance();
            steps_[k] = {chebyshev.momentum, chebyshev.gain * delta(dt), 0, 0};
        }
        device_.write(corrections_, 16, steps_.data(), 16 * n);
    }

    void emit(float dt, const Motion& container) {
        const sph::Fluid::Emitted& emitted = fluid_.emit(dt, container, def_.budget.when_full);
        const size_t n = emitted.position.size(), at = static_cast<size_t>(emitted.first);
        if (n == 0) return;
        device_.write(fluid_.moved.position, at * 16, emitted.position.data(), n * 16);
        device_.write(fluid_.moved.velocity_tag, at * 16, emitted.velocity_tag.data(), n * 16);
    }

    KindTable kind_table() const {
        KindTable table;
        table.rest_density.fill(def_.rest_density);
        table.mass.fill(def_.rest_density * volume_);
        return table;
    }

    // Pcisph::substeps_for, with explicit viscosity only.
    int substeps_for(float dt, std::span<const PointerForce> pointer_forces, const Motion& container,
                     float mean_pressure, float impact) {
        const float gravity = slosh::sph::gravity_speed_gain(fluid_.domain.gravity, 1);
        signal_speed_ = __builtin_sqrtf(2 * gravity * drop_height_);
        if (def_.substeps > 0) return def_.substeps;
        const float fastest = fluid_.max_relative_speed(container.velocity, true);
        const pcisph::FlowBounds flow{.h = fluid_.h,
                                      .max_speed = std::max(fastest, fluid_.max_emitter_speed()),
                                      .gravity = gravity,
                                      .signal_speed = signal_speed_,
                                      .mean_pressure = mean_pressure,
                                      .impact = impact};
        const float by_others = pcisph::substeps_without_viscosity(dt, def_, flow, pointer_forces);
        const float by_viscosity = slosh::sph::substeps_by_viscosity(dt, def_.viscosity, fluid_.h);
        const int needed = slosh::sph::whole_substeps(std::max(by_others, by_viscosity));
        return pcisph::steady_substeps(needed, substeps_);
    }

    float delta(float dt) const { return prototype_.delta(def_.rest_density, dt); }

    // ForcePass in solvers/pcisph/forces.h
    void set_params(float dt) {
        const pcisph::Kernel<D> kernel(fluid_.h);
        sph::Params& p = fluid_.params;
        const float rho = def_.rest_density, h2 = fluid_.h * fluid_.h, limit = 0.2f * rho * h2 / dt;
        p.density_scale = kernel.scale * volume_;
        p.eta2 = 0.01f * h2;
        p.two_mu = 2 * rho * def_.viscosity;
        p.artificial = std::min(rho * def_.artificial_viscosity * signal_speed_ * fluid_.h, limit);
        p.quadratic = rho * pcisph::quadratic_viscosity * h2;
        p.artificial_limit = limit;
        p.displacement_scale = kernel.slope_scale * volume_ / rho * dt * dt;
        p.max_displacement = pcisph::max_displacement * fluid_.h;
        p.wall_drag = dt * dt / rho * def_.no_slip * (p.two_mu + p.artificial / 8);
        p.rest_density = rho;
        const KindTable table = kind_table();
        p.rest_densities = table.rest_density;
        p.inv_masses.fill(1 / table.mass[0]);
    }

    Device& device_;
    PcisphDef def_;
    void (*after_step_)(Device&);
    mutable sph::Fluid fluid_;  // takes results that have arrived
    pcisph::Prototype<D> prototype_{fluid_.spacing, fluid_.h};
    float volume_ = 1;       // of a particle at rest, m^D
    float drop_height_ = 1;  // height of the fluid, m
    pcisph::ImpactPressure impact_pressure_;
    pcisph::Stiffness stiffness_;
    float signal_speed_ = 0;              // of a fall from that height, m/s
    float pressure_per_compression_ = 0;  // Pa
    int substeps_ = 1, iterations_ = 0;
    std::array<glm::vec4, max_corrections> steps_{};
    Buffer displacement_, predicted_, pressure_target_, corrections_, list_;
    Dispatch forces_, density_, pressure_, integrate_, view_, change_frame_, prescribe_inlet_;
};

}  // namespace

template <int D>
std::unique_ptr<Solver> make_pcisph_gpu(Device& device, const PcisphDef& def, const Domain& domain,
                                        const InitialParticles& start, void (*after_step)(Device&)) {
    return std::make_unique<PcisphGpu<D>>(device, def, domain, start, after_step);
}
template std::unique_ptr<Solver> make_pcisph_gpu<2>(Device&, const PcisphDef&, const Domain&, const InitialParticles&,
                                                    void (*)(Device&));
template std::unique_ptr<Solver> make_pcisph_gpu<3>(Device&, const PcisphDef&, const Domain&, const InitialParticles&,
                                                    void (*)(Device&));

}  // namespace slosh::gpu
