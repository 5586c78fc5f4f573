// Builds one JSON object as text: the events of the page, the output of the tools and the figures of the tests.
#pragma once
#include <cmath>
#include <string>
#include <string_view>

#include "base/decimal.h"

namespace slosh {

class JsonWriter {
public:
    JsonWriter& text(std::string_view key, std::string_view value) {
        name(key);
        append_quoted(body_, value);
        return *this;
    }
    JsonWriter& number(std::string_view key, double value) { return raw(key, format(value)); }
    JsonWriter& flag(std::string_view key, bool value) { return raw(key, value ? "true" : "false"); }
    JsonWriter& raw(std::string_view key, std::string_view value) {
        name(key);
        body_ += value;
        return *this;
    }
    std::string end() const { return "{" + body_ + "}"; }

    static std::string format(double value) { return std::isfinite(value) ? write_number(value, 9) : "null"; }
    static std::string quoted(std::string_view value) {
        std::string out;
        append_quoted(out, value);
        return out;
    }
    // A JSON array of each(item), which returns JSON text.
    template <class List, class Each>
    static std::string array_of(const List& list, Each&& each) {
        std::string out = "[";
        for (const auto& item : list) {
            if (out.size() > 1) out += ',';
            out += each(item);
        }
        out += ']';
        return out;
    }

private:
    void name(std::string_view key) {
        if (!body_.empty()) body_ += ',';
        append_quoted(body_, key);
        body_ += ':';
    }
    static void append_quoted(std::string& out, std::string_view value) {
        out += '"';
        for (char c : value) {
            if (c == '"' || c == '\\') out += '\\';
            if (static_cast<unsigned char>(c) >= 32) {
                out += c;
            } else {
                out += "\\u" + write_hex(static_cast<unsigned char>(c), 4);
            }
        }
        out += '"';
    }
    std::string body_;
};

}  // namespace slosh
