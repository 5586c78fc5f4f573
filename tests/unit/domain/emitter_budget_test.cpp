#include "domain/emitter_budget.h"

#include <gtest/gtest.h>

namespace slosh::emitter_budget_test {
namespace {

int particle_capacity(const Domain& domain, int budget, int started, int requested) {
    InitialParticles start;
    start.position.resize(static_cast<size_t>(started));
    return slosh::particle_capacity(domain, budget, start, requested);
}

TEST(ParticleCapacity, LeavesRoomToPourWhereTheSceneHasNoEmitters) {
    const Domain still;
    EXPECT_EQ(particle_capacity(still, 0, 3000, 3000), 4500);
    EXPECT_EQ(particle_capacity(still, 0, 1'500'000, 1'500'000), 1'520'000);
    EXPECT_EQ(particle_capacity(still, 0, 1, 1), 1);
    EXPECT_EQ(particle_capacity(still, 0, 0, 0), 0);
    EXPECT_EQ(particle_capacity(still, 3100, 3000, 3000), 3100) << "a budget of the user";
    EXPECT_EQ(particle_capacity(still, 100, 3000, 3000), 3000) << "none of the particles at the start is lost";
}

TEST(ParticleCapacity, IsTheRequestedNumberWhereEmittersFillTheTank) {
    Domain flowing;
    flowing.emitters = {{}};
    EXPECT_EQ(particle_capacity(flowing, 0, 700, 1000), 700) << "they recycle";
    flowing.inflow_volume = 1;
    EXPECT_EQ(particle_capacity(flowing, 0, 700, 1000), 1000);
    EXPECT_EQ(particle_capacity(flowing, 1200, 700, 1000), 1200);
}

TEST(ParticleCapacity, OfTheMostToStartWithIsWithinTheMemory) {
    for (const int capacity : {1, 2, 3, 100, 59'999, 60'000, 60'001, 2'000'000}) {
        const int most = max_initial_particles(capacity);
        EXPECT_LE(most + pour_allowance(most), capacity);
        EXPECT_GE(most + 1 + pour_allowance(most + 1), capacity) << "no fewer than need be";
    }
}

}  // namespace
}  // namespace slosh::emitter_budget_test
