#include "base/params.h"

#include <cmath>

namespace slosh {
namespace {

// Long texts (a whole document in an attribute) are quoted by their beginning only.
std::string quote(std::string_view text) {
    constexpr size_t shown = 40;
    std::string out = "\"";
    for (char c : text.substr(0, shown)) out += static_cast<unsigned char>(c) < 32 ? '?' : c;
    return out + (text.size() > shown ? "...\" (" + std::to_string(text.size()) + " characters)" : "\"");
}

std::string range_of(const Field& field) { return format_number(field.min) + ".." + format_number(field.max); }

class Setter final : public Visitor {
public:
    Setter(std::string_view key, std::string_view text) : key_(key), text_(text) {}

    void operator()(const Field& field, float& value) override {
        if (!matches(field)) return;
        float requested;
        if (read_in_range(field, requested)) store(field, value, requested);
    }

    void operator()(const Field& field, int& value) override {
        if (!matches(field)) return;
        float requested;
        if (!read_in_range(field, requested)) return;
        if (std::floor(requested) != requested) return refuse(field, "a whole number in " + range_of(field));
        store(field, value, static_cast<int>(requested));
    }

    void operator()(const Field& field, bool& value) override {
        if (!matches(field)) return;
        if (text_ == "true" || text_ == "1" || text_ == "on" || text_.empty()) return store(field, value, true);
        if (text_ == "false" || text_ == "0" || text_ == "off") return store(field, value, false);
        refuse(field, "true or false");
    }

    void operator()(const Field& field, int& choice, std::span<const std::string_view> names) override {
        if (!matches(field)) return;
        std::string expected;
        for (size_t i = 0; i < names.size(); ++i) {
            if (names[i] == text_) return store(field, choice, static_cast<int>(i));
            expected += (i ? (i + 1 < names.size() ? ", " : " or ") : "") + std::string(names[i]);
        }
        refuse(field, expected);
    }

    void operator()(const Field& field, ColourList& list) override {
        if (!matches(field)) return;
        ColourList requested;
        if (parse_colours(text_, static_cast<int>(field.max), requested)) return store(field, list, requested);
        const std::string colours =
            field.max > 1 ? "a list of up to " + format_number(field.max) + " colours" : "a colour";
        refuse(field, colours + ", such as #0af or #102030");
    }

    SetResult take() {
        if (!found_) {
            result_.status = SetResult::refused;
            result_.message = "unknown key " + quote(key_);
        }
        return std::move(result_);
    }

private:
    bool matches(const Field& field) {
        if (field.key != key_) return false;
        found_ = true;
        return true;
    }

    bool read_in_range(const Field& field, float& value) {
        if (!parse_number(text_, value)) {
            refuse(field, "a number in " + range_of(field));
            return false;
        }
        const float clamped = value < field.min ? field.min : value > field.max ? field.max : value;
        if (clamped != value) {
            result_.status = SetResult::clamped;
            result_.message = std::string(key_) + ": " + quote(text_) + " is outside " + range_of(field) + ", using " +
                              format_number(clamped);
            value = clamped;
        }
        return true;
    }

    void refuse(const Field&, const std::string& expected) {
        result_.status = SetResult::refused;
        result_.message = std::string(key_) + ": " + quote(text_) + " is not " + expected;
    }

    template <class T>
    void store(const Field& field, T& value, T requested) {
        result_.rebuild = field.rebuild && value != requested;
        value = requested;
    }

    std::string_view key_, text_;
    bool found_ = false;
    SetResult result_;
};

class Lister final : public Visitor {
public:
    void operator()(const Field& field, float& value) override {
        add(field, ParamType::number, format_number(value), {});
    }
    void operator()(const Field& field, int& value) override {
        add(field, ParamType::integer, std::to_string(value), {});
    }
    void operator()(const Field& field, bool& value) override {
        add(field, ParamType::boolean, value ? "true" : "false", {});
    }
    void operator()(const Field& field, int& choice, std::span<const std::string_view> names) override {
        add(field, ParamType::choice, std::string(names[static_cast<size_t>(choice)]), names);
    }

    void operator()(const Field& field, ColourList& colours) override {
        add(field, ParamType::colours, format_colours(colours), {});
    }

    std::vector<ParamInfo> list;

private:
    void add(const Field& field, ParamType type, std::string value, std::span<const std::string_view> choices) {
        list.push_back({field, type, std::move(value), choices});
    }
};

}  // namespace

std::string_view name_of(ParamType type) {
    constexpr std::string_view names[] = {"number", "integer", "boolean", "choice", "colours"};
    return names[static_cast<size_t>(type)];
}

std::string format_number(float value) {
    // Counts read better as 1000000 than as 1e+06.
    if (std::abs(value) < 1e9f && std::trunc(value) == value) return write_number(static_cast<double>(value), 10);
    std::string text;
    for (int digits = 6; digits <= 9; ++digits) {
        text = write_number(static_cast<double>(value), digits);
        float back;
        if (parse_number(text, back) && back == value) break;
    }
    return text;
}

namespace detail {

SetResult set_through(void (*visit)(void*, Visitor&), void* owner, std::string_view key, std::string_view text) {
    Setter setter(key, text);
    visit(owner, setter);
    return setter.take();
}

std::vector<ParamInfo> list_through(void (*visit)(void*, Visitor&), void* owner) {
    Lister lister;
    visit(owner, lister);
    return std::move(lister.list);
}

}  // namespace detail
}  // namespace slosh
