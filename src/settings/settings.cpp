#include "settings/settings.h"

#include <algorithm>
#include <iterator>

#include "base/check.h"

namespace slosh {
namespace {

int index_of(std::span<const std::string_view> names, std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    CHECK(found != names.end(), "a scene names an existing style and colour");
    return static_cast<int>(found - names.begin());
}

struct Renamed {
    std::string_view before, now;
};
constexpr Renamed renamed_keys[] = {
    {"equation", "equation-of-state"},          {"foam-air-from", "foam-air-min"},
    {"foam-air-full", "foam-air-max"},          {"foam-crest-from", "foam-crest-min"},
    {"foam-crest-full", "foam-crest-max"},      {"foam-energy-from", "foam-energy-min"},
    {"foam-energy-full", "foam-energy-max"},    {"least-in-cell", "min-particles-per-cell"},
    {"most-in-cell", "max-particles-per-cell"}, {"neighbours", "max-neighbours"},
    {"tension", "negative-pressure"},           {"wall-drag", "no-slip"},
};
struct RenamedChoice {
    std::string_view key, before, now;
};
constexpr RenamedChoice renamed_choices[] = {{"force", "printed", "asymmetric"}};

// What a refused setting is called now, or "".
std::string present_name(std::string_view key, std::string_view text) {
    for (const Renamed& r : renamed_keys)
        if (r.before == key)
            return "unknown key \"" + std::string(key) + "\": it is now \"" + std::string(r.now) + "\"";
    for (const RenamedChoice& r : renamed_choices)
        if (r.key == key && r.before == text)
            return std::string(key) + ": \"" + std::string(text) + "\" is now \"" + std::string(r.now) + "\"";
    return {};
}

// Forwards to another visitor and lowers the maximum number of particles.
class Bounded final : public Visitor {
public:
    Bounded(Visitor& inner, int max_particles) : inner_(inner), max_particles_(max_particles) {}
    void operator()(const Field& field, float& value) override { inner_(field, value); }
    void operator()(const Field& field, int& value) override {
        Field bounded = field;
        if (max_particles_ > 0 && (field.key == "particles" || field.key == "budget"))
            bounded.max = std::min(field.max, static_cast<float>(max_particles_));
        inner_(bounded, value);
    }
    void operator()(const Field& field, bool& value) override { inner_(field, value); }
    void operator()(const Field& field, int& choice, std::span<const std::string_view> names) override {
        inner_(field, choice, names);
    }

private:
    Visitor& inner_;
    int max_particles_;
};

}  // namespace

std::string_view unit_of(const Scene& scene, RenderSettings::ColourBy colour_by) {
    const bool metres = scene.unit == "m";
    switch (colour_by) {
        case RenderSettings::ColourBy::speed:
            return metres ? "m/s" : "u/s";
        case RenderSettings::ColourBy::density:
            return metres ? "kg/m3" : "";
        case RenderSettings::ColourBy::pressure:
            return metres ? "Pa" : "";
        case RenderSettings::ColourBy::vorticity:
            return "1/s";
        case RenderSettings::ColourBy::smoothing:
            return metres ? "m" : "u";
        default:
            return "";
    }
}

void Settings::visit(Visitor& v) {
    Bounded bounded(v, max_particles);
    scene.visit(bounded);
    render.visit(v);
    if (scene.domain.dimensions == 3) water.visit(v);
}

SetResult set_param(Settings& settings, std::string_view key, std::string_view text) {
    SetResult result = set_param<Settings>(settings, key, text);
    if (result.status == SetResult::refused)
        if (std::string message = present_name(key, text); !message.empty()) result.message = std::move(message);
    return result;
}

Settings Settings::of(const Scene& scene, int max_particles) {
    Settings settings{scene, {}, {}, max_particles};
    settings.render.style = static_cast<RenderSettings::Style>(index_of(RenderSettings::style_names, scene.style));
    settings.render.colour_by =
        static_cast<RenderSettings::ColourBy>(index_of(RenderSettings::colour_by_names, scene.colour_by));
    return settings;
}

}  // namespace slosh
