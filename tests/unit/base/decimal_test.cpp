#include "base/decimal.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "base/random.h"

namespace slosh::decimal_test {
namespace {

std::string by_printf(double value, int digits) {
    char text[64];
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    return text;
}

float read(const std::string& text) {
    float value = NAN;
    EXPECT_TRUE(parse_number(text, value)) << text;
    return value;
}

// The same bits, and so the same sign of zero.
void expect_as_strtof(const std::string& text) {
    const float expected = std::strtof(text.c_str(), nullptr);
    float value = NAN;
    EXPECT_EQ(parse_number(text, value), std::isfinite(expected)) << text;
    if (!std::isfinite(expected)) return;
    EXPECT_EQ(std::bit_cast<uint32_t>(value), std::bit_cast<uint32_t>(expected)) << text;
}

TEST(Decimal, FloatsAreWrittenAsByPrintfAndRoundTrip) {
    Random random(1);
    for (int i = 0; i < 40'000; ++i) {
        const float value = std::bit_cast<float>(static_cast<uint32_t>(random.bits()));
        if (!std::isfinite(value)) continue;
        const int digits = 1 + i % 9;
        const std::string text = write_number(static_cast<double>(value), digits);
        ASSERT_EQ(text, by_printf(static_cast<double>(value), digits));
        expect_as_strtof(text);
        ASSERT_EQ(read(write_number(static_cast<double>(value), 9)), value) << "nine digits identify a float";
    }
}

TEST(Decimal, DoublesAreWrittenAsByPrintf) {
    Random random(2);
    for (int i = 0; i < 5'000; ++i) {
        const double value = std::bit_cast<double>(random.bits());
        if (!std::isfinite(value)) continue;
        ASSERT_EQ(write_number(value, 1 + i % 17), by_printf(value, 1 + i % 17));
    }
    for (const double value : {0.0, -0.0, 1.0, 0.1, -2.5, 9.5, 0.00012345, 0.000099999, 999999.5, 1e6, 1e21,
                               123456789.0, 5e-324, 1.7976931348623157e308})
        for (int digits = 1; digits <= 17; ++digits) EXPECT_EQ(write_number(value, digits), by_printf(value, digits));
    EXPECT_EQ(write_number(std::numeric_limits<double>::infinity(), 6), "inf");
    EXPECT_EQ(write_number(std::numeric_limits<double>::quiet_NaN(), 6), "nan");
}

TEST(Decimal, TiesRoundToEven) {
    Random random(3);
    for (int i = 0; i < 20'000; ++i) {
        // The range is limited so that the exact middle fits into 64 characters.
        const float low = random.uniform(0.25f, 1000), high = std::nextafter(low, 2000.0f);
        char middle[80];
        std::snprintf(middle, sizeof middle, "%.60g", (static_cast<double>(low) + static_cast<double>(high)) / 2);
        expect_as_strtof(middle);
        expect_as_strtof(std::string(middle) + "1");
    }
    for (const char* text : {"16777217", "16777219", "33554434", "33554438", "8388608.5", "8388609.5"})
        expect_as_strtof(text);
}

TEST(Decimal, SmallestAndLargestValues) {
    for (const char* text : {"3.4028234663852886e38",
                             "3.4028235677973366e38",
                             "3.4028235677973367e38",
                             "3.5e38",
                             "1e39",
                             "1e9999",
                             "1e99999999999999999999",
                             "1.17549435e-38",
                             "1.1754942e-38",
                             "1.4e-45",
                             "7.1e-46",
                             "7.0e-46",
                             "7.00649232162408535461864791645e-46",
                             "7.00649232162408535461864791644e-46",
                             "1e-60",
                             "1e-9999",
                             "-1e-9999",
                             "-0",
                             "0e9999",
                             "00000000000000000000000000000000000000000000000000000000000001",
                             "123456789012345678901234567890e-20"})
        expect_as_strtof(text);
}

TEST(Decimal, InvalidNumbersAreRefused) {
    for (const char* text : {"", "+", "-", ".", "e5", "1e", "1e+", "1e5.", "1.2.3", "--1", "1-", " 1", "1 ", "0x10",
                             "inf", "nan", "1f", "+-1"}) {
        float value = 7;
        EXPECT_FALSE(parse_number(text, value)) << text;
    }
    for (const char* text : {"1.", ".5", "+.5e+1", "-1E2", "1e05"}) expect_as_strtof(text);
    float value = 7;
    EXPECT_FALSE(parse_number(std::string(65, '1'), value));
}

TEST(Decimal, Hexadecimal) {
    EXPECT_EQ(write_hex(0xdeadbeef, 16), "00000000deadbeef");
    EXPECT_EQ(write_hex(0xfedcba9876543210u, 16), "fedcba9876543210");
    EXPECT_EQ(write_hex(0x1f, 4), "001f");
}

}  // namespace
}  // namespace slosh::decimal_test
