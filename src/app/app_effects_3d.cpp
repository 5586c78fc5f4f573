// What only fluids in 3D have: spray, foam and bubbles, and ellipsoids for particles.
#include "analysis/anisotropy.h"
#include "app/app.h"
#include "foam/foam_step.h"

namespace slosh {

void App::step_foam(float dt, const Motion& container) {
    const glm::vec3 gravity = tilt_.apply(settings_.scene.domain.gravity);
    const auto start = Profile::Clock::now();
    const auto step = [&](size_t side, const Scene& scene, const Solver& solver) {
        if (scene.diffuse.budget == 0 || !deep()) return foam_[side].reset();
        if (!foam_[side]) foam_[side] = std::make_shared<DiffuseParticles>();
        carry_foam(*foam_[side], scene.diffuse, solver.particles(), scene.domain.walls, gravity, container, dt, jobs_);
    };
    step(0, settings_.scene, *solver_);
    if (other_ && !other_->broken()) step(1, other_->settings().scene, other_->solver());
    if (!foam_[0] && !foam_[1]) return;
    const double took = Profile::milliseconds_since(start);
    profile_.add("foam", took);
    step_ms_ += took;
}

DiffuseView App::foam_of(size_t side) const { return foam_[side] ? foam_[side]->view() : DiffuseView(); }

// Found anew for every frame that is otherwise complete, of the particles as they are drawn.
Ellipsoids App::ellipsoids_of(size_t side, const Frame& frame) {
    const ParticleView& p = frame.particles;
    const bool wanted = frame.shows_surface() && frame.water.resolved().sprites == WaterSettings::ellipsoids;
    if (p.dimensions != 3 || p.count == 0 || !wanted) return {};
    if (!anisotropy_[side]) anisotropy_[side] = std::make_shared<Anisotropy>();
    const auto count = static_cast<size_t>(p.count);
    return anisotropy_[side]->find(p.x.first(count), p.y.first(count), p.z.first(count), 2 * p.radius, frame.glass(),
                                   jobs_);
}

}  // namespace slosh
