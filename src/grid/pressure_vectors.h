// What a preconditioned conjugate gradient solve (grid/pressure/pressure_solver.h) exposes for inspection: views of its
// vectors, without the solver.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

namespace slosh {

enum class Preconditioner : uint8_t { none, jacobi, ic0, mic0, incomplete_poisson, multigrid };
constexpr std::string_view preconditioner_names[] = {"none",     "jacobi", "ic0", "mic0", "incomplete-poisson",
                                                     "multigrid"};
// What PressureVectors::preconditioner_diagonal holds with each.
constexpr std::string_view diagonal_names[] = {"diagonal of A",           "inverse diagonal of A",
                                               "inverse pivots of IC(0)", "inverse pivots of MIC(0)",
                                               "inverse diagonal of A",   "diagonal of A"};

// The vectors of the last iteration, by cell, 0 outside the fluid. Before the first iteration there are only the
// pressure and its residual. `search` and `applied` belong to the last update of the pressure, `preconditioned` is the
// vector that this search direction was made from. The diagonal is the preconditioner's own, or that of A: see
// diagonal_names.
struct PressureVectors {
    std::span<const float> pressure;
    std::span<const float> residual;        // r = b - A p
    std::span<const float> preconditioned;  // z = M^-1 r
    std::span<const float> search;          // s
    std::span<const float> applied;         // A s
    std::span<const float> preconditioner_diagonal;
    Preconditioner preconditioner = Preconditioner::none;
};

}  // namespace slosh
