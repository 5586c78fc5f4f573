// Microbes in the fluid of mueller_sph: chasing species catch up, a symmetric matrix conserves momentum, and species
// segregate.
#include <gtest/gtest.h>

#include "analysis/stats.h"
#include "solvers/mueller/mueller_sph.h"
#include "support/measures.h"

namespace slosh::physics::microbes_test {
namespace {

void set_matrix(Scene& scene, std::initializer_list<std::pair<const char*, const char*>> cells) {
    def_of<MuellerSphDef>(scene).life.matrix = {};
    for (const auto& [key, value] : cells) ASSERT_EQ(set_param(scene, key, value).status, SetResult::ok) << key;
}

// Mean position of the particles of a kind.
glm::dvec3 mean_position(const ParticleView& p, int kind) {
    glm::dvec3 sum(0);
    int count = 0;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i)
        if (p.kind[i] == kind) {
            sum += glm::dvec3(p.x[i], p.y[i], 0);
            ++count;
        }
    return sum / static_cast<double>(std::max(count, 1));
}

TEST(MuellerMicrobes, ChasingSpeciesFollowsTheFleeingOne) {
    const auto race = [](const char* to_prey, const char* to_hunter) {
        Scene scene = scene_with("microbes", {{"particles", "1500"}, {"species", "2"}, {"water", "1"}});
        set_matrix(scene, {{"life-1-1", "0.5"}, {"life-2-2", "0.5"}, {"life-1-2", to_prey}, {"life-2-1", to_hunter}});
        InitialParticles start = seed_particles(scene.domain, 1500, 1, 1);
        for (size_t i = 0; i < start.kind.size(); ++i) {
            const glm::vec3 at = start.position[i];
            if (std::hypot(at.x + 2.5f, at.y) < 0.5f) start.kind[i] = 1;
            if (std::hypot(at.x + 1.3f, at.y) < 0.5f) start.kind[i] = 2;
        }
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs, &start);
        const double hunter = mean_position(solver->particles(), 1).x, prey = mean_position(solver->particles(), 2).x;
        run(*solver, 2);
        const ParticleView p = solver->particles();
        return std::pair{mean_position(p, 1).x - hunter, mean_position(p, 2).x - prey};
    };
    const auto [hunter, prey] = race("1", "-1");
    const auto [still_hunter, still_prey] = race("0", "0");
    std::printf("in 2 s the hunters move %.2f u, the prey %.2f u; without forces between them %.2f and %.2f\n", hunter,
                prey, still_hunter, still_prey);
    EXPECT_GT(hunter, 0.7);
    EXPECT_GT(prey, 0.5);
    EXPECT_LT(std::abs(still_hunter), 0.15);
    EXPECT_LT(std::abs(still_prey), 0.15);
}

TEST(MuellerMicrobes, SymmetricMatrixConservesMomentum) {
    for (const int dimensions : {2, 3}) {
        const auto drift_with = [&](bool symmetric) {
            Scene scene = *find_scene("microbes");
            MuellerSphDef& def = def_of<MuellerSphDef>(scene);
            def.particles = dimensions == 3 ? 500 : 1000;
            def.drag = 0;
            def.substeps = 10;
            def.walls = MuellerSphDef::WallModel::reflect;
            def.stiffness = 10;
            def.life.species = 4;
            def.life.matrix = ParticleLifeDef::drawn(4);
            if (symmetric)
                for (size_t a = 0; a < ParticleLifeDef::max_species; ++a)
                    for (size_t b = 0; b < a; ++b)
                        def.life.matrix[a * ParticleLifeDef::max_species + b] =
                            def.life.matrix[b * ParticleLifeDef::max_species + a];
            scene.domain.dimensions = dimensions;
            scene.domain.walls = {Shape::box, glm::vec3(20), {0, 0, 0}};
            scene.domain.fluid = {{.half = glm::vec3(0.5f), .kind = 0}};
            Jobs jobs(1);
            const auto solver = make_solver(scene, jobs);
            for (int s = 0; s < 100; ++s) solver->step(display_step, {}, {});
            const ParticleView p = solver->particles();
            glm::dvec3 sum(0);
            double squares = 0;
            for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
                const glm::dvec3 v(p.vx[i], p.vy[i], dimensions == 3 ? p.vz[i] : 0.0f);
                sum += v;
                squares += v.x * v.x + v.y * v.y + v.z * v.z;
            }
            sum /= p.count;
            return std::sqrt((sum.x * sum.x + sum.y * sum.y + sum.z * sum.z) / (squares / p.count));
        };
        const double symmetric = drift_with(true), asymmetric = drift_with(false);
        std::printf(
            "%dD: after 1,000 sub-steps the mean velocity is %.1e of v_rms with a symmetric matrix, else %.1e\n",
            dimensions, symmetric, asymmetric);
        EXPECT_LT(symmetric, 1e-5);
        EXPECT_GT(asymmetric, 1e-3);
    }
}

// Fraction of each microbe's four nearest microbes that are of the same species, mean over every fifth particle.
double same_species_fraction(const ParticleView& p) {
    double same = 0, all = 0;
    for (size_t i = 0; i < static_cast<size_t>(p.count); i += 5) {
        if (p.kind[i] == 0) continue;
        std::vector<std::pair<float, int>> near;
        for (size_t j = 0; j < static_cast<size_t>(p.count); ++j)
            if (j != i && p.kind[j] > 0) near.push_back({std::hypot(p.x[i] - p.x[j], p.y[i] - p.y[j]), p.kind[j]});
        std::partial_sort(near.begin(), near.begin() + 4, near.end());
        for (size_t k = 0; k < 4; ++k) same += near[k].second == p.kind[i];
        all += 4;
    }
    return same / all;
}

TEST(MuellerMicrobes, SceneSegregatesAndKeepsMoving) {
    Scene scene = scene_with("microbes", {{"particles", "2000"}});
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    const double before = same_species_fraction(solver->particles());
    run(*solver, 2);
    const double soon = same_species_fraction(solver->particles());
    run(*solver, 8);
    const ParticleView p = solver->particles();
    const double late = same_species_fraction(p), rms = rms_speed(p);
    std::printf("same species among the nearest: %.2f at the start, %.2f after 2 s, %.2f after 10 s; v_rms %.2f u/s\n",
                before, soon, late, rms);
    EXPECT_LT(before, 0.35);
    EXPECT_GT(soon, 0.55);
    EXPECT_GT(late, 0.7);
    EXPECT_GT(rms, 0.05);
    EXPECT_LT(solver->stats().max_speed, 10);
    EXPECT_TRUE(inside_circle(p, {0, 0, 0}, 5));
}

TEST(MuellerMicrobes, MatrixChangeTakesEffectDuringTheRun) {
    const auto hash_with = [](const char* key, const char* value) {
        Scene scene = scene_with("microbes", {{"particles", "800"}});
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        run(*solver, 0.1f);
        const SetResult result = set_param(scene, key, value);
        EXPECT_EQ(result.status, SetResult::ok);
        EXPECT_FALSE(result.rebuild);
        set_parameters(*solver, scene);
        run(*solver, 0.1f);
        return state_hash(solver->particles());
    };
    const uint64_t plain = hash_with("life-seed", "0");
    EXPECT_NE(hash_with("life-1-2", "-1"), plain);
    EXPECT_NE(hash_with("life-seed", "5"), plain);
    EXPECT_EQ(hash_with("life-6-1", "1"), plain) << "there is no sixth species";
}

}  // namespace
}  // namespace slosh::physics::microbes_test
