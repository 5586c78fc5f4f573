#include "analysis/stats.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "base/random.h"

namespace slosh::stats_test {
namespace {

// A fluid of its own arrays.
struct Fluid {
    int dimensions;
    std::vector<float> x, y, z, vx, vy, vz, density;
    std::vector<uint32_t> id;
    std::vector<uint8_t> kind;

    Fluid(int dims, int count, uint64_t seed) : dimensions(dims) {
        Random random(seed);
        for (int i = 0; i < count; ++i) {
            for (auto* v : {&x, &y, &z, &vx, &vy, &vz}) v->push_back(random.uniform(-2, 2));
            density.push_back(random.uniform(900, 1100));
            id.push_back(static_cast<uint32_t>(i));
            kind.push_back(static_cast<uint8_t>(random.below(3)));
        }
    }

    ParticleView view() const {
        ParticleView p;
        p.count = static_cast<int>(x.size()), p.dimensions = dimensions;
        p.x = x, p.y = y, p.vx = vx, p.vy = vy, p.density = density, p.id = id, p.kind = kind;
        if (dimensions == 3) p.z = z, p.vz = vz;
        p.rest_density = 1000;
        p.masses = {1, 2, 3, 4};
        return p;
    }

    void swap_slots(size_t a, size_t b) {
        for (auto* v : {&x, &y, &z, &vx, &vy, &vz, &density}) std::swap((*v)[a], (*v)[b]);
        std::swap(id[a], id[b]);
        std::swap(kind[a], kind[b]);
    }
};

TEST(StateHash, DoesNotDependOnTheOrderOfSlots) {
    for (const int dimensions : {2, 3}) {
        Fluid fluid(dimensions, 500, 1);
        const uint64_t before = state_hash(fluid.view());
        Random random(2);
        for (int i = 0; i < 2000; ++i)
            fluid.swap_slots(static_cast<size_t>(random.below(500)), static_cast<size_t>(random.below(500)));
        EXPECT_NE(fluid.id[0], 0u);
        EXPECT_EQ(state_hash(fluid.view()), before);
    }
}

TEST(StateHash, DependsOnEveryField) {
    for (const int dimensions : {2, 3}) {
        const Fluid fluid(dimensions, 100, 3);
        std::set<uint64_t> seen = {state_hash(fluid.view())};
        for (const size_t slot : {size_t{0}, size_t{57}, size_t{99}}) {
            std::vector<float> Fluid::*fields[] = {&Fluid::x, &Fluid::y, &Fluid::vx, &Fluid::vy, &Fluid::z, &Fluid::vz};
            for (int f = 0; f < (dimensions == 3 ? 6 : 4); ++f) {
                Fluid other = fluid;
                float& value = (other.*fields[f])[slot];
                value = std::nextafter(value, 10.0f);  // one bit
                EXPECT_TRUE(seen.insert(state_hash(other.view())).second) << "field " << f << " of slot " << slot;
            }
            Fluid other = fluid;
            other.kind[slot] ^= 1;
            EXPECT_TRUE(seen.insert(state_hash(other.view())).second) << "kind";
            other = fluid;
            std::swap(other.id[slot], other.id[50]);
            EXPECT_TRUE(seen.insert(state_hash(other.view())).second) << "id";
        }
        ParticleView fewer = fluid.view();
        --fewer.count;
        EXPECT_TRUE(seen.insert(state_hash(fewer)).second) << "count";
        fewer.count = 0;
        EXPECT_TRUE(seen.insert(state_hash(fewer)).second) << "none";
    }
}

// A permutation of one field among the particles must not cancel out in the sum over particles.
TEST(StateHash, FieldsBelongToTheirParticle) {
    const Fluid fluid(2, 100, 4);
    Fluid other = fluid;
    std::swap(other.x[3], other.x[4]);
    EXPECT_NE(state_hash(other.view()), state_hash(fluid.view()));
    other = fluid;
    std::swap(other.x, other.y);
    EXPECT_NE(state_hash(other.view()), state_hash(fluid.view()));
}

TEST(Measure, AgreesWithPlainSums) {
    for (const int dimensions : {2, 3}) {
        Fluid fluid(dimensions, 10'000, 5);  // more than one block
        fluid.vx[9000] = 30, fluid.y[5000] = -8, fluid.x[1] = 9;
        double energy = 0, error = 0, fastest = 0;
        for (size_t i = 0; i < fluid.x.size(); ++i) {
            const double u = static_cast<double>(fluid.vx[i]), v = static_cast<double>(fluid.vy[i]);
            const double w = dimensions == 3 ? static_cast<double>(fluid.vz[i]) : 0;
            energy += 0.5 * (1 + fluid.kind[i]) * (u * u + v * v + w * w);
            error += std::abs(static_cast<double>(fluid.density[i]) / 1000 - 1);
            fastest = std::max(fastest, std::sqrt(u * u + v * v + w * w));
        }
        Jobs jobs(1);
        const Stats stats = measure(fluid.view(), jobs);
        EXPECT_EQ(stats.particles, 10'000);
        EXPECT_NEAR(stats.kinetic_energy, energy, 1e-6 * energy);
        EXPECT_NEAR(static_cast<double>(stats.mean_density_error), error / 10'000, 1e-7);
        EXPECT_NEAR(static_cast<double>(stats.max_speed), fastest, 1e-5);
        EXPECT_EQ(stats.hi.x, 9);
        EXPECT_EQ(stats.lo.y, -8);
        EXPECT_EQ(stats.lo.z, dimensions == 3 ? *std::min_element(fluid.z.begin(), fluid.z.end()) : 0);
        EXPECT_TRUE(stats.finite);
    }
}

TEST(Measure, SameBitsForAnyNumberOfWorkers) {
    const Fluid fluid(3, 50'000, 6);
    Jobs serial(1);
    const Stats expected = measure(fluid.view(), serial);
    for (int workers = 2; workers <= 4; ++workers) {
        Jobs jobs(workers);
        const Stats stats = measure(fluid.view(), jobs);
        EXPECT_EQ(stats.kinetic_energy, expected.kinetic_energy);
        EXPECT_EQ(stats.mean_density_error, expected.mean_density_error);
    }
}

TEST(Measure, ReportsNonFiniteValues) {
    Jobs jobs(1);
    for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()})
        for (std::vector<float> Fluid::*field : {&Fluid::x, &Fluid::y, &Fluid::z, &Fluid::vx, &Fluid::vy, &Fluid::vz}) {
            Fluid fluid(3, 9000, 7);
            (fluid.*field)[8999] = bad;
            const Stats stats = measure(fluid.view(), jobs);
            EXPECT_FALSE(stats.finite);
            const bool is_speed = field == &Fluid::vx || field == &Fluid::vy || field == &Fluid::vz;
            EXPECT_EQ(std::isfinite(stats.max_speed), !is_speed);
        }
}

TEST(Measure, SpeedIsNotFiniteIfThatOfAParticleOrABodyIsNot) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    Jobs jobs(1);
    Fluid fluid(2, 9000, 9);
    for (const size_t slot : {size_t{0}, size_t{5000}, size_t{8999}}) {
        Fluid one = fluid;
        one.vy[slot] = nan;
        EXPECT_TRUE(std::isnan(measure(one.view(), jobs).max_speed)) << slot;
    }
    fluid.vx.assign(9000, nan);
    Stats stats = measure(fluid.view(), jobs);
    EXPECT_TRUE(std::isnan(stats.max_speed)) << "all of them";
    Body body;
    measure_bodies({&body, 1}, stats);
    EXPECT_TRUE(std::isnan(stats.max_speed)) << "a body does not hide it";
    stats.max_speed = 1, body.velocity.x = nan;
    measure_bodies({&body, 1}, stats);
    EXPECT_TRUE(std::isnan(stats.max_speed)) << "of a body";
}

TEST(Measure, NoParticles) {
    Jobs jobs(1);
    const Stats stats = measure(Fluid(2, 0, 8).view(), jobs);
    EXPECT_EQ(stats.particles, 0);
    EXPECT_EQ(stats.kinetic_energy, 0);
    EXPECT_EQ(stats.mean_density_error, 0);
    EXPECT_EQ(stats.max_speed, 0);
    EXPECT_TRUE(stats.finite);
}

}  // namespace
}  // namespace slosh::stats_test
