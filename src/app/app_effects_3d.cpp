// Features of 3D simulations: diffuse particles (spray, foam and bubbles), and particles as ellipsoids.
#include "analysis/anisotropy.h"
#include "app/simulation.h"
#include "foam/foam_step.h"
#include "render/common/frame.h"

namespace slosh {

void Simulation::step_foam(float dt, const Motion& container, glm::vec3 gravity, Jobs& jobs) {
    const Scene& scene = settings_.scene;
    if (scene.diffuse.budget == 0 || scene.domain.dimensions != 3) return foam_.reset();
    const auto start = Profile::Clock::now();
    if (!foam_) foam_ = make_module_part<DiffuseParticles>();
    const DiffuseEnvironment tank{.walls = scene.domain.walls,
                                  .offset = container.offset + container.velocity * dt,
                                  .velocity = container.velocity,
                                  .gravity = gravity};
    advance_foam(*foam_, scene.diffuse, solver_->particles(), tank, dt, jobs);
    foam_ms_ = Profile::milliseconds_since(start);
}

DiffuseView Simulation::foam() const { return foam_ ? foam_->view() : DiffuseView(); }

namespace {

// `automatic`: where ellipsoids take less than a quarter of a frame. 1,000 particles take about 0.6 ms on one thread: a
// tenth of a step of SPH, but several steps of a grid solver.
bool wants_ellipsoids(const Frame& frame) {
    constexpr int max_on_grid = 8000;
    const WaterSettings::Sprites sprites = frame.water.resolved().sprites;
    if (sprites != WaterSettings::Sprites::automatic) return sprites == WaterSettings::Sprites::ellipsoids;
    return frame.grid.empty() || frame.particles.count <= max_on_grid;
}

}  // namespace

// Computed for each frame from the drawn particles.
Ellipsoids Simulation::ellipsoids(const Frame& frame, Jobs& jobs) {
    const ParticleView& p = frame.particles;
    if (p.dimensions != 3 || p.count == 0 || !frame.shows_surface() || !wants_ellipsoids(frame)) return {};
    if (!anisotropy_) anisotropy_ = make_module_part<Anisotropy>();
    const auto count = static_cast<size_t>(p.count);
    return anisotropy_->find(p.x.first(count), p.y.first(count), p.z.first(count), 2 * p.radius, frame.glass(), jobs);
}

}  // namespace slosh
