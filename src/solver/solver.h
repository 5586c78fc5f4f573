// The interface between a fluid solver and everything that shows or measures it.
#pragma once
#include <span>

#include "base/params.h"
#include "base/profile.h"
#include "domain/domain.h"
#include "domain/pointer_force.h"
#include "solver/views.h"

namespace slosh {

struct SolverDef;  // solvers.h

class Solver {
public:
    virtual ~Solver() = default;
    // Advances by dt seconds (one display step, sub-steps inside).
    virtual void step(float dt, std::span<const PointerForce> pointer_forces, const Motion& container) = 0;
    // Takes over the parameters that need no rebuild, and the gravity. `def` holds this solver's kind.
    virtual void retune(const SolverDef& def, const Domain&) = 0;
    // One more rigid body, and the hands on bodies from now on. Refused by fluids that know no bodies.
    virtual SetResult drop(const BodyDef&) { return {SetResult::refused, "this fluid carries no bodies", false}; }
    virtual void hold(std::span<const Grab>) {}
    // What the hand pours from now on, in world space; an empty span ends it. Refused by fluids that cannot be poured.
    virtual SetResult pour(std::span<const Emitter>) {
        return {SetResult::refused, "this fluid cannot be poured", false};
    }
    virtual ParticleView particles() const = 0;
    virtual Stats stats() const = 0;
    virtual const Profile& profile() const = 0;
    // Of solvers that have a grid.
    virtual GridView grid() const { return {}; }
    // The same with the vectors of the last pressure solve as they were after so many iterations, if there were that
    // many: solved again up to there, where record_solves() was on at the time.
    virtual GridView grid_at(int /*iteration*/) { return grid(); }
    virtual void record_solves(bool) {}
};

}  // namespace slosh
