// The replacement of sscanf with which Dear ImGui parses typed numbers.
#include <gtest/gtest.h>

extern "C" int slosh_sscanf(const char* typed, const char* format, ...);

namespace {

TEST(ImguiSscanf, ReadsOneNumberAndRefusesOtherText) {
    float real = 7;
    EXPECT_EQ(slosh_sscanf(" -1.5e-3 ", "%f", &real), 1);
    EXPECT_EQ(real, -1.5e-3f);
    int whole = 7;
    EXPECT_EQ(slosh_sscanf("1048577", "%d", &whole), 1);
    EXPECT_EQ(whole, 1048577);
    EXPECT_EQ(slosh_sscanf("12.9", "%d", &whole), 1);
    EXPECT_EQ(whole, 12);
    EXPECT_EQ(slosh_sscanf("1e30", "%d", &whole), 1);
    EXPECT_EQ(whole, 2000000000);
    for (const char* text : {"", "  ", "apples", "1e999", "nan", "--2"}) {
        EXPECT_EQ(slosh_sscanf(text, "%f", &real), 0) << text;
        EXPECT_EQ(slosh_sscanf(text, "%d", &whole), 0) << text;
    }
    EXPECT_EQ(slosh_sscanf("Pos=1,2", "Pos=%i,%i", &whole, &whole), 0) << "formats of settings files are not supported";
    EXPECT_EQ(slosh_sscanf("3", "%lf", &real), 0);
    EXPECT_EQ(real, -1.5e-3f);
    EXPECT_EQ(whole, 2000000000);
}

}  // namespace
