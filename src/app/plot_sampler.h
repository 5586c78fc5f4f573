// What the panel plots over time, measured once per frame while its plots are open.
#pragma once
#include "analysis/conserved_quantities.h"
#include "app/panel/panel_interface.h"
#include "app/simulation.h"

namespace slosh {

class PlotSampler {
public:
    // A simulation has started: its state is the zero of potential energy.
    void begin(const Simulation&, Sample&, Jobs&);
    void take(const Simulation&, glm::vec3 gravity, Sample&, Jobs&) const;

private:
    ConservedQuantities initial_;
};

}  // namespace slosh
