// THE list of solvers. A new solver has its folder, its type in the variant and its line in Make (solvers.cpp). Every
// program has all definitions; generated/FAMILY/built_features.h says which solvers it contains.
#pragma once
#include <memory>
#include <span>
#include <string_view>
#include <variant>

#include "solver/solver.h"
#include "solvers/double_density/double_density.h"
#include "solvers/flip/flip.h"
#include "solvers/mueller/mueller_sph.h"
#include "solvers/pcisph/pcisph.h"
#include "solvers/wcsph/wcsph.h"

namespace slosh {

struct SolverDef : std::variant<DoubleDensityDef, WcsphDef, MuellerSphDef, PcisphDef, FlipDef> {
    using variant::variant;
    std::string_view name() const;
    // A page loads one web module per family: that of the scene, which is one of these.
    std::span<const std::string_view> families() const;
    int particles() const;                  // the parameter of that name
    int particles_in(const Domain&) const;  // at the start, in this domain
    // Memory that the solver takes for each particle in this domain with any parameters, bytes: measured, as
    // solvers_test.cpp does.
    double bytes_per_particle(const Domain&) const;
    int kinds() const;           // number of phases or species
    bool assigns_kinds() const;  // replaces the kinds of the fluid regions by species, from 1 on
    // Assigns the phase or species of every particle.
    void assign_kinds(InitialParticles& start, uint64_t seed) const;
    Capabilities can() const;
    void visit(Visitor&);
};

// Fails by a CHECK (ends the program) if the program does not contain the solver, or the solver not this domain.
std::unique_ptr<Solver> make_solver(const SolverDef&, const Domain&, const InitialParticles& start, Jobs&);
// Takes over the gravity, and the parameters whose Field has no `rebuild`. The definition is of the method that the
// solver was made with.
void set_parameters(Solver&, const SolverDef&, const Domain&);

}  // namespace slosh
