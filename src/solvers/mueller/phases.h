// What the kinds of fluid weigh and how thick they are. A kind's particles all fill the same volume at rest.
#pragma once
#include "domain/initial_particles.h"
#include "solvers/mueller/mueller_sph.h"

namespace slosh::mueller {

class PhaseTable {
public:
    PhaseTable(const MuellerSphDef& def, const InitialParticles& start) : has_life_(def.life.any()) {
        for (const uint8_t kind : start.kind) present_ |= 1 << fluid(kind);
    }

    // There will be particles of this kind. True if that is new.
    bool add_phase(int kind) {
        const int before = present_;
        present_ |= 1 << fluid(static_cast<uint8_t>(kind));
        return present_ != before;
    }

    // `volume` of a particle at rest.
    void retune(const MuellerSphDef& def, float volume) {
        uniform_ = true;
        int first = -1;
        for (int k = 0; k < MuellerSphDef::kinds; ++k) {
            rest_density_[k] = def.rest_density[k], viscosity_[k] = def.viscosity[k];
            mass_[k] = rest_density_[k] * volume;
            if (!(present_ >> k & 1)) continue;
            if (first < 0) first = k;
            uniform_ = uniform_ && rest_density_[k] == rest_density_[first] && viscosity_[k] == viscosity_[first];
        }
    }

    // All kinds present have the same mass and viscosity.
    bool uniform() const { return uniform_; }
    float mass(uint8_t kind) const { return mass_[fluid(kind)]; }
    float rest_density(uint8_t kind) const { return rest_density_[fluid(kind)]; }
    float viscosity(uint8_t kind) const { return viscosity_[fluid(kind)]; }

private:
    // Microbes are as heavy and as thick as the fluid they swim in.
    int fluid(uint8_t kind) const { return has_life_ ? 0 : kind & 3; }

    bool has_life_ = false, uniform_ = true;
    int present_ = 0;  // a bit each
    float mass_[MuellerSphDef::kinds] = {}, rest_density_[MuellerSphDef::kinds] = {},
          viscosity_[MuellerSphDef::kinds] = {};
};

}  // namespace slosh::mueller
