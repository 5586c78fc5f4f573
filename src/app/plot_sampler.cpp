#include "app/plot_sampler.h"

namespace slosh {

void PlotSampler::begin(const Simulation& simulation, Sample& sample, Jobs& jobs) {
    initial_ = measure_conserved(simulation.particles(), jobs);
    ++sample.run;
}

void PlotSampler::take(const Simulation& simulation, glm::vec3 gravity, Sample& sample, Jobs& jobs) const {
    const ParticleView p = simulation.particles();
    const Stats stats = simulation.solver().stats();
    const ConservedQuantities now = measure_conserved(p, jobs);
    const double potential = now.potential(initial_, gravity);
    auto& v = sample.values;
    v[Sample::kinetic] = static_cast<float>(now.kinetic);
    v[Sample::potential] = static_cast<float>(potential);
    v[Sample::total] = static_cast<float>(now.kinetic + potential);
    v[Sample::density_error] = 100 * stats.mean_density_error;
    v[Sample::volume] = static_cast<float>(now.volume);
    v[Sample::substeps] = static_cast<float>(stats.substeps);
    v[Sample::iterations] = stats.iterations;
    v[Sample::cfl] = stats.max_speed * stats.substep / (p.support > 0 ? p.support : 4 * p.radius);
    sample.step = simulation.steps();
}

}  // namespace slosh
