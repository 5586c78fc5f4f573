// What is plotted over time, taken only while somebody looks.
#include <algorithm>
#include <string>

#include "app/app.h"

namespace slosh {

// Where potential energies are counted from. A page without panel has no plots.
void App::begin_samples() {
    if (!SLOSH_PANEL) return;
    at_start_ = measure_conserved(solver_->particles(), jobs_);
    ++readings_.sample.run;
}

void App::take_sample() {
    if (!SLOSH_PANEL) return;
    const ParticleView p = solver_->particles();
    const Stats stats = solver_->stats();
    const ConservedQuantities now = measure_conserved(p, jobs_);
    const double potential = now.potential(at_start_, tilt_.apply(settings_.scene.domain.gravity));
    auto& v = readings_.sample.values;
    v[Sample::kinetic] = static_cast<float>(now.kinetic);
    v[Sample::potential] = static_cast<float>(potential);
    v[Sample::total] = static_cast<float>(now.kinetic + potential);
    v[Sample::density_error] = 100 * stats.mean_density_error;
    v[Sample::volume] = static_cast<float>(now.volume);
    v[Sample::substeps] = static_cast<float>(stats.substeps);
    v[Sample::iterations] = stats.iterations;
    v[Sample::cfl] = stats.max_speed * stats.substep / (p.support > 0 ? p.support : 4 * p.radius);
    readings_.sample.step = steps_since_start_;
}

bool App::looks_back() const { return SLOSH_PANEL && clock_.paused() && settings_.scene.slice.iteration >= 0; }

// Of the pressure solve, later or earlier ones than the one shown; false where there is no such solve. The simulation
// pauses: only then does the solve stay the last.
bool App::look_at_iteration(int later) {
    const int last = static_cast<int>(readings_.sides[0].grid.residuals.size()) - 1;
    if (last < 0) return false;
    UiCommands wishes;
    wishes.look_at_iteration(settings_.scene.slice.iteration_of(last) + later, last, clock_.paused());
    follow(wishes);
    return true;
}

}  // namespace slosh
