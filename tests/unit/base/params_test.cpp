#include "base/params.h"

#include <gtest/gtest.h>

#include <bit>
#include <chrono>
#include <cmath>
#include <limits>

#include "base/random.h"

namespace slosh::params_test {
namespace {

constexpr std::string_view shapes[] = {"circle", "box", "ring"};

enum class Tint : uint8_t { red, green };
constexpr std::string_view tints[] = {"red", "green"};

struct Owner {
    float size = 0.5f;
    int count = 100;
    bool open = false;
    int shape = 1;
    Tint tint = Tint::green;
    ColourList colours;

    void visit(Visitor& v) {
        v({.key = "size", .unit = "m", .doc = "Size.", .min = 0.25f, .max = 2}, size);
        v({.key = "count", .doc = "Count.", .min = 1, .max = 1000000, .scale = Scale::logarithmic, .rebuild = true},
          count);
        v({.key = "open", .doc = "Open.", .rebuild = true}, open);
        v({.key = "shape", .doc = "Shape."}, shape, shapes);
        v({.key = "tint", .doc = "Tint."}, tint, tints);
        v({.key = "colours", .doc = "Colours.", .max = 3}, colours);
    }
};

// Refused, with a one-line message that has the key, the value and the range; no parameter has changed.
void expect_refused(std::string_view key, std::string_view text, std::string_view expected) {
    Owner owner;
    const SetResult result = set_param(owner, key, text);
    EXPECT_EQ(result.status, SetResult::refused) << key << "=" << text;
    EXPECT_EQ(result.message, std::string(key) + ": \"" + std::string(text) + "\" is not " + std::string(expected));
    EXPECT_FALSE(result.rebuild);
    EXPECT_EQ(owner.size, 0.5f);
    EXPECT_EQ(owner.count, 100);
    EXPECT_FALSE(owner.open);
    EXPECT_EQ(owner.shape, 1);
}

TEST(Params, SetsValuesInRange) {
    Owner owner;
    const SetResult result = set_param(owner, "size", "1.75");
    EXPECT_EQ(result.status, SetResult::ok);
    EXPECT_EQ(result.message, "");
    EXPECT_EQ(owner.size, 1.75f);
    EXPECT_EQ(get_param(owner, "size"), "1.75");
    for (const char* end : {"0.25", "2", "2e0", "+2", "2.", "02"})
        EXPECT_EQ(set_param(owner, "size", end).status, SetResult::ok) << end;
    EXPECT_EQ(set_param(owner, "count", "1e3").status, SetResult::ok);
    EXPECT_EQ(owner.count, 1000);
    EXPECT_EQ(get_param(owner, "nothing"), "");
}

TEST(Params, ClampsValuesOutOfRange) {
    Owner owner;
    SetResult result = set_param(owner, "size", "-1e30");
    EXPECT_EQ(result.status, SetResult::clamped);
    EXPECT_EQ(result.message, "size: \"-1e30\" is outside 0.25..2, using 0.25");
    EXPECT_EQ(owner.size, 0.25f);
    result = set_param(owner, "count", "10000000000");
    EXPECT_EQ(result.status, SetResult::clamped);
    EXPECT_EQ(result.message, "count: \"10000000000\" is outside 1..1000000, using 1000000");
    EXPECT_EQ(owner.count, 1000000);
    EXPECT_TRUE(result.rebuild);
    EXPECT_EQ(set_param(owner, "count", "0").status, SetResult::clamped);
    EXPECT_EQ(owner.count, 1);
}

TEST(Params, RefusesTextThatIsNotANumber) {
    for (const char* text :
         {"",    "nan",   "NaN", "-nan", "inf", "-inf", "infinity", "1e999", "-1e999",   "0x10",  " 1", "1 ",
          "1,5", "1.5.2", "1e",  "e1",   ".",   "-",    "--1",      "1-",    "3 apples", "1e+-2", "½"}) {
        expect_refused("size", text, "a number in 0.25..2");
        expect_refused("count", text, "a number in 1..1000000");
    }
    expect_refused("count", "2.5", "a whole number in 1..1000000");
    Owner owner;
    EXPECT_EQ(set_param(owner, "size", std::string_view("1\0", 2)).status, SetResult::refused) << "a zero byte";
}

TEST(Params, RefusesAnUnknownKey) {
    for (const std::string key : {"", "Size", "sizes", "siz"}) {
        Owner owner;
        const SetResult result = set_param(owner, key, "1");
        EXPECT_EQ(result.status, SetResult::refused);
        EXPECT_EQ(result.message, "unknown key \"" + key + "\"");
    }
}

TEST(Params, RefusesTenMegabytesWithAShortMessage) {
    const auto start = std::chrono::steady_clock::now();
    for (const char filler : {'1', ' ', 'x', '\n', '\0'}) {
        const std::string text(10'000'000, filler);
        Owner owner;
        for (const char* key : {"size", "count", "open", "shape"}) {
            const SetResult result = set_param(owner, key, text);
            EXPECT_EQ(result.status, SetResult::refused) << key;
            EXPECT_LT(result.message.size(), 160u);
            EXPECT_NE(result.message.find(key), std::string::npos);
            EXPECT_NE(result.message.find("(10000000 characters)"), std::string::npos) << result.message;
            for (const char c : result.message) EXPECT_GE(static_cast<unsigned char>(c), 32) << "one line, printable";
        }
        EXPECT_LT(set_param(owner, text, "1").message.size(), 160u) << "as a key";
    }
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
}

TEST(Params, Boolean) {
    Owner owner;
    for (const char* yes : {"true", "1", "on", ""}) {
        owner.open = false;
        EXPECT_EQ(set_param(owner, "open", yes).status, SetResult::ok) << yes;
        EXPECT_TRUE(owner.open) << "value \"" << yes << "\"";
        EXPECT_EQ(get_param(owner, "open"), "true");
    }
    for (const char* no : {"false", "0", "off"}) {
        owner.open = true;
        EXPECT_EQ(set_param(owner, "open", no).status, SetResult::ok) << no;
        EXPECT_FALSE(owner.open) << no;
    }
    for (const char* text : {"yes", "True", "2", " true"}) expect_refused("open", text, "true or false");
}

TEST(Params, Colours) {
    Owner owner;
    EXPECT_EQ(get_param(owner, "colours"), "");
    for (const char* text : {"#0af,#102030", "#00AAFF #102030", " , #0aF ,\t#102030, "}) {
        owner.colours = {};
        EXPECT_EQ(set_param(owner, "colours", text).status, SetResult::ok) << text;
        EXPECT_EQ(get_param(owner, "colours"), "#00aaff, #102030");
    }
    const ColourList before = owner.colours;
    for (const char* text : {"red", "#", "#12", "#1234", "#12345", "#1234567", "#00aaf", "#ggg", "0af", "#fff, #ff",
                             "#fff; #000", "#111 #222 #333 #444"}) {
        expect_refused("colours", text, "a list of up to 3 colours, such as #0af or #102030");
        EXPECT_EQ(set_param(owner, "colours", text).status, SetResult::refused);
        EXPECT_EQ(owner.colours, before) << "unchanged by " << text;
    }
    EXPECT_EQ(set_param(owner, "colours", "").status, SetResult::ok);
    EXPECT_TRUE(owner.colours.empty());
}

TEST(Params, Choice) {
    Owner owner;
    EXPECT_EQ(set_param(owner, "shape", "ring").status, SetResult::ok);
    EXPECT_EQ(owner.shape, 2);
    EXPECT_EQ(get_param(owner, "shape"), "ring");
    for (const char* text : {"", "0", "Box", "boxes"}) expect_refused("shape", text, "circle, box or ring");
}

TEST(Params, EnumClass) {
    Owner owner;
    EXPECT_EQ(get_param(owner, "tint"), "green");
    EXPECT_EQ(set_param(owner, "tint", "red").status, SetResult::ok);
    EXPECT_EQ(owner.tint, Tint::red);
    expect_refused("tint", "blue", "red or green");
}

TEST(Params, RebuildsOnlyOnChange) {
    Owner owner;
    EXPECT_FALSE(set_param(owner, "count", "100").rebuild) << "the value is the same";
    EXPECT_TRUE(set_param(owner, "count", "101").rebuild);
    EXPECT_FALSE(set_param(owner, "count", "101").rebuild);
    EXPECT_FALSE(set_param(owner, "size", "1").rebuild) << "its field does not require it";
    EXPECT_FALSE(set_param(owner, "open", "off").rebuild);
    EXPECT_TRUE(set_param(owner, "open", "on").rebuild);
}

TEST(Params, ListsDeclaredFields) {
    Owner owner;
    const std::vector<ParamInfo> list = list_params(owner);
    ASSERT_EQ(list.size(), 6u);
    const char* values[] = {"0.5", "100", "false", "box", "green", ""};
    const char* types[] = {"number", "integer", "boolean", "choice", "choice", "colours"};
    for (size_t i = 0; i < 6; ++i) {
        EXPECT_EQ(list[i].value, values[i]);
        EXPECT_EQ(name_of(list[i].type), types[i]);
    }
    EXPECT_EQ(list[1].field.scale, Scale::logarithmic);
    EXPECT_EQ(list[0].field.unit, "m");
    EXPECT_EQ(list[3].choices.size(), 3u);
    EXPECT_TRUE(list[0].choices.empty());
}

TEST(Params, NumbersReadBackTheSame) {
    const auto expect_same = [](float v) {
        float back = 0;
        ASSERT_TRUE(parse_number(format_number(v), back)) << format_number(v);
        EXPECT_EQ(std::bit_cast<uint32_t>(back), std::bit_cast<uint32_t>(v)) << format_number(v);
    };
    for (const float v :
         {0.0f, -0.0f, 0.1f, 1.0f / 3, 3.4028235e38f, 1.17549435e-38f, 1e-45f, 16777216.0f, 999999936.0f})
        expect_same(v), expect_same(-v);
    Random random(1);
    for (int i = 0; i < 20'000; ++i) {
        const float v = std::bit_cast<float>(static_cast<uint32_t>(random.bits()));
        if (std::isfinite(v)) expect_same(v);
    }
}

TEST(Params, NumbersAreShort) {
    const std::pair<float, const char*> expected[] = {
        {0, "0"},           {1000000, "1000000"},     {-1500000, "-1500000"},   {123456792, "123456792"}, {0.1f, "0.1"},
        {0.35f, "0.35"},    {1e-5f, "1e-05"},         {1e9f, "1e+09"},          {3e38f, "3e+38"},         {2.5f, "2.5"},
        {100000, "100000"}, {999999936, "999999936"}, {1234567.5f, "1234567.5"}};
    for (const auto& [value, text] : expected) EXPECT_EQ(format_number(value), text);
}

}  // namespace
}  // namespace slosh::params_test
