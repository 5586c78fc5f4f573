// A tunable number is declared once: a member with its default, and one line in its owner's visit().
// The panel, the URL, the HTML attribute, the JavaScript property, the command line and
// docs/parameters.md are all visitors of that line.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/colour.h"
#include "base/decimal.h"
#include "base/docs.h"

namespace slosh {

enum class Scale : uint8_t { linear, logarithmic };

struct Field {
    std::string_view key = {};    // kebab-case, unique within a scene
    std::string_view unit = {};   // "" for a pure number, "u" for a demo's own length unit
    Doc doc = {};                 // one sentence, shown as tooltip and in the table
    float min = 0;                // the accepted range, both ends included; ignored by booleans and choices
    float max = 1;                // of colours: their number
    Scale scale = Scale::linear;  // of the panel's slider
    // If above 0, sliders end here, and below zero at its negative: most of a wide accepted range is of no use. A value
    // beyond it can be typed.
    float slider_max = 0;
    bool rebuild = false;  // a change restarts the simulation
    bool in_grid = false;  // the panel shows it as a cell of a grid, not as a row
};

class Visitor {
public:
    virtual ~Visitor() = default;
    virtual void operator()(const Field&, float&) = 0;
    virtual void operator()(const Field&, int&) = 0;
    virtual void operator()(const Field&, bool&) = 0;
    virtual void operator()(const Field&, int& choice, std::span<const std::string_view> names) = 0;
    virtual void operator()(const Field&, ColourList&) = 0;

    // An enumeration that counts from 0; `names` has one name for each enumerator.
    template <class Enum>
        requires std::is_enum_v<Enum>
    void operator()(const Field& field, Enum& choice, std::span<const std::string_view> names) {
        int index = static_cast<int>(choice);
        (*this)(field, index, names);
        choice = static_cast<Enum>(index);
    }
};

// The result of setting a parameter from text. `message` names the key, the value and the expected values.
struct SetResult {
    enum Status : uint8_t { ok, clamped, refused } status = ok;
    std::string message;
    bool rebuild = false;  // the value changed and Field::rebuild is set
};

enum class ParamType : uint8_t { number, integer, boolean, choice, colours };

// One parameter as data, for listings.
struct ParamInfo {
    Field field;
    ParamType type = ParamType::number;
    std::string value;
    std::span<const std::string_view> choices;
};

std::string_view name_of(ParamType);

// A short decimal text that reads back as the same float; whole numbers below 1e9 without exponent.
std::string format_number(float);

namespace detail {
SetResult set_through(void (*visit)(void*, Visitor&), void* owner, std::string_view key, std::string_view text);
std::vector<ParamInfo> list_through(void (*visit)(void*, Visitor&), void* owner);
template <class T>
void visit_as(void* owner, Visitor& visitor) {
    static_cast<T*>(owner)->visit(visitor);
}
}  // namespace detail

// Sets one parameter. `owner` is any object with a member function void visit(Visitor&).
template <class T>
SetResult set_param(T& owner, std::string_view key, std::string_view text) {
    return detail::set_through(detail::visit_as<T>, &owner, key, text);
}

template <class T>
std::vector<ParamInfo> list_params(T& owner) {
    return detail::list_through(detail::visit_as<T>, &owner);
}

// The value as text; "" if there is no such key.
template <class T>
std::string get_param(T& owner, std::string_view key) {
    for (const ParamInfo& info : list_params(owner))
        if (info.field.key == key) return info.value;
    return {};
}

}  // namespace slosh
