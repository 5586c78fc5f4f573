// Detection of instability and the messages about it. Free of GL and Dear ImGui: the page and the command line share
// it.
#pragma once
#include <cstdint>
#include <string>

#include "base/wording.h"
#include "settings/settings.h"
#include "solver/views.h"

namespace slosh {

struct Instability {
    enum What : uint8_t { none, not_finite, runaway, energy } what = none;
    bool of_body = false;         // else of a particle
    uint32_t number = 0;          // id of the particle, or index of the body
    float speed = 0;              // of a runaway, m/s or u/s
    float gained = 0, given = 0;  // energy from nowhere, and what can have been given, m2/s2 (J/kg)

    explicit operator bool() const { return what != none; }
};

// Finds a particle, or else a body, with a NaN, an infinite value or a speed relative to `frame` (m/s) above
// `max_speed`: the one with the smallest number.
Instability detect_instability(const ParticleView&, glm::vec3 frame, float max_speed);

// "the position or velocity of particle 17 is NaN or infinite", "the speed of body 2 is 3e+06 m/s", "the fluid has
// gained 480 m2/s2 of energy, and gravity, container, pointers and jets can give 12".
std::string describe(const Instability&, std::string_view length_unit, const Wording& = plain_english);

// The parameters of solver and gravity that differ most from the defaults of the scene, at most three:
// "sound-speed (1000, by default 12) and substeps (1, by default 0)"; "" if none differs.
std::string suspect_parameters(const Settings&, const Wording& = plain_english);

// The remedy to suggest: "change " and the suspects, or "take more substeps" if there are none.
std::string suggest_remedy(const Settings&, const Wording& = plain_english);

// What has happened after so many steps, and what to do: "The simulation became unstable at step 12: the speed ...".
std::string describe_failure(const Instability&, int64_t steps, const Settings&, const Wording& = plain_english);

}  // namespace slosh
