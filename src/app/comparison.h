// A second simulation beside the first: on the same start and under the same hands, but with a few settings of its own.
// Free of GL and Dear ImGui.
#pragma once
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/input/gravity_tilt.h"
#include "app/particle_snapshot.h"
#include "settings/settings.h"

namespace slosh {

class Comparison {
public:
    // More particles than this are too many twice over: time, and the memory of a page.
    static constexpr int max_particles = 100'000;

    // What is different, as "key:value", several with commas between them. What is no such pair, no parameter of the
    // scene or not taken by it is refused by name, and all stays as it was. Holds from the next start on.
    SetResult set(std::string_view text, const Settings& first);
    const std::string& text() const { return text_; }

    // As the first, but for what is different.
    void start(const Settings& first, const GravityTilt&, Jobs&);
    void stop() { solver_.reset(); }
    bool started() const { return solver_ != nullptr; }
    void set_parameters(const Settings& first, const GravityTilt&);
    void step(float dt, std::span<const PointerForce>, const Motion& container);

    Settings& settings() { return settings_; }
    Solver& solver() { return *solver_; }
    // Of one that broke down, the last that were fit to be seen.
    ParticleView particles() const { return broken_ ? kept_.view() : solver_->particles(); }
    bool broken() const { return broken_; }
    double step_ms() const { return step_ms_; }  // of the last step

    // What `settings` have where the two are different: "preconditioner mic0".
    std::string differences(Settings settings) const;

private:
    // What the solver is to know of them.
    Scene take_over(const Settings& first, const GravityTilt&);

    std::string text_;
    std::vector<std::pair<std::string, std::string>> different_;  // key and value
    Settings settings_;
    std::unique_ptr<Solver> solver_;
    ParticleSnapshot kept_;
    bool broken_ = false;
    double step_ms_ = 0;
};

}  // namespace slosh
