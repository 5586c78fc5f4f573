#include "app/state/particle_snapshot.h"

#include <gtest/gtest.h>

#include <limits>

#include "support/few_particles.h"

namespace slosh::particle_snapshot_test {
namespace {

TEST(ParticleSnapshot, IsIndependentOfItsSource) {
    ParticleSnapshot snapshot;
    {
        FewParticles few;
        few.bodies[1].mass = 5;
        std::vector<float> smoothing{1, 2, 3}, neighbours{4, 5, 6};
        ParticleView source = few.view();
        source.smoothing = smoothing, source.neighbours = neighbours;
        snapshot.store(source);
        few.x[1] = std::numeric_limits<float>::quiet_NaN();
        smoothing[1] = neighbours[1] = 0;
    }
    const ParticleView p = snapshot.view();
    EXPECT_EQ(p.count, 3);
    EXPECT_EQ(p.x[1], 1);
    EXPECT_EQ(p.id[2], 9u);
    EXPECT_EQ(p.kind[1], 1);
    EXPECT_EQ(p.bodies[1].mass, 5);
    EXPECT_EQ(p.smoothing[1], 2);
    EXPECT_EQ(p.neighbours[1], 5);
    EXPECT_TRUE(p.density.empty());
}

}  // namespace
}  // namespace slosh::particle_snapshot_test
