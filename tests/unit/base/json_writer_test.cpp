// JSON text (RFC 8259): required escapes, and other characters unchanged.
#include "base/json_writer.h"

#include <gtest/gtest.h>

#include <limits>

namespace slosh::json_writer_test {
namespace {

std::string quoted(std::string_view text) { return JsonWriter().text("k", text).end(); }

TEST(JsonWriter, AnObjectListsItsMembersInOrder) {
    EXPECT_EQ(JsonWriter().end(), "{}");
    EXPECT_EQ(JsonWriter().text("a", "b").number("c", 1.5).flag("d", true).flag("e", false).raw("f", "[1,2]").end(),
              R"({"a":"b","c":1.5,"d":true,"e":false,"f":[1,2]})");
}

TEST(JsonWriter, QuotesAndBackslashesAreEscaped) {
    EXPECT_EQ(quoted(R"(a "b" \c\)"), R"({"k":"a \"b\" \\c\\"})");
    EXPECT_EQ(JsonWriter().number("a\"b", 1).end(), R"({"a\"b":1})") << "in keys as well";
}

TEST(JsonWriter, EveryControlCharacterIsEscapedAsItsCodePoint) {
    EXPECT_EQ(quoted("a\nb\tc\r"), R"({"k":"a\u000ab\u0009c\u000d"})");
    const char* digits = "0123456789abcdef";
    for (int c = 0; c < 32; ++c) {
        const char one = static_cast<char>(c);
        const std::string code = std::string("\\u00") + digits[c / 16] + digits[c % 16];
        EXPECT_EQ(quoted({&one, 1}), "{\"k\":\"" + code + "\"}") << "character " << c;
    }
}

TEST(JsonWriter, Utf8AndSlashesStayAsTheyAre) { EXPECT_EQ(quoted("m³/s – é \x7f"), "{\"k\":\"m³/s – é \x7f\"}"); }

TEST(JsonWriter, NonFiniteNumbersAreNull) {
    const double infinity = std::numeric_limits<double>::infinity();
    for (const double none : {infinity, -infinity, std::numeric_limits<double>::quiet_NaN()})
        EXPECT_EQ(JsonWriter().number("k", none).end(), R"({"k":null})");
    EXPECT_EQ(JsonWriter().number("k", -0.1).end(), R"({"k":-0.1})");
}

}  // namespace
}  // namespace slosh::json_writer_test
