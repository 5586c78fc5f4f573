// Whether a simulation has run away, and what to say about it. Free of GL and ImGui: the page and the command line
// share it.
#pragma once
#include <cstdint>
#include <string>

#include "settings/settings.h"
#include "solver/views.h"

namespace slosh {

struct Instability {
    enum What : uint8_t { none, not_a_number, runaway } what = none;
    bool of_body = false;  // else of a particle
    uint32_t number = 0;   // the particle's id, or the body's place
    float speed = 0;       // of a runaway

    explicit operator bool() const { return what != none; }
};

// Nothing that happens in a tank is faster: it would cross the container twenty times in a display step.
float runaway_speed(const Walls&);

// What is no longer a number or faster than that: of several the one with the smallest number.
Instability detect_instability(const ParticleView&, float fastest);

// "particle 17 is no longer a number", "body 2 runs away at 3e+06 m/s".
std::string describe(const Instability&, std::string_view length_unit);

// The parameters of fluid and gravity that are farthest from what the scene came with, at most three:
// "sound-speed (1000, by default 12) and substeps (1, by default 0)"; "" where all are as they came.
std::string suspects(const Settings&);

// What to do about it: "change " and the suspects.
std::string advice(const Settings&);

}  // namespace slosh
