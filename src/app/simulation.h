// One simulation of a page: settings, solver, derived particles (foam, ellipsoids) and the detection of instabilities.
// A split view has two. Free of GL and Dear ImGui.
#pragma once
#include <memory>
#include <span>

#include "app/gpu/gpu_part.h"
#include "app/input/gravity_tilt.h"
#include "app/state/particle_snapshot.h"
#include "base/module_part.h"
#include "settings/energy_guard.h"
#include "settings/settings.h"

namespace slosh {

class Anisotropy;
class DiffuseParticles;
struct Frame;
struct SavedState;

class Simulation {
public:
    // Changed settings are applied to the solver by the next start(), or by the next apply_changed_settings() after
    // mark_changed().
    Settings& settings() { return settings_; }
    const Settings& settings() const { return settings_; }
    void mark_changed() { changed_ = true; }
    // Frees the solver, before another one is allocated: memory is limited.
    void stop() { solver_.reset(); }
    // With `from`, from that state in place of the scene's own. On the GPU, if `gpu` is not null and makes a solver.
    void start(const GravityTilt&, Jobs&, const SavedState* from = nullptr, GpuPart* gpu = nullptr);
    bool on_gpu() const { return on_gpu_; }
    // Why the start was not on the GPU, if the settings ask for it; or "".
    const std::string& device_note() const { return device_note_; }
    bool is_running() const { return solver_ != nullptr; }
    void apply_changed_settings(const GravityTilt&);

    // Before the steps of a frame: saves the particles, which particles() returns if a step fails.
    // Those of a GPU are many, and are saved now and then.
    void save_particles();
    // One display step of `dt` seconds, with foam in 3D scenes that have it. Does nothing after a failure. Returns true
    // if the simulation has become unstable in this step.
    bool step(float dt, std::span<const PointerForce>, const Motion& container, const GravityTilt&, Jobs&);

    void set_grabs(std::span<const Grab> grabs) {
        holds_body_ = !grabs.empty();
        solver_->set_grabs(grabs);
    }

    Solver& solver() { return *solver_; }
    const Solver& solver() const { return *solver_; }
    // After a failure the last saved ones.
    ParticleView particles() const { return instability_ ? last_good_.view() : solver_->particles(); }
    DiffuseView foam() const;
    // For the particles of a frame whose other members are set; empty if the frame shows spheres.
    Ellipsoids ellipsoids(const Frame&, Jobs&);

    const Instability& instability() const { return instability_; }
    bool failed() const { return static_cast<bool>(instability_); }
    // As of the last update_stats().
    const Stats& stats() const { return stats_; }
    void update_stats() {
        if (!instability_) stats_ = solver_->stats();
    }
    int64_t steps() const { return steps_; }     // since the start
    double step_ms() const { return step_ms_; }  // of the solver's last step
    double foam_ms() const { return foam_ms_; }  // of the foam's last step; 0: none

private:
    Scene tilted_scene(const GravityTilt&) const;
    void step_foam(float dt, const Motion& container, glm::vec3 gravity, Jobs&);

    Settings settings_;
    std::unique_ptr<Solver> solver_;
    ModulePart<DiffuseParticles> foam_;
    ModulePart<Anisotropy> anisotropy_;
    ParticleSnapshot last_good_;
    Instability instability_;
    Instability found_;  // among the particles of a GPU, before the next step
    EnergyGuard energy_guard_;
    float late_speed_limit_ = 3e38f;  // m/s, of particles on the GPU
    bool holds_body_ = false;
    bool on_gpu_ = false;
    std::string device_note_;
    Stats stats_;
    GravityTilt::State tilt_;  // applied to the solver
    bool changed_ = false;     // settings are not yet applied to the solver
    int64_t steps_ = 0;
    int64_t next_save_ = 0;  // on the GPU: the step from which the particles are saved again
    double step_ms_ = 0, foam_ms_ = 0;
};

}  // namespace slosh
