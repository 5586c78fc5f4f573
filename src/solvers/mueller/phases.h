// The phases (fluids) of mueller_sph: rest density, mass and viscosity. Particles of all phases have the same volume at
// rest.
#pragma once
#include <algorithm>

#include "domain/initial_particles.h"
#include "solvers/mueller/mueller_sph.h"

namespace slosh::mueller {

class PhaseTable {
public:
    PhaseTable(const MuellerSphDef& def, const InitialParticles& start) : has_life_(def.life.any()) {
        for (const uint8_t kind : start.kind) present_ |= 1 << phase(kind);
    }

    // Marks a phase as present. True if it was not.
    bool add_phase(int kind) {
        const int before = present_;
        present_ |= 1 << phase(static_cast<uint8_t>(kind));
        return present_ != before;
    }

    // `volume`: of a particle at rest.
    void retune(const MuellerSphDef& def, float volume) {
        uniform_ = true;
        int first = -1;
        for (int k = 0; k < MuellerSphDef::kinds; ++k) {
            rest_density_[k] = def.rest_density[k];
            viscosity_[k] = def.viscosity[k];
            mass_[k] = rest_density_[k] * volume;
            if (!(present_ >> k & 1)) continue;
            if (first < 0) first = k;
            uniform_ = uniform_ && rest_density_[k] == rest_density_[first] && viscosity_[k] == viscosity_[first];
        }
    }

    // All phases that are present have the same mass and viscosity.
    bool uniform() const { return uniform_; }
    float mass(uint8_t kind) const { return mass_[phase(kind)]; }
    float rest_density(uint8_t kind) const { return rest_density_[phase(kind)]; }
    float viscosity(uint8_t kind) const { return viscosity_[phase(kind)]; }
    // Of the phases that are present.
    float max_viscosity() const {
        float largest_viscosity = 0;
        for (int k = 0; k < MuellerSphDef::kinds; ++k)
            if (present_ >> k & 1) largest_viscosity = std::max(largest_viscosity, viscosity_[k]);
        return largest_viscosity;
    }

private:
    // With particle life, `kind` is the species, and all species are of the first phase.
    int phase(uint8_t kind) const { return has_life_ ? 0 : kind & 3; }

    bool has_life_ = false, uniform_ = true;
    int present_ = 0;  // bit mask of the phases
    float mass_[MuellerSphDef::kinds] = {}, rest_density_[MuellerSphDef::kinds] = {},
          viscosity_[MuellerSphDef::kinds] = {};
};

}  // namespace slosh::mueller
