#include "settings/settings.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "base/check.h"

namespace slosh {
namespace {

int index_of(std::span<const std::string_view> names, std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    CHECK(found != names.end(), "a scene names an existing style and colour");
    return static_cast<int>(found - names.begin());
}

// Keys of earlier versions, each followed by its present name. One text: a table of views makes web modules larger.
constexpr char renamed_keys[] =
    "equation\0equation-of-state\0foam-air-from\0foam-air-min\0foam-air-full\0foam-air-max\0"
    "foam-crest-from\0foam-crest-min\0foam-crest-full\0foam-crest-max\0foam-energy-from\0foam-energy-min\0"
    "foam-energy-full\0foam-energy-max\0least-in-cell\0min-particles-per-cell\0"
    "most-in-cell\0max-particles-per-cell\0neighbours\0max-neighbours\0tension\0negative-pressure\0"
    "wall-drag\0no-slip\0";

// Bytes per particle for drawing: the copies of its quantities, and its index in the order by depth.
constexpr double bytes_to_draw = 48;

// Visitor adaptor: forwards to another visitor and lowers the maximum of `particles` and `budget`, and of PIC/FLIP's
// `density`, which sets the number of particles, too; and raises the minimum of PIC/FLIP's `particles-per-cell`.
class Bounded final : public Visitor {
public:
    Bounded(Visitor& inner, const Settings& settings)
        : inner_(inner),
          scene_(settings.scene),
          max_particles_(settings.max_particles()),
          min_particles_per_cell_(settings.particles_per_cell_that_fits()) {}
    void operator()(const Field& field, float& value) override {
        Field bounded = field;
        if (const auto* flip = std::get_if<FlipDef>(&scene_.solver); flip != nullptr && max_particles_ > 0) {
            if (&value == &flip->density) bounded.max = flip->max_density(scene_.domain, max_particles_);
            if (&value == &flip->particles_per_cell)
                bounded.min = std::clamp(min_particles_per_cell_, field.min, field.max);
        }
        inner_(bounded, value);
    }
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
    void operator()(const Field& field, ColourList& list) override { inner_(field, list); }

private:
    Visitor& inner_;
    const Scene& scene_;
    int max_particles_;
    float min_particles_per_cell_;
};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace

std::string readable_unit(std::string_view unit, std::string_view length) {
    std::string text;
    for (size_t i = 0; i < unit.size(); ++i) {
        const char c = unit[i];
        const bool alone = (i == 0 || !is_letter(unit[i - 1])) && (i + 1 == unit.size() || !is_letter(unit[i + 1]));
        if (c == 'u' && alone) text += length;
        else if (i > 0 && is_letter(unit[i - 1]) && (c == '2' || c == '3')) text += c == '2' ? "²" : "³";
        else text += c;
    }
    return text;
}

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
    Bounded bounded(v, *this);
    scene.visit(bounded);
    render.visit(v);
    if (scene.domain.dimensions == 3) water.visit(v);
    v({.key = "device",
       .doc =
           "What simulates the fluid. auto: a GPU where WebGPU has one that is faster; gpu: WebGPU, of WCSPH, PCISPH "
           "and PIC/FLIP. The fluid goes on when it changes."},
      device, device_names);
}

SetResult set_param(Settings& settings, std::string_view key, std::string_view text) {
    SetResult result = set_param<Settings>(settings, key, text);
    if (result.status != SetResult::refused) return result;
    for (const char* old_key = renamed_keys; *old_key != 0;) {
        const char* new_key = old_key + std::strlen(old_key) + 1;
        if (key == old_key) result.message.append(": it is now \"").append(new_key).append("\"");
        old_key = new_key + std::strlen(new_key) + 1;
    }
    return result;
}

int Settings::max_particles() const {
    if (!(limits.bytes > 0)) return limits.particles;
    const double each = scene.solver.bytes_per_particle(scene.domain) + bytes_to_draw;
    const int fit = max_initial_particles(static_cast<int>(limits.bytes / each));
    return limits.particles > 0 ? std::min(limits.particles, fit) : fit;
}

float Settings::particles_per_cell_that_fits() const {
    const auto* flip = std::get_if<FlipDef>(&scene.solver);
    if (!flip || !(limits.bytes > 0)) return 0;
    return flip->particles_per_cell_that_fits(
        scene.domain, limits.bytes / (flip->particles + pour_allowance(flip->particles)) - bytes_to_draw);
}

Settings Settings::of(const Scene& scene, ProgramLimits limits) {
    Settings settings{scene, {}, {}, {}, limits};
    settings.render.style = static_cast<RenderSettings::Style>(index_of(RenderSettings::style_names, scene.style));
    settings.render.material =
        static_cast<RenderSettings::Material>(index_of(RenderSettings::material_names, scene.material));
    settings.render.colour_by =
        static_cast<RenderSettings::ColourBy>(index_of(RenderSettings::colour_by_names, scene.colour_by));
    settings.render.colour_map =
        static_cast<RenderSettings::ColourMap>(index_of(RenderSettings::colour_map_names, scene.colour_map));
    settings.render.blob_size = scene.blob_size;
    return settings;
}

}  // namespace slosh
