#include "app/timing/frame_meter.h"

#include <gtest/gtest.h>

namespace slosh::frame_meter_test {
namespace {

TEST(FrameMeter, ReportsMeansTwiceASecond) {
    FrameMeter meter;
    meter.add(1000, 4);
    EXPECT_TRUE(meter.after_gap());
    for (int i = 1; i < 25; ++i) {
        meter.add(1000 + 20 * i, 6);
        EXPECT_FALSE(meter.after_gap());
        EXPECT_FALSE(meter.is_due());
    }
    meter.add(1500, 6);
    ASSERT_TRUE(meter.is_due());
    EXPECT_DOUBLE_EQ(meter.fps(), 50);
    EXPECT_DOUBLE_EQ(meter.frame_ms(), 6) << "the first frame follows a gap and does not count";
    meter.begin();
    EXPECT_FALSE(meter.is_due());
}

TEST(FrameMeter, AGapRestartsTheMeans) {
    FrameMeter meter;
    meter.add(0, 5);
    meter.add(400, 5);
    meter.add(5000, 5);
    EXPECT_TRUE(meter.after_gap());
    EXPECT_FALSE(meter.is_due());
    // A frame may take longer than the gap limit: the gap counts from its end.
    meter.add(5100, 2000);
    meter.add(7900, 5);
    EXPECT_FALSE(meter.after_gap());
    EXPECT_TRUE(meter.is_due());
}

}  // namespace
}  // namespace slosh::frame_meter_test
