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
        snapshot.store(few.view());
        few.x[1] = std::numeric_limits<float>::quiet_NaN();
    }
    const ParticleView p = snapshot.view();
    EXPECT_EQ(p.count, 3);
    EXPECT_EQ(p.x[1], 1);
    EXPECT_EQ(p.id[2], 9u);
    EXPECT_EQ(p.kind[1], 1);
    EXPECT_EQ(p.bodies[1].mass, 5);
    EXPECT_TRUE(p.density.empty());
}

}  // namespace
}  // namespace slosh::particle_snapshot_test
