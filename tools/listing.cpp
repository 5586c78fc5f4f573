#include "listing.h"

#include <algorithm>
#include <vector>

#include "base/json_writer.h"
#include "settings/presets.h"
#include "settings/settings.h"

namespace slosh {
namespace {

std::string quote(std::string_view text) { return JsonWriter::quoted(text); }

bool is_ranged(const ParamInfo& p) { return p.type == ParamType::number || p.type == ParamType::integer; }

std::string value_json(const ParamInfo& p) {
    return is_ranged(p) || p.type == ParamType::boolean ? p.value : quote(p.value);
}

std::string parameter_json(const ParamInfo& p) {
    const bool ranged = is_ranged(p);
    return JsonWriter()
        .text("key", p.field.key)
        .text("type", name_of(p.type))
        .text("unit", p.field.unit)
        .raw("min", ranged ? format_number(p.field.min) : "null")
        .raw("max", ranged ? format_number(p.field.max) : "null")
        .raw("default", value_json(p))
        .text("doc", p.field.doc)
        .raw("choices", JsonWriter::array_of(p.choices, quote))
        .end();
}

// The lower and the upper corner of the box around the container.
std::string container_json(const Domain& domain) {
    const Walls& walls = domain.walls;
    const glm::vec3 half = walls.shape == Shape::circle ? glm::vec3(walls.half.x) : walls.half;
    const auto corner = [&](float side) {
        std::string text;
        for (int d = 0; d < domain.dimensions; ++d)
            text += (d ? "," : "[") + JsonWriter::format(static_cast<double>(walls.centre[d] + side * half[d]));
        return text + "]";
    };
    return "[" + corner(-1) + "," + corner(1) + "]";
}

std::string scene_json(const Scene& scene) {
    Settings settings = Settings::of(scene);
    return JsonWriter()
        .text("name", scene.name)
        .text("title", scene.title)
        .text("about", scene.about)
        .text("solver", scene.solver.name())
        .text("style", scene.style)
        .raw("container", container_json(scene.domain))
        .raw("parameters", JsonWriter::array_of(list_params(settings), parameter_json))
        .end();
}

// The part of a parameter that the element in the page needs; the module has the rest.
std::string key_js(const ParamInfo& p) {
    return "{key:" + quote(p.field.key) + ",type:" + quote(name_of(p.type)) + ",default:" + value_json(p) + "}";
}

std::string style_json(const StyleInfo& style) {
    return JsonWriter().text("name", style.name).text("title", style.title).text("about", style.about).end();
}

// Each key once, as the first scene that has it declares it.
std::vector<ParamInfo> all_parameters() {
    std::vector<ParamInfo> all;
    for (const Scene& scene : scenes()) {
        Settings settings = Settings::of(scene);
        for (const ParamInfo& p : list_params(settings)) {
            bool known = false;
            for (const ParamInfo& q : all) known = known || q.field.key == p.field.key;
            if (!known) all.push_back(p);
        }
    }
    return all;
}

}  // namespace

std::string panel_texts() {
    std::vector<std::string> texts;
    for (const Scene& scene : scenes()) {
        texts.insert(texts.end(), {std::string(scene.title), std::string(scene.about)});
        for (const Preset& preset : presets_of(scene)) texts.emplace_back(preset.name);
        Settings settings = Settings::of(scene);
        for (const ParamInfo& p : list_params(settings)) {
            if (p.field.in_grid) continue;  // drawn without a name
            texts.insert(texts.end(), {"parameter " + std::string(p.field.key), std::string(p.field.doc)});
            for (const std::string_view choice : p.choices) texts.emplace_back(choice);
        }
    }
    std::sort(texts.begin(), texts.end());
    texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
    return JsonWriter::array_of(texts, quote) + "\n";
}

std::string range_text(const ParamInfo& p) {
    if (p.type == ParamType::boolean) return "true, false";
    if (p.type == ParamType::colours)
        return p.field.max > 1 ? "up to " + format_number(p.field.max) + " colours" : "a colour";
    if (p.type != ParamType::choice) return format_number(p.field.min) + " to " + format_number(p.field.max);
    std::string out;
    for (const std::string_view name : p.choices) out += (out.empty() ? "" : ", ") + std::string(name);
    return out;
}

std::string list_json() {
    return JsonWriter()
               .raw("scenes", JsonWriter::array_of(scenes(), scene_json))
               .raw("styles", JsonWriter::array_of(styles, style_json))
               .end() +
           "\n";
}

std::string list_text() {
    std::string out;
    for (const Scene& scene : scenes()) {
        out += std::string(scene.name) + "  (" + std::string(scene.solver.name()) + ", " + std::string(scene.style) +
               ")\n    " + std::string(scene.about) + "\n";
        Settings settings = Settings::of(scene);
        for (const ParamInfo& p : list_params(settings))
            out += "    " + std::string(p.field.key) + " = " + p.value +
                   (p.field.unit.empty() ? "" : " " + readable_unit(p.field.unit, scene.unit)) + "   [" +
                   range_text(p) + "]  " + std::string(p.field.doc) + "\n";
    }
    out += "styles:";
    for (const StyleInfo& style : styles) out += " " + std::string(style.name);
    return out + "\n";
}

std::string catalog_module() {
    const auto scene = [](const Scene& s) {
        return "{name:" + quote(s.name) + ",title:" + quote(s.title) + ",about:" + quote(s.about) +
               ",dimensions:" + std::to_string(s.domain.dimensions) + ",family:" + quote(s.family) +
               ",particles:" + std::to_string(s.solver.particles_in(s.domain)) + "}";
    };
    const auto style = [](const StyleInfo& s) { return "{name:" + quote(s.name) + "}"; };
    // The keys `compare`, `eye` and `drawing` are of the page only: src/app/comparison.h, View::look(), Drawing.
    const std::string keys =
        "[{key:\"compare\",type:\"text\",default:\"\"},{key:\"eye\",type:\"text\",default:\"\"},"
        "{key:\"drawing\",type:\"text\",default:\"\"}," +
        JsonWriter::array_of(all_parameters(), key_js).substr(1);
    return "// Generated from the declarations in the C++ sources.\n"
           "export const catalog = {scenes:" +
           JsonWriter::array_of(scenes(), scene) + ",styles:" + JsonWriter::array_of(styles, style) + ",keys:" + keys +
           "};\n";
}

}  // namespace slosh
