// The pressure solver against a direct solve, and the number of its iterations.
#include "base/random.h"
#include "grid/pressure/pressure_solver.h"

#include <Eigen/Sparse>
#include <Eigen/SparseCholesky>
#include <string>
#include <vector>

#include "support/figure.h"
#include "support/pressure_systems.h"
#include "support/worst.h"

namespace slosh::pressure_test {
namespace {

using namespace test;

constexpr int preconditioners = static_cast<int>(std::size(preconditioner_names));

std::string name_of(int preconditioner) { return std::string(preconditioner_names[preconditioner]); }

// Without a preconditioner the small fractions of ghost fluid take many iterations.
PressureSolver::Options options(int preconditioner, float tolerance) {
    return {
        .preconditioner = static_cast<Preconditioner>(preconditioner), .tolerance = tolerance, .max_iterations = 1000};
}

int iterations(PressureSystem& system, int preconditioner, float tolerance) {
    Jobs jobs(1);
    PressureSolver solver;
    SimdArray<float> p(system.grid.size());
    const PressureSolver::Result result = solver.solve(system, p, options(preconditioner, tolerance), jobs);
    EXPECT_TRUE(result.converged);
    EXPECT_LE(relative_residual(system, p), 1.05 * static_cast<double>(tolerance) + 1e-6);
    return result.iterations;
}

// The solution by a sparse Cholesky factorisation in double precision.
Eigen::VectorXd solve_directly(const PressureSystem& system) {
    std::vector<int> index(static_cast<size_t>(system.grid.size()), -1);
    int count = 0;
    for_fluid(system, [&](int i) { index[static_cast<size_t>(i)] = count++; });
    std::vector<Eigen::Triplet<double>> entries;
    Eigen::VectorXd b(count);
    for_fluid(system, [&](int i) {
        const int row = index[static_cast<size_t>(i)];
        b[row] = static_cast<double>(system.b[i]);
        entries.emplace_back(row, row, static_cast<double>(system.diagonal[i]));
        for (int axis = 0; axis < 3; ++axis) {
            const float link = system.link[axis][i];
            if (link > 0)
                entries.emplace_back(row, index[static_cast<size_t>(i - system.grid.stride(axis))],
                                     -static_cast<double>(link));
        }
    });
    for (const RigidCoupling& body : system.coupled)
        for (const RigidCoupling::Cell& one : body.cells)
            for (const RigidCoupling::Cell& other : body.cells) {
                const int row = index[static_cast<size_t>(one.at)], column = index[static_cast<size_t>(other.at)];
                if (column < 0 || row < column) continue;
                const float coupling = body.inv_mass * glm::dot(one.j_linear, other.j_linear) +
                                       glm::dot(one.j_angular, body.inv_inertia * other.j_angular);
                entries.emplace_back(row, column, static_cast<double>(coupling));
            }
    Eigen::SparseMatrix<double> lower(count, count);
    lower.setFromTriplets(entries.begin(), entries.end());
    const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factors(lower);
    EXPECT_EQ(factors.info(), Eigen::Success);
    return factors.solve(b);
}

double error_against(const Eigen::VectorXd& expected, const PressureSystem& system, const SimdArray<float>& p) {
    double error = 0;
    int row = 0;
    for_fluid(system, [&](int i) {
        const double difference = static_cast<double>(p[i]) - expected[row++];
        error += difference * difference;
    });
    return std::sqrt(error) / expected.norm();
}

// Couples two bodies to every ninth cell by random rows of J. Their masses, relative to that of a cell of fluid, are
// `mass` and 20 times that.
void add_bodies(PressureSystem& system, float mass) {
    Random random(11);
    const auto random_vector = [&] {
        return glm::vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    };
    for (const float factor : {1.0f, 20.0f}) {
        RigidCoupling body;
        body.inv_mass = 1 / (mass * factor);
        body.inv_inertia = glm::mat3(2, 0.3f, 0.1f, 0.3f, 1, 0.2f, 0.1f, 0.2f, 0.5f) * body.inv_mass;
        for (int i = 0; i < system.grid.size(); i += 9) body.cells.push_back({i, random_vector(), random_vector(), {}});
        system.coupled.push_back(body);
    }
}

TEST(FlipPressure, AgreesWithADirectSolve) {
    Jobs jobs(1);
    for (int preconditioner = 0; preconditioner < preconditioners; ++preconditioner) {
        double worst = 0;
        for (uint64_t seed = 1; seed <= 6; ++seed) {
            const int n = 4 + 2 * static_cast<int>(seed);
            PressureSystem system = random_system({n + 3, n, n - 1, 1}, seed);
            PressureSolver solver;
            SimdArray<float> p(system.grid.size());
            EXPECT_TRUE(solver.solve(system, p, options(preconditioner, 1e-7f), jobs).converged)
                << name_of(preconditioner);
            keep_worst(worst, error_against(solve_directly(system), system, p));
        }
        PressureSystem tank = wavy_tank(20, 16, 18);
        random_b(tank, 1);
        PressureSolver solver;
        SimdArray<float> p(tank.grid.size());
        EXPECT_TRUE(solver.solve(tank, p, options(preconditioner, 1e-7f), jobs).converged) << name_of(preconditioner);
        keep_worst(worst, error_against(solve_directly(tank), tank, p));
        expect_figure({"pressure, fractional faces and ghost fluid: relative error, the worst of 7 layouts",
                       "flip, " + name_of(preconditioner), "sparse Cholesky (Eigen)"},
                      worst, at_most(1e-5));
    }
}

// The expected numbers are those of a model of the pressure system of a WebGL demo of 2016, with the same block.
TEST(FlipPressure, IterationsOnTheBlockOfTheDemo) {
    struct Expected {
        int preconditioner, at_100k, at_1m;
    };
    const Expected expected[] = {{static_cast<int>(Preconditioner::none), 39, 81},
                                 {static_cast<int>(Preconditioner::incomplete_poisson), 21, 43},
                                 {static_cast<int>(Preconditioner::ic0), 14, 29},
                                 {static_cast<int>(Preconditioner::mic0), 9, 15}};
    PressureSystem small = demo_block(1e5), large = demo_block(1e6);
    for (const auto& [preconditioner, at_100k, at_1m] : expected) {
        const std::string check = "iterations to 1e-3, the demo's block on the floor";
        expect_figure({check, "flip, " + name_of(preconditioner) + ", d = 100k", std::to_string(at_100k) + ", a model"},
                      iterations(small, preconditioner, 1e-3f), within(0.1 * at_100k, at_100k));
        expect_figure({check, "flip, " + name_of(preconditioner) + ", d = 1M", std::to_string(at_1m) + ", a model"},
                      iterations(large, preconditioner, 1e-3f), within(0.1 * at_1m, at_1m));
    }
}

TEST(FlipPressure, IterationsOfMultigrid) {
    const int multigrid = static_cast<int>(Preconditioner::multigrid);
    for (const bool scattered : {false, true}) {
        int first = 0;
        for (const double d : {5e3, 1e5, 1e6}) {
            PressureSystem block = demo_block(d);
            if (scattered) random_b(block, 1);
            const int count = iterations(block, multigrid, 1e-3f);
            if (first == 0) first = count;
            expect_figure({scattered ? "iterations to 1e-3, the demo's block, divergence at random"
                                     : "iterations to 1e-3, the demo's block on the floor",
                           "flip, multigrid, d = " + with_commas(static_cast<int>(d)), "8, and 2 more than at 5,000"},
                          count, at_most(std::min(8, first + 2)));
        }
    }
    PressureSystem tank =
        make_system({80, 50, 50, 1}, [](int, int j, int) { return j < 49 ? Cell::fluid : Cell::air; });
    random_b(tank, 1);
    expect_figure(
        {"iterations to 1e-4, a full tank of 196,000 cells", "flip, multigrid", "8 if coarse grids had one visit"},
        iterations(tank, multigrid, 1e-4f), at_most(6));
    PressureSystem waves = wavy_tank(80, 50, 50);
    random_b(waves, 1);
    expect_figure({"iterations to 1e-4, a tank with waves, ghost fluid", "flip, multigrid", "8"},
                  iterations(waves, multigrid, 1e-4f), at_most(8));
}

TEST(FlipPressure, RigidCouplingAgreesWithADirectSolve) {
    for (const float mass : {100.0f, 1.0f, 0.01f}) {
        PressureSystem system = random_system({9, 8, 7, 1}, 5);
        add_bodies(system, mass);
        const Eigen::VectorXd expected = solve_directly(system);
        for (int preconditioner = 0; preconditioner < preconditioners; ++preconditioner) {
            Jobs jobs(1);
            PressureSolver solver;
            SimdArray<float> p(system.grid.size());
            const auto result = solver.solve(system, p, options(preconditioner, 1e-6f), jobs);
            std::printf("mass %g, %s: %d iterations\n", static_cast<double>(mass), name_of(preconditioner).c_str(),
                        result.iterations);
            EXPECT_LT(error_against(expected, system, p), 1e-4) << name_of(preconditioner) << ", mass " << mass;
        }
    }
}

}  // namespace
}  // namespace slosh::pressure_test
