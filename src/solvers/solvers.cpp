#include "solvers/solvers.h"

#include <algorithm>
#include <iterator>

#include "base/check.h"
#include "built_features.h"
#include "solver/make_in_dimensions.h"

namespace slosh {
namespace {

struct Make {
    const Domain& domain;
    const InitialParticles& start;
    Jobs& jobs;
    std::unique_ptr<Solver> operator()(const DoubleDensityDef& def) {
        return make_double_density(def, domain, start, jobs);
    }
    std::unique_ptr<Solver> operator()(const WcsphDef& def) {
        return make_in_dimensions<built_capabilities>(domain,
                                                      [&]<int D> { return make_wcsph<D>(def, domain, start, jobs); });
    }
    std::unique_ptr<Solver> operator()(const MuellerSphDef& def) {
        return make_in_dimensions<built_capabilities>(
            domain, [&]<int D> { return make_mueller_sph<D>(def, domain, start, jobs); });
    }
    std::unique_ptr<Solver> operator()(const PcisphDef& def) {
        return make_in_dimensions<built_capabilities>(domain,
                                                      [&]<int D> { return make_pcisph<D>(def, domain, start, jobs); });
    }
    std::unique_ptr<Solver> operator()(const FlipDef& def) { return make_flip(def, domain, start, jobs); }
};

// The particles at the start: their number, the number of their kinds, and the kind of each. The defaults are the
// parameter `particles`, the constant `kinds`, and the kinds of the fluid regions; a definition that differs has an
// overload here.
int start_particles(const auto& def, const Domain&) { return def.particles; }
int start_particles(const FlipDef& def, const Domain& domain) { return def.start_particles(domain); }

// With all that a parameter may ask for later: springs, adaptive support, implicit viscosity, tension.
double bytes_per_particle(const DoubleDensityDef&, const Domain&) { return 900; }
double bytes_per_particle(const MuellerSphDef&, const Domain&) { return 380; }
double bytes_per_particle(const WcsphDef&, const Domain& domain) { return domain.dimensions == 3 ? 640 : 400; }
double bytes_per_particle(const PcisphDef&, const Domain& domain) { return domain.dimensions == 3 ? 440 : 320; }
double bytes_per_particle(const FlipDef& def, const Domain& domain) { return def.bytes_per_particle(domain); }

int start_kinds(const auto& def) { return def.kinds; }
int start_kinds(const MuellerSphDef& def) { return def.start_kinds(); }

bool assigns_kinds(const auto&) { return false; }
bool assigns_kinds(const MuellerSphDef& def) { return def.life.any(); }

void assign_kinds(const auto&, InitialParticles&, uint64_t) {}
void assign_kinds(const MuellerSphDef& def, InitialParticles& start, uint64_t seed) { def.assign_kinds(start, seed); }

// The table of features (tools/cmake/features.cmake) is that of the definitions: the families of a solver have together
// what it declares, and every family has a solver.
template <class Def>
constexpr bool is_declared() {
    Capabilities listed;
    size_t found = 0;
    for (const Family& family : families)
        if (is_family_of<Def>(family)) {
            ++found;
            listed = listed | family.can;
        }
    return found == std::size(Def::families) && listed == Def::can;
}

template <class... Defs>
constexpr bool are_declared(const std::variant<Defs...>*) {
    return (is_declared<Defs>() && ...);
}

template <class... Defs>
constexpr bool has_solver(const Family& family, const std::variant<Defs...>*) {
    return (is_family_of<Defs>(family) || ...);
}

constexpr const SolverDef::variant* every_definition = nullptr;
static_assert(are_declared(every_definition),
              "tools/cmake/features.cmake lists the families of every solver, with what it declares in `can`");
static_assert(std::all_of(std::begin(families), std::end(families),
                          [](const Family& family) { return has_solver(family, every_definition); }),
              "every family of tools/cmake/features.cmake has a solver");

}  // namespace

std::string_view SolverDef::name() const {
    return std::visit([](const auto& def) { return std::string_view(def.name); }, *this);
}

std::span<const std::string_view> SolverDef::families() const {
    return std::visit([](const auto& def) { return std::span<const std::string_view>(def.families); }, *this);
}

int SolverDef::particles() const {
    return std::visit([](const auto& def) { return def.particles; }, *this);
}

int SolverDef::particles_in(const Domain& domain) const {
    return std::visit([&](const auto& def) { return start_particles(def, domain); }, *this);
}

double SolverDef::bytes_per_particle(const Domain& domain) const {
    return std::visit([&](const auto& def) { return slosh::bytes_per_particle(def, domain); }, *this);
}

int SolverDef::kinds() const {
    return std::visit([](const auto& def) { return start_kinds(def); }, *this);
}

bool SolverDef::assigns_kinds() const {
    return std::visit([](const auto& def) { return slosh::assigns_kinds(def); }, *this);
}

void SolverDef::assign_kinds(InitialParticles& start, uint64_t seed) const {
    std::visit([&](const auto& def) { slosh::assign_kinds(def, start, seed); }, *this);
}

Capabilities SolverDef::can() const {
    return std::visit([](const auto& def) { return def.can; }, *this);
}

void SolverDef::visit(Visitor& v) {
    std::visit(
        [&]<class Def>(Def& def) {
            if constexpr (is_built<Def>) def.visit(v);
        },
        *this);
}

std::unique_ptr<Solver> make_solver(const SolverDef& any, const Domain& domain, const InitialParticles& start,
                                    Jobs& jobs) {
    return std::visit(
        [&]<class Def>(const Def& def) -> std::unique_ptr<Solver> {
            if constexpr (is_built<Def>) return Make{domain, start, jobs}(def);
            CHECK(is_built<Def>, "only scenes whose solver is built are listed");
            return nullptr;
        },
        any);
}

void set_parameters(Solver& solver, const SolverDef& any, const Domain& domain) {
    CHECK(solver.method() == any.name(), "a solver takes parameters of its own kind");
    std::visit(
        [&]<class Def>(const Def& def) {
            if constexpr (is_built<Def>) static_cast<SolverFor<Def>&>(solver).set_parameters(def, domain);
        },
        any);
}

}  // namespace slosh
