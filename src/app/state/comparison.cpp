#include "app/state/comparison.h"

#include <algorithm>

namespace slosh {
namespace {

struct Pair {
    std::string_view text, key, value;
    bool valid;  // the text is key:value
};

std::string_view trimmed(std::string_view text) {
    const size_t from = text.find_first_not_of(' '), to = text.find_last_not_of(' ');
    return from == text.npos ? std::string_view() : text.substr(from, to - from + 1);
}

// Removes the first pair from `rest`. A "=" may stand for the ":".
Pair take_pair(std::string_view& rest) {
    const size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view text = rest.substr(0, comma);
    rest.remove_prefix(std::min(comma + 1, rest.size()));
    const size_t colon = text.find_first_of(":=");
    if (colon == text.npos) return {text, {}, {}, false};
    return {text, trimmed(text.substr(0, colon)), trimmed(text.substr(colon + 1)), true};
}

SetResult refuse(const std::string& why) { return {SetResult::refused, "compare: " + why, false}; }

}  // namespace

SetResult check_comparison(std::string_view text, const Settings& base) {
    if (base.scene.solver.particles_in(base.scene.domain) > max_compared_particles)
        return refuse("at most " + std::to_string(max_compared_particles) + " particles in each simulation");
    Settings settings = base;
    settings.limits = {.particles = max_compared_particles};
    SetResult result;
    while (!text.empty()) {
        const Pair pair = take_pair(text);
        if (!pair.valid) {
            std::string why = "\"";
            return refuse(why.append(pair.text).append("\" is not of the form key:value, as in preconditioner:mic0"));
        }
        const SetResult one = set_param(settings, pair.key, pair.value);
        if (one.status == SetResult::refused) return refuse(one.message);
        if (one.status == SetResult::clamped) result = {SetResult::clamped, "compare: " + one.message, false};
    }
    return result;
}

void apply_comparison(std::string_view text, Settings& settings) {
    while (!text.empty()) {
        const Pair pair = take_pair(text);
        set_param(settings, pair.key, pair.value);
    }
}

std::string describe_comparison(std::string_view text, Settings settings) {
    std::string description;
    while (!text.empty()) {
        const std::string key(take_pair(text).key);
        description += (description.empty() ? "" : ", ") + key + " " + get_param(settings, key);
    }
    return description;
}

}  // namespace slosh
