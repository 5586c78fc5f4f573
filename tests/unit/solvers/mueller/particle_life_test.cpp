// Particle life: accelerations against the sum over all pairs in double precision, and the matrix of species.
#include "solvers/mueller/particle_life.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <set>
#include <string>

#include "base/random.h"

namespace slosh::particle_life_test {
namespace {

struct Swarm {
    int dimensions;
    std::vector<float> x[3];
    std::vector<uint32_t> id;
    std::vector<uint8_t> kind;

    Swarm(int dims, int count, int species, uint64_t seed) : dimensions(dims) {
        Random random(seed);
        for (int i = 0; i < count; ++i) {
            for (auto& axis : x) axis.push_back(random.uniform(-1, 1));
            // Ids in reverse order, and some plain fluid.
            id.push_back(static_cast<uint32_t>(count - 1 - i));
            kind.push_back(static_cast<uint8_t>(random.below(species + 1)));
        }
    }
    ParticleLifeView view() const {
        ParticleLifeView v;
        v.dimensions = dimensions, v.count = static_cast<int>(id.size());
        for (int d = 0; d < dimensions; ++d) v.x[d] = x[d].data();
        v.id = id.data(), v.kind = kind.data();
        v.lo = glm::vec3(-1), v.hi = glm::vec3(1);
        v.spacing = dimensions == 2 ? 0.06f : 0.16f, v.support = 3 * v.spacing;
        return v;
    }
};

ParticleLifeDef def_with(int species, int seed) {
    ParticleLifeDef def;
    def.species = species, def.seed = seed, def.radius = 1.7f, def.core = 0.35f, def.strength = 20;
    return def;
}

// By slot of the view.
std::vector<glm::dvec3> by_all_pairs(const ParticleLifeDef& def, const ParticleLifeView& v) {
    const auto n = static_cast<size_t>(v.count);
    const ParticleLifeDef::Matrix matrix = def.effective();
    const double radius = static_cast<double>(def.radius) * static_cast<double>(v.support),
                 core = static_cast<double>(def.core),
                 scale = static_cast<double>(def.strength) *
                         std::pow(static_cast<double>(v.spacing) / radius, v.dimensions);
    std::vector<glm::dvec3> accelerations(n, glm::dvec3(0));
    for (size_t i = 0; i < n; ++i)
        for (size_t j = 0; j < n; ++j) {
            if (i == j || v.kind[i] == 0 || v.kind[j] == 0) continue;
            glm::dvec3 offset(0);
            for (int d = 0; d < v.dimensions; ++d)
                offset[d] = static_cast<double>(v.x[d][j]) - static_cast<double>(v.x[d][i]);
            const double r = std::sqrt(offset.x * offset.x + offset.y * offset.y + offset.z * offset.z), q = r / radius;
            if (q >= 1) continue;
            const auto a = static_cast<double>(
                matrix[static_cast<size_t>((v.kind[i] - 1) * ParticleLifeDef::max_species + v.kind[j] - 1)]);
            const double f = q < core ? q / core - 1 : a * (1 - std::abs(2 * q - 1 - core) / (1 - core));
            accelerations[i] += scale * f / r * offset;
        }
    return accelerations;
}

TEST(ParticleLife, AccelerationIsTheSumOverAllPairs) {
    for (const int dimensions : {2, 3})
        for (const int species : {1, 4, 6}) {
            const Swarm swarm(dimensions, 1500, species, 5);
            const ParticleLifeDef def = def_with(species, 3);
            Jobs jobs(2);
            ParticleLife life;
            life.compute(def, swarm.view(), jobs);
            const auto expected = by_all_pairs(def, swarm.view());
            double off = 0, size = 0;
            for (size_t i = 0; i < expected.size(); ++i)
                for (int d = 0; d < dimensions; ++d) {
                    const double found = static_cast<double>(life.acceleration(d, swarm.id[i])),
                                 e = expected[i][d] - found;
                    EXPECT_TRUE(found == 0 || swarm.kind[i] != 0) << "plain fluid has no acceleration";
                    off += e * e, size += expected[i][d] * expected[i][d];
                }
            const double error = std::sqrt(off / size);
            std::printf("%dD, %d species: off by %.1e of the rms acceleration %.3g\n", dimensions, species, error,
                        std::sqrt(size / static_cast<double>(expected.size())));
            EXPECT_LT(error, 2e-6);
            EXPECT_GT(size, 0);
        }
}

// Drains leave gaps: the largest id is then larger than the number of particles.
TEST(ParticleLife, IdsMayHaveGaps) {
    Swarm swarm(2, 300, 3, 11);
    const ParticleLifeDef def = def_with(3, 4);
    Jobs jobs(1);
    ParticleLife dense, sparse;
    dense.compute(def, swarm.view(), jobs);
    const std::vector<uint32_t> ids = swarm.id;
    for (uint32_t& id : swarm.id) id = 5000 + 7 * id;
    sparse.compute(def, swarm.view(), jobs);
    for (const uint32_t id : ids) EXPECT_EQ(sparse.acceleration(0, 5000 + 7 * id), dense.acceleration(0, id)) << id;
}

TEST(ParticleLife, SameBitsForAnyNumberOfWorkers) {
    for (const int dimensions : {2, 3}) {
        const Swarm swarm(dimensions, 3000, 5, 8);
        const ParticleLifeDef def = def_with(5, 9);
        std::vector<float> first;
        for (const int workers : {1, 2, 3, 4}) {
            Jobs jobs(workers);
            ParticleLife life;
            life.compute(def, swarm.view(), jobs);
            std::vector<float> accelerations;
            for (const uint32_t id : swarm.id)
                for (int d = 0; d < dimensions; ++d) accelerations.push_back(life.acceleration(d, id));
            if (first.empty()) first = accelerations;
            EXPECT_EQ(accelerations, first) << dimensions << "D, " << workers << " workers";
        }
    }
}

TEST(ParticleLife, OneObjectCanBeReusedForOtherSwarms) {
    Jobs jobs(1);
    ParticleLife used;
    for (const int count : {500, 40, 900}) {
        const Swarm swarm(2, count, 3, static_cast<uint64_t>(count));
        ParticleLife fresh;
        fresh.compute(def_with(3, 2), swarm.view(), jobs);
        used.compute(def_with(3, 2), swarm.view(), jobs);
        for (const uint32_t id : swarm.id) ASSERT_EQ(used.acceleration(0, id), fresh.acceleration(0, id));
    }
}

TEST(ParticleLife, SeedDeterminesTheMatrix) {
    EXPECT_EQ(ParticleLifeDef::drawn(7), ParticleLifeDef::drawn(7));
    std::set<ParticleLifeDef::Matrix> all;
    float lowest = 1, highest = -1;
    for (uint64_t seed = 1; seed <= 200; ++seed) {
        const ParticleLifeDef::Matrix m = ParticleLifeDef::drawn(seed);
        all.insert(m);
        for (const float a : m) lowest = std::min(lowest, a), highest = std::max(highest, a);
    }
    EXPECT_EQ(all.size(), 200u);
    EXPECT_EQ(lowest, -1);
    EXPECT_EQ(highest, 1);
    ParticleLifeDef def;
    def.matrix[2] = 0.3f;
    EXPECT_EQ(def.effective(), def.matrix) << "seed 0: as it is set";
    def.seed = 7;
    EXPECT_EQ(def.effective(), ParticleLifeDef::drawn(7));
}

TEST(ParticleLife, PatternsAreRingsOfAllSpecies) {
    for (int which = 0; which < static_cast<int>(std::size(ParticleLifeDef::patterns)); ++which)
        for (int species = 2; species <= ParticleLifeDef::max_species; ++species) {
            const ParticleLifeDef::Matrix m = ParticleLifeDef::pattern(which, species);
            const auto at = [&](int row, int column) {
                return m[static_cast<size_t>(row * ParticleLifeDef::max_species + column)];
            };
            for (int k = 1; k < species; ++k) {
                EXPECT_EQ(at(k, k), at(0, 0));
                EXPECT_EQ(at(k, (k + 1) % species), at(0, 1)) << ParticleLifeDef::patterns[which] << ' ' << species;
            }
        }
}

TEST(ParticleLife, EveryMatrixEntryHasAParameter) {
    ParticleLifeDef def;
    def.species = 4;
    std::set<std::string> keys;
    for (const ParamInfo& info : list_params(def))
        if (info.field.in_grid) keys.insert(std::string(info.field.key));
    EXPECT_EQ(keys.size(), def.matrix.size());
    EXPECT_EQ(set_param(def, "life-2-3", "-0.25").status, SetResult::ok);
    EXPECT_EQ(def.matrix[1 * ParticleLifeDef::max_species + 2], -0.25f);
    EXPECT_EQ(ParticleLifeDef::key(1, 2), "life-2-3");
    EXPECT_EQ(set_param(def, "life-6-6", "3").status, SetResult::clamped);
    EXPECT_EQ(set_param(def, "life-7-1", "0").status, SetResult::refused);
}

TEST(ParticleLife, FractionOfPlainFluidIsExact) {
    InitialParticles start;
    start.kind.resize(20000);
    ParticleLifeDef def;
    def.species = 3, def.water = 0.4f;
    def.assign_species(start, 2);
    int counts[4] = {};
    for (const uint8_t kind : start.kind) {
        ASSERT_LE(kind, 3);
        ++counts[kind];
    }
    EXPECT_NEAR(counts[0], 8000, 300);
    for (int k = 1; k < 4; ++k) EXPECT_NEAR(counts[k], 4000, 250);
    InitialParticles again = start;
    def.assign_species(again, 2);
    EXPECT_EQ(again.kind, start.kind);
}

}  // namespace
}  // namespace slosh::particle_life_test
