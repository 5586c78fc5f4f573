#include "solvers/solvers.h"

#include "base/check.h"
#include "solvers/build_variants.h"

namespace slosh {
namespace {

struct Make {
    const Domain& domain;
    const InitialParticles& start;
    Jobs& jobs;
    std::unique_ptr<Solver> operator()(const DoubleDensityDef& def) {
        return make_double_density(def, domain, start, jobs);
    }
    std::unique_ptr<Solver> operator()(const WcsphDef& def) { return make_wcsph(def, domain, start, jobs); }
    std::unique_ptr<Solver> operator()(const MuellerSphDef& def) { return make_mueller_sph(def, domain, start, jobs); }
    std::unique_ptr<Solver> operator()(const PcisphDef& def) { return make_pcisph(def, domain, start, jobs); }
    std::unique_ptr<Solver> operator()(const FlipDef& def) { return make_flip(def, domain, start, jobs); }
};

// The build's list of families, separated by blanks, and those of the definitions are the same.
constexpr std::string_view families = " " SLOSH_FAMILIES " ";

constexpr bool is_listed(std::string_view family) {
    for (size_t at = families.find(family); at != families.npos; at = families.find(family, at + 1))
        if (families[at - 1] == ' ' && families[at + family.size()] == ' ') return true;
    return false;
}

template <class... Defs>
constexpr bool all_listed(const std::variant<Defs...>*) {
    return (is_listed(Defs::family) && ...);
}

template <class... Defs>
constexpr bool some_built(const std::variant<Defs...>*) {
    return (is_built(Defs::family) || ...);
}

constexpr const SolverDef::variant* every_definition = nullptr;
static_assert(all_listed(every_definition), "CMakeLists.txt lists the family of every solver");
static_assert(some_built(every_definition), "every family in CMakeLists.txt has a solver");

}  // namespace

std::string_view SolverDef::name() const {
    return std::visit([](const auto& def) { return std::string_view(def.name); }, *this);
}

std::string_view SolverDef::family() const {
    return std::visit([](const auto& def) { return std::string_view(def.family); }, *this);
}

int SolverDef::particles() const {
    return std::visit([](const auto& def) { return def.particles; }, *this);
}

int SolverDef::particles_in(const Domain& domain) const {
    return std::visit(
        [&](const auto& def) {
            if constexpr (requires { def.start_particles(domain); }) return def.start_particles(domain);
            else return def.particles;
        },
        *this);
}

int SolverDef::kinds() const {
    return std::visit(
        [](const auto& def) {
            if constexpr (requires { def.start_kinds(); }) return def.start_kinds();
            else return def.kinds;
        },
        *this);
}

void SolverDef::populate(InitialParticles& start, uint64_t seed) const {
    std::visit(
        [&](const auto& def) {
            if constexpr (requires { def.populate(start, seed); }) def.populate(start, seed);
        },
        *this);
}

bool SolverDef::can_be_poured() const {
    return std::visit([](const auto& def) { return requires { def.budget; }; }, *this);
}

bool SolverDef::carries_bodies() const {
    return std::visit([](const auto& def) { return requires { def.carries_bodies; }; }, *this);
}

void SolverDef::visit(Visitor& v) {
    std::visit(
        [&]<class Def>(Def& def) {
            if constexpr (is_built(Def::family)) def.visit(v);
        },
        *this);
}

std::unique_ptr<Solver> make_solver(const SolverDef& any, const Domain& domain, const InitialParticles& start,
                                    Jobs& jobs) {
    return std::visit(
        [&]<class Def>(const Def& def) -> std::unique_ptr<Solver> {
            if constexpr (is_built(Def::family)) return Make{domain, start, jobs}(def);
            CHECK(is_built(Def::family), "only scenes whose solver is built are listed");
            return nullptr;
        },
        any);
}

}  // namespace slosh
