#include "grid/pressure/pressure_solver.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/check.h"
#include "grid/pressure/enclosed_regions.h"
#include "grid/pressure/fluid_rows.h"
#include "grid/pressure/preconditioner.h"

namespace slosh {

// Notation of the literature: r = b - A p, z = M^-1 r, s the search direction, As = A s.
struct PressureSolver::State {
    Options options;
    MacGrid grid;
    FluidRows rows;
    EnclosedRegions regions;
    Preconditioning preconditioning;

    Stencil matrix;
    std::span<const RigidCoupling> coupled;
    float* p = nullptr;
    SimdArray<float> r, z, s, as;
    SimdArray<float> inverse;  // 1 / diagonal, 0 outside the fluid

    double b_squared = 0, r_squared = 0, rz = 0;
    std::vector<float> history;
    bool finished = true, converged = true;

    void reshape(const MacGrid&);
    void find_fluid(const PressureSystem&, Jobs&);
    void load_initial_guess(Jobs&);
    void initial_residual(PressureSystem&, Jobs&);
    void update_search(float beta, Jobs&);
    double apply_matrix(Jobs&);
    void update_solution(float step, Jobs&);
    void check_convergence();
    void finish(Jobs&);
};

namespace {

Float4 only_in_fluid(const Stencil& a, int i, Float4 v) { return mask_and(load(a.inverse + i) > 0.0f, v); }

double squares(FluidRows& rows, const float* v, Jobs& jobs) {
    return rows.sum_runs(jobs, [v](int begin, int end) {
        Float4 sum = splat(0);
        for (int i = begin; i < end; i += lanes) sum += load(v + i) * load(v + i);
        return sum;
    });
}

// Zeroes everything outside the rows of fluid.
void clear_around(const FluidRows& rows, float* v, Jobs& jobs) {
    const MacGrid& grid = rows.grid();
    jobs.run(grid.nz + 2, [&](int slab) {
        int from = slab * grid.slab;
        for (int j = 0; j < grid.ny && slab > 0 && slab <= grid.nz; ++j) {
            const RowRange run = rows.row(j, slab - 1);
            if (run.begin == run.end) continue;
            std::fill(v + from, v + run.begin, 0.0f);
            from = run.end;
        }
        std::fill(v + from, v + (slab + 1) * grid.slab, 0.0f);
    });
}

}  // namespace

void PressureSolver::State::reshape(const MacGrid& to) {
    if (to.nx == grid.nx && to.ny == grid.ny && to.nz == grid.nz) return;
    grid = to;
    rows.reshape(grid);
    regions.reshape(grid);
    preconditioning.reshape(grid);
    for (SimdArray<float>* field : {&r, &z, &s, &as, &inverse}) field->assign(grid.size());
}

void PressureSolver::State::find_fluid(const PressureSystem& system, Jobs& jobs) {
    rows.find(system.diagonal, {&r, &z, &s, &as, &inverse, &preconditioning.inv_pivots, &preconditioning.scratch},
              jobs);
    matrix = {system.diagonal.data(),
              inverse.data(),
              system.link[0].data(),
              system.link[1].data(),
              system.link[2].data(),
              grid.row,
              grid.slab};
    rows.for_runs(jobs, [&](int begin, int end) {
        for (int i = begin; i < end; i += lanes) {
            const Float4 diagonal = load(matrix.diagonal + i);
            store(inverse.data() + i, mask_and(diagonal > 0.0f, 1.0f / diagonal));
        }
    });
    regions.find(matrix, rows, jobs);
}

// Warm start. The guess may hold anything outside the fluid; if it is not finite inside, 0 replaces it.
void PressureSolver::State::load_initial_guess(Jobs& jobs) {
    clear_around(rows, p, jobs);
    rows.for_runs(jobs, [&](int begin, int end) {
        for (int i = begin; i < end; i += lanes) store(p + i, only_in_fluid(matrix, i, load(p + i)));
    });
    if (std::isfinite(squares(rows, p, jobs))) return;
    rows.for_runs(jobs, [&](int begin, int end) { std::fill(p + begin, p + end, 0.0f); });
}

void PressureSolver::State::initial_residual(PressureSystem& system, Jobs& jobs) {
    if (!regions.empty()) regions.remove_null_space(system.b.data(), jobs);
    const float* const b = system.b.data();
    rows.for_runs(jobs, [&](int begin, int end) {
        for (int i = begin; i < end; i += lanes) store(r.data() + i, only_in_fluid(matrix, i, load(b + i)));
    });
    b_squared = squares(rows, r.data(), jobs);
    if (!(b_squared > 0) || !std::isfinite(b_squared)) {  // b is 0 or not finite
        rows.for_runs(jobs, [&](int begin, int end) { std::fill(p + begin, p + end, 0.0f); });
        finished = true;
        converged = b_squared == 0;
        history.push_back(converged ? 0.0f : 1.0f);
        return;
    }
    r_squared = rows.sum_runs(jobs, [&](int begin, int end) {
        const Stencil a = matrix;
        Float4 sum = splat(0);
        for (int i = begin; i < end; i += lanes) {
            const Float4 v = load(r.data() + i) - a.apply(p, i);
            store(r.data() + i, v);
            sum += v * v;
        }
        return sum;
    });
    if (!coupled.empty()) {
        add_coupling_product(coupled, p, -1, matrix.diagonal, r.data());
        r_squared = squares(rows, r.data(), jobs);
    }
    check_convergence();
}

// s = z + beta s
void PressureSolver::State::update_search(float beta, Jobs& jobs) {
    rows.for_runs(jobs, [&](int begin, int end) {
        const float* const from = z.data();
        float* const to = s.data();
        const float factor = beta;
        for (int i = begin; i < end; i += lanes) store(to + i, load(from + i) + factor * load(to + i));
    });
}

// Computes As; returns s . As.
double PressureSolver::State::apply_matrix(Jobs& jobs) {
    const double of_fluid = rows.sum_runs(jobs, [&](int begin, int end) {
        const Stencil a = matrix;
        const float* const from = s.data();
        float* const to = as.data();
        Float4 sum = splat(0);
        for (int i = begin; i < end; i += lanes) {
            const Float4 v = a.apply(from, i);
            store(to + i, v);
            sum += v * load(from + i);
        }
        return sum;
    });
    return of_fluid + add_coupling_product(coupled, s.data(), 1, matrix.diagonal, as.data());
}

// p += step s, r -= step As
void PressureSolver::State::update_solution(float step, Jobs& jobs) {
    r_squared = rows.sum_runs(jobs, [&, step](int begin, int end) {
        const float *const search = s.data(), *const applied = as.data();
        float *const pressure = p, *const residual = r.data();
        Float4 sum = splat(0);
        for (int i = begin; i < end; i += lanes) {
            store(pressure + i, load(pressure + i) + step * load(search + i));
            const Float4 left = load(residual + i) - step * load(applied + i);
            store(residual + i, left);
            sum += left * left;
        }
        return sum;
    });
    if (regions.empty()) return;
    // Rounding errors re-enter the null space, which no pressure can remove.
    regions.remove_null_space(r.data(), jobs);
    r_squared = squares(rows, r.data(), jobs);
}

void PressureSolver::State::check_convergence() {
    const double relative = __builtin_sqrt(r_squared / b_squared);
    history.push_back(static_cast<float>(relative));
    converged = relative <= static_cast<double>(options.tolerance);
    finished = converged || static_cast<int>(history.size()) > options.max_iterations;
}

void PressureSolver::State::finish(Jobs& jobs) {
    if (!regions.empty()) regions.remove_null_space(p, jobs);
}

PressureSolver::PressureSolver() : state_(std::make_unique<State>()) {}
PressureSolver::~PressureSolver() = default;

PressureSolver::Result PressureSolver::solve(PressureSystem& system, SimdArray<float>& pressure, const Options& options,
                                             Jobs& jobs) {
    begin(system, pressure, options, jobs);
    while (iterate(jobs)) {
    }
    return result();
}

void PressureSolver::begin(PressureSystem& system, SimdArray<float>& pressure, const Options& options, Jobs& jobs) {
    const int size = system.grid.size();
    CHECK(system.diagonal.size() == size && system.b.size() == size && pressure.size() == size,
          "a pressure system has its grid's size");
    State& state = *state_;
    state.options = options;
    state.p = pressure.data();
    state.history.clear();
    state.history.reserve(static_cast<size_t>(std::max(options.max_iterations, 0)) + 1);
    state.reshape(system.grid);
    state.find_fluid(system, jobs);
    state.coupled = system.coupled;
    state.load_initial_guess(jobs);
    state.initial_residual(system, jobs);
    state.rz = 0;
    if (state.finished) state.finish(jobs);
    else state.preconditioning.build(state.options.preconditioner, state.matrix, state.rows, jobs);
}

bool PressureSolver::iterate(Jobs& jobs) {
    State& state = *state_;
    if (state.finished) return false;
    const double rz_before = state.rz;
    state.rz = state.preconditioning.apply(state.rows, state.r.data(), state.z.data(), jobs);
    state.update_search(rz_before > 0 ? static_cast<float>(state.rz / rz_before) : 0.0f, jobs);
    const double curvature = state.apply_matrix(jobs);
    const float step = static_cast<float>(state.rz / curvature);
    if (state.rz > 0 && curvature > 0 && std::isfinite(step)) {
        state.update_solution(step, jobs);
        state.check_convergence();
    } else {
        state.finished = true;  // breakdown: the residual is at float precision
    }
    if (state.finished) state.finish(jobs);
    return !state.finished;
}

PressureSolver::Result PressureSolver::result() const {
    const State& state = *state_;
    if (state.history.empty()) return {};
    return {static_cast<int>(state.history.size()) - 1, state.history.back(), state.converged};
}

std::span<const float> PressureSolver::history() const { return state_->history; }

PressureSolver::Vectors PressureSolver::vectors() const {
    const State& state = *state_;
    if (state.p == nullptr) return {};
    Vectors vectors;
    vectors.pressure = {state.p, static_cast<size_t>(state.grid.size())};
    vectors.residual = state.r.view();
    vectors.preconditioner = state.options.preconditioner;
    if (!state.finished || state.history.size() > 1) vectors.preconditioner_diagonal = state.preconditioning.diagonal();
    if (state.history.size() < 2) return vectors;  // the others are still those of an earlier solve
    vectors.preconditioned = state.z.view();
    vectors.search = state.s.view();
    vectors.applied = state.as.view();
    return vectors;
}

}  // namespace slosh
