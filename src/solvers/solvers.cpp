#include "solvers/solvers.h"

namespace slosh {

std::string_view SolverDef::name() const {
    return std::visit([](const auto& def) { return std::string_view(def.name); }, *this);
}

int SolverDef::particles() const {
    return std::visit([](const auto& def) { return def.particles; }, *this);
}

int SolverDef::kinds() const {
    return std::visit([](const auto& def) { return def.kinds; }, *this);
}

void SolverDef::visit(Visitor& v) {
    std::visit([&](auto& def) { def.visit(v); }, *this);
}

namespace {
struct Make {
    const Domain& domain;
    const Filling& start;
    Jobs& jobs;
    std::unique_ptr<Solver> operator()(const DoubleDensityDef& def) {
        return make_double_density(def, domain, start, jobs);
    }
    std::unique_ptr<Solver> operator()(const WcsphDef& def) { return make_wcsph(def, domain, start, jobs); }
    std::unique_ptr<Solver> operator()(const MuellerSphDef& def) { return make_mueller_sph(def, domain, start, jobs); }
};
}  // namespace

std::unique_ptr<Solver> make_solver(const SolverDef& def, const Domain& domain, const Filling& start, Jobs& jobs) {
    return std::visit(Make{domain, start, jobs}, def);
}

}  // namespace slosh
