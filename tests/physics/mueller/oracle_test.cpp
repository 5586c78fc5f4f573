// Mueller SPH against its formulas, evaluated over all pairs in double precision.
#include <gtest/gtest.h>

#include <string>

#include "base/random.h"
#include "solvers/mueller/mueller_sph.h"
#include "support/scenes.h"
#include "support/worst.h"

namespace slosh::physics::oracle_test {
namespace {

struct Particle {
    glm::dvec3 x, v;
    int kind;
};

struct Case {
    int dimensions;
    const char *kernels, *pressure, *force;
    int max_neighbours;
    bool one_kind;
};

// The kernels as published, in double precision.
struct Kernels {
    bool planar;
    double h;
    double w(double r) const {
        const double a = h * h - r * r;
        return r < h ? (planar ? 4 / (M_PI * std::pow(h, 8)) : 315 / (64 * M_PI * std::pow(h, 9))) * a * a * a : 0;
    }
    double slope(double r) const {
        return r < h ? (planar ? -30 / (M_PI * std::pow(h, 5)) : -45 / (M_PI * std::pow(h, 6))) * (h - r) * (h - r) : 0;
    }
    double laplacian(double r) const {
        return r < h ? (planar ? 40 / (M_PI * std::pow(h, 5)) : 45 / (M_PI * std::pow(h, 6))) * (h - r) : 0;
    }
};

// Accelerations by pressure and viscosity; also fills `density`.
std::vector<glm::dvec3> accelerations(const std::vector<Particle>& all, const MuellerSphDef& def, const Kernels& kernel,
                                      std::vector<double>& density) {
    const size_t n = all.size();
    std::vector<double> cutoff(n, kernel.h), p(n), mass(n);
    const auto distance = [&](size_t i, size_t j) {
        const glm::dvec3 d = all[i].x - all[j].x;
        return std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
    };
    for (size_t i = 0; i < n; ++i)
        mass[i] = static_cast<double>(def.mass * def.rest_density[all[i].kind] / def.rest_density[0]);
    for (size_t i = 0; i < n; ++i) {
        std::vector<double> near;
        for (size_t j = 0; j < n; ++j)
            if (j != i && distance(i, j) < kernel.h) near.push_back(distance(i, j));
        std::sort(near.begin(), near.end());
        const auto cap = static_cast<size_t>(def.max_neighbours);
        if (near.size() > cap) cutoff[i] = near[cap - 1] * (1 + 1e-9);
        density[i] = mass[i] * kernel.w(0);
        for (size_t j = 0; j < n; ++j)
            if (j != i && distance(i, j) <= cutoff[i]) density[i] += mass[j] * kernel.w(distance(i, j));
        p[i] = static_cast<double>(def.stiffness) * (density[i] - static_cast<double>(def.rest_density[all[i].kind]));
        if (def.pressure == MuellerSphDef::Pressure::clamped) p[i] = std::max(p[i], 0.0);
    }
    std::vector<glm::dvec3> a(n, glm::dvec3(0));
    for (size_t i = 0; i < n; ++i)
        for (size_t j = 0; j < n; ++j) {
            const bool asymmetric = def.force == MuellerSphDef::Force::asymmetric;
            const double r = distance(i, j), cutoff_ij = asymmetric ? cutoff[i] : std::min(cutoff[i], cutoff[j]);
            if (j == i || r > cutoff_ij) continue;
            const double rho_i = asymmetric ? density[j] : density[i];
            const double pressure_coeff =
                -mass[j] * (p[i] / (rho_i * rho_i) + p[j] / (density[j] * density[j])) * kernel.slope(r) / r;
            const auto nu_i = static_cast<double>(def.viscosity[all[i].kind]),
                       nu_j = static_cast<double>(def.viscosity[all[j].kind]);
            const double viscosity_coeff =
                asymmetric ? nu_i / density[j] : 0.5 * (nu_i / density[j] + nu_j / density[i]);
            a[i] += pressure_coeff * (all[i].x - all[j].x) +
                    mass[j] * viscosity_coeff * kernel.laplacian(r) * (all[j].v - all[i].v);
        }
    return a;
}

class MuellerOracle : public ::testing::TestWithParam<Case> {};

TEST_P(MuellerOracle, OneStepFollowsTheFormulas) {
    const Case& c = GetParam();
    const bool is_3d = c.dimensions == 3;
    const int count = is_3d ? 600 : 300;
    Scene scene;
    scene.solver = MuellerSphDef{};
    for (const auto& [key, value] : {std::pair<const char*, std::string>{"kernels", c.kernels},
                                     {"pressure", c.pressure},
                                     {"force", c.force},
                                     {"integrator", "euler"},
                                     {"substeps", "1"},
                                     {"max-neighbours", std::to_string(c.max_neighbours)}})
        ASSERT_EQ(set_param(scene, key, value).status, SetResult::ok);
    MuellerSphDef& def = def_of<MuellerSphDef>(scene);
    def.stiffness = 20;
    def.mass = is_3d ? 3 : 2;
    if (!c.one_kind) {
        const float rho[] = {800, 1000, 1100, 300}, nu[] = {0.1f, 2, 0, 0.7f};
        std::copy(rho, rho + 4, def.rest_density);
        std::copy(nu, nu + 4, def.viscosity);
    }
    scene.domain.dimensions = c.dimensions;
    scene.domain.gravity = {0, 0, 0};
    scene.domain.walls = {Shape::box, {4, 4, 4}, {0, 0, 0}};
    scene.domain.fluid = {{.half = glm::vec3(is_3d ? 0.5f : 0.4f), .kind = FluidRegion::mixed}};
    InitialParticles start = seed_particles(scene.domain, count, 4, 3);
    Random random(9);
    for (size_t i = 0; i < start.position.size(); ++i)
        for (int d = 0; d < c.dimensions; ++d) {
            start.velocity[i][d] = random.uniform(-3, 3);
            // The start has pairs of points at equal distance from a third. Without the displacement, rounding would
            // decide which of them is within the neighbour cap.
            start.position[i][d] += random.uniform(-0.003f, 0.003f);
        }
    std::vector<Particle> all;
    for (size_t i = 0; i < start.position.size(); ++i)
        all.push_back({start.position[i], start.velocity[i], start.kind[i]});

    const auto volume = static_cast<double>(fluid_volume(scene.domain)) / count;
    const double h = static_cast<double>(def.smoothing) * (is_3d ? std::cbrt(volume) : std::sqrt(volume));
    std::vector<double> density(all.size());
    const Kernels kernels{!is_3d && std::string(c.kernels) == "planar", h};
    const std::vector<glm::dvec3> expected = accelerations(all, def, kernels, density);

    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs, &start);
    solver->step(0, {}, {});  // the densities of the start
    double density_error = 0, sum_of_squares = 0, max_error2 = 0;
    ParticleView p = solver->particles();
    for (size_t s = 0; s < all.size(); ++s)
        keep_worst(density_error, std::abs(static_cast<double>(p.density[s]) / density[p.id[s]] - 1));
    constexpr float dt = 1e-3f;
    solver->step(dt, {}, {});
    p = solver->particles();
    for (size_t s = 0; s < all.size(); ++s) {
        const size_t i = p.id[s];
        const glm::dvec3 v(p.vx[s], p.vy[s], is_3d ? p.vz[s] : 0.0f);
        const glm::dvec3 error = (v - all[i].v) / static_cast<double>(dt) - expected[i];
        keep_worst(max_error2, error.x * error.x + error.y * error.y + error.z * error.z);
        sum_of_squares += expected[i].x * expected[i].x + expected[i].y * expected[i].y + expected[i].z * expected[i].z;
    }
    const double relative = std::sqrt(max_error2 / (sum_of_squares / count));
    std::printf("%dD %s %s %s, cap %d: density error %.1e, acceleration error %.1e of the rms\n", c.dimensions,
                c.kernels, c.pressure, c.force, c.max_neighbours, density_error, relative);
    EXPECT_LT(density_error, 3e-6);
    EXPECT_LT(relative, 1e-5);
    EXPECT_GT(sum_of_squares, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Options, MuellerOracle,
    ::testing::Values(
        Case{2, "planar", "clamped", "symmetric", 100, true}, Case{2, "spatial", "clamped", "symmetric", 100, true},
        Case{2, "planar", "signed", "symmetric", 100, false}, Case{2, "planar", "signed", "asymmetric", 100, true},
        Case{2, "spatial", "clamped", "asymmetric", 100, false}, Case{2, "planar", "signed", "symmetric", 20, false},
        Case{2, "planar", "signed", "symmetric", 20, true}, Case{3, "spatial", "signed", "symmetric", 31, true},
        Case{2, "spatial", "signed", "asymmetric", 23, true}, Case{3, "spatial", "signed", "symmetric", 100, true},
        Case{3, "planar", "clamped", "asymmetric", 100, false}, Case{3, "spatial", "signed", "symmetric", 31, false}));

}  // namespace
}  // namespace slosh::physics::oracle_test
