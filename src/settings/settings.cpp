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

// Passes everything on, and lowers the range of how many particles there may be.
class Bounded final : public Visitor {
public:
    Bounded(Visitor& inner, int most) : inner_(inner), most_(most) {}
    void operator()(const Field& field, float& value) override { inner_(field, value); }
    void operator()(const Field& field, int& value) override {
        Field bounded = field;
        if (most_ > 0 && (field.key == "particles" || field.key == "budget"))
            bounded.hi = std::min(field.hi, static_cast<float>(most_));
        inner_(bounded, value);
    }
    void operator()(const Field& field, bool& value) override { inner_(field, value); }
    void operator()(const Field& field, int& choice, std::span<const std::string_view> names) override {
        inner_(field, choice, names);
    }

private:
    Visitor& inner_;
    int most_;
};

}  // namespace

std::string_view unit_of(const Scene& scene, int colour_by) {
    const bool metres = scene.unit == "m";
    switch (colour_by) {
        case RenderSettings::speed:
            return metres ? "m/s" : "u/s";
        case RenderSettings::density:
            return metres ? "kg/m3" : "";
        case RenderSettings::pressure:
            return metres ? "Pa" : "";
        case RenderSettings::vorticity:
            return "1/s";
        case RenderSettings::smoothing:
            return metres ? "m" : "u";
        default:
            return "";
    }
}

void Settings::visit(Visitor& v) {
    Bounded bounded(v, max_particles);
    scene.visit(bounded);
    look.visit(v);
    if (scene.domain.dimensions == 3) deep.visit(v);
}

Settings Settings::of(const Scene& scene, int max_particles) {
    Settings settings{scene, {}, {}, max_particles};
    settings.look.style = index_of(style_names, scene.style);
    settings.look.colour_by = index_of(colour_by_names, scene.colour_by);
    return settings;
}

}  // namespace slosh
