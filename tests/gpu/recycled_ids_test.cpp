#include "gpu/recycled_ids.h"

#include <gtest/gtest.h>

namespace slosh::gpu::recycled_ids_test {
namespace {

TEST(RecycledIds, TakesEachOfTheOldestOnceThoughTheyAreStillShown) {
    const uint32_t shown[] = {7, 2, 9, 0, 4};
    RecycledIds recycled;
    EXPECT_EQ(recycled.count_in(shown), 0);
    recycled.recycle(shown, 2);
    EXPECT_EQ(recycled.first_kept(), 3u);
    EXPECT_EQ(recycled.count_in(shown), 2);
    recycled.recycle(shown, 1);
    EXPECT_EQ(recycled.first_kept(), 5u);
    recycled.recycle(shown, 2);
    EXPECT_EQ(recycled.count_in(shown), 5);
    const uint32_t later[] = {11, 10};
    EXPECT_EQ(recycled.count_in(later), 0);
}

}  // namespace
}  // namespace slosh::gpu::recycled_ids_test
