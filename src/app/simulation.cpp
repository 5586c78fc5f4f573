#include "app/simulation.h"

#include "app/state/saved_state.h"

namespace slosh {

Scene Simulation::tilted_scene(const GravityTilt& tilt) const {
    Scene scene = settings_.scene;
    scene.domain.gravity = tilt.apply(scene.domain.gravity);
    return scene;
}

void Simulation::start(const GravityTilt& tilt, Jobs& jobs, const SavedState* from, GpuPart* gpu) {
    Scene scene = tilted_scene(tilt);
    if (from) scene.domain.bodies = from->bodies;
    const InitialParticles* particles = from ? &from->particles : nullptr;
    device_note_.clear();
    if (gpu) solver_ = gpu->make_solver(settings_, scene, particles, jobs, device_note_);
    on_gpu_ = solver_ != nullptr;
    if (!on_gpu_) solver_ = make_solver(scene, jobs, particles);
    tilt_ = tilt.state();
    foam_.reset();
    instability_ = found_ = {};
    last_good_.clear();
    energy_guard_.start(scene);
    holds_body_ = false;
    changed_ = false;
    steps_ = next_save_ = 0;
    step_ms_ = foam_ms_ = 0;
    stats_ = solver_->stats();
}

void Simulation::apply_changed_settings(const GravityTilt& tilt) {
    if (!changed_ && tilt_ == tilt.state()) return;
    set_parameters(*solver_, tilted_scene(tilt));
    tilt_ = tilt.state();
    changed_ = false;
}

void Simulation::save_particles() {
    constexpr int64_t steps_between_saves = 32;  // on the GPU
    if (instability_ || (on_gpu_ && steps_ < next_save_)) return;
    next_save_ = steps_ + steps_between_saves;
    if (on_gpu_) found_ = detect_instability(solver_->particles(), {}, late_speed_limit_);
    if (!found_) last_good_.store(solver_->particles());
}

bool Simulation::step(float dt, std::span<const PointerForce> forces, const Motion& container, const GravityTilt& tilt,
                      Jobs& jobs) {
    if (instability_) return false;
    foam_ms_ = 0;
    const glm::vec3 gravity = tilt.apply(settings_.scene.domain.gravity);
    const EnergyGuard::Step guarded{
        .dt = dt, .forces = forces, .container = container, .gravity = gravity, .holds_body = holds_body_};
    if (on_gpu_) late_speed_limit_ = energy_guard_.begin_late_step(*solver_, guarded, jobs);
    else solver_->set_runaway_speed(energy_guard_.begin_step(*solver_, guarded, jobs));
    const auto start = Profile::Clock::now();
    solver_->step(dt, forces, container);
    step_ms_ = Profile::milliseconds_since(start);
    ++steps_;
    if (!on_gpu_) instability_ = energy_guard_.end_step(solver_->particles(), jobs);
    else instability_ = found_;
    if (!instability_) step_foam(dt, container, gravity, jobs);
    return failed();
}

}  // namespace slosh
