// The interface between a fluid solver and everything that shows or measures it.
#pragma once
#include <optional>
#include <span>
#include <string_view>

#include "base/outcome.h"
#include "base/profile.h"
#include "domain/domain.h"
#include "domain/pointer_force.h"
#include "solver/views.h"

namespace slosh {

class Solver {
public:
    virtual ~Solver() = default;
    // The `name` of the definition that it was made from.
    std::string_view method() const { return method_; }
    // Advances by dt seconds (one display step, sub-steps inside).
    virtual void step(float dt, std::span<const PointerForce> pointer_forces, const Motion& container) = 0;
    // Adds a rigid body.
    virtual Outcome add_body(const BodyDef&) { return Outcome::refused("this solver does not support rigid bodies"); }
    // The obstacles that the user has drawn, from now on: kinematic, relative to the container. They keep their order
    // among particles().bodies. Those beyond the solver's limit are ignored.
    virtual void set_drawn_bodies(std::span<const BodyDef>) {}
    // The points where pointers hold bodies, from now on.
    virtual void set_grabs(std::span<const Grab>) {}
    // The emitters of the user from now on, in world space; none when the span is empty. The scene's own stay.
    virtual Outcome set_user_emitters(std::span<const Emitter>) = 0;
    // The drains of the user from now on, relative to the container; none when the span is empty.
    virtual void set_user_drains(std::span<const Drain>) = 0;
    // Where the container was in the step whose particles are shown, if that is not the last: results of a GPU are
    // late.
    virtual std::optional<Motion> shown_container() const { return {}; }
    // Removes the particles inside drains, as a step does first, with the container at `offset`. False while that is
    // not possible yet, because the newest step is still on its way from the GPU; nothing has happened then.
    virtual bool drain(glm::vec3 offset) = 0;
    virtual ParticleView particles() const = 0;
    virtual Stats stats() const = 0;
    virtual const Profile& profile() const = 0;
    // What gravity, the container, bodies, emitters and pointers do not give but the fluid has or gains, J/kg.
    virtual float own_energy() const { return 0; }
    // A speed relative to the container, m/s, above which the fluid is out of control: a step that gets there ends
    // early, because all that follows is slow and lost.
    void set_runaway_speed(float speed) { runaway_speed_ = speed; }
    // Empty for solvers without a grid.
    virtual GridView grid() const { return {}; }
    // The same, with the vectors of the last pressure solve as they were after that many iterations, or at its end when
    // there were fewer. Needs record_solves(true) before that solve.
    virtual GridView grid_at(int /*iteration*/) { return grid(); }
    virtual void record_solves(bool) {}

protected:
    explicit Solver(std::string_view method) : method_(method) {}
    // After each sub-step, counted from 1. Looks at every eighth: a pass over the particles.
    bool has_run_away(int substep, const Motion& container) const;

private:
    std::string_view method_;
    float runaway_speed_ = 3e38f;
};

// A solver with its own type of parameters. Def::name identifies it.
template <class Def>
class SolverFor : public Solver {
public:
    // Takes over the gravity, and the parameters whose Field has no `rebuild`.
    virtual void set_parameters(const Def&, const Domain&) = 0;

protected:
    SolverFor() : Solver(Def::name) {}
};

}  // namespace slosh
