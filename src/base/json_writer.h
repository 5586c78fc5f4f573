// Builds one JSON object as text, for the events that go to the page.
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
        quote(value);
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

private:
    void name(std::string_view key) {
        if (!body_.empty()) body_ += ',';
        quote(key);
        body_ += ':';
    }
    void quote(std::string_view value) {
        body_ += '"';
        for (char c : value) {
            if (c == '"' || c == '\\') body_ += '\\';
            if (static_cast<unsigned char>(c) >= 32) {
                body_ += c;
            } else {
                body_ += "\\u" + write_hex(static_cast<unsigned char>(c), 4);
            }
        }
        body_ += '"';
    }
    std::string body_;
};

}  // namespace slosh
