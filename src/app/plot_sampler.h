// Samples of the panel's plots over time, taken once per frame while the plots are open.
#pragma once
#include "analysis/conserved_quantities.h"
#include "app/panel/panel_interface.h"
#include "app/simulation.h"

namespace slosh {

class PlotSampler {
public:
    // For a started simulation: its initial state is the zero of potential energy.
    void begin(const Simulation&, Sample&, Jobs&);
    void take(const Simulation&, glm::vec3 gravity, Sample&, Jobs&) const;

private:
    ConservedQuantities initial_;
};

}  // namespace slosh
