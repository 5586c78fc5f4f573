#include "listing.h"

#include <vector>

#include "settings/settings.h"

namespace slosh {
namespace {

std::string quote(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + "\"";
}

template <class List, class Each>
std::string array_of(const List& list, Each&& each) {
    std::string out = "[";
    for (const auto& item : list) out += (out.size() > 1 ? "," : "") + each(item);
    return out + "]";
}

bool is_ranged(const ParamInfo& p) { return p.type == ParamType::number || p.type == ParamType::integer; }

std::string value_json(const ParamInfo& p) {
    return is_ranged(p) || p.type == ParamType::boolean ? p.value : quote(p.value);
}

std::string parameter_json(const ParamInfo& p) {
    const bool ranged = is_ranged(p);
    return "{\"key\":" + quote(p.field.key) + ",\"type\":" + quote(name_of(p.type)) +
           ",\"unit\":" + quote(p.field.unit) + ",\"min\":" + (ranged ? format_number(p.field.min) : "null") +
           ",\"max\":" + (ranged ? format_number(p.field.max) : "null") + ",\"default\":" + value_json(p) +
           ",\"doc\":" + quote(p.field.doc) + ",\"choices\":" + array_of(p.choices, quote) + "}";
}

std::string scene_json(const Scene& scene) {
    Settings settings = Settings::of(scene);
    return "{\"name\":" + quote(scene.name) + ",\"title\":" + quote(scene.title) + ",\"about\":" + quote(scene.about) +
           ",\"solver\":" + quote(scene.solver.name()) + ",\"style\":" + quote(scene.style) +
           ",\"parameters\":" + array_of(list_params(settings), parameter_json) + "}";
}

// What the element has to know of a parameter; everything else is the module's business.
std::string key_js(const ParamInfo& p) {
    return "{key:" + quote(p.field.key) + ",type:" + quote(name_of(p.type)) + ",default:" + value_json(p) + "}";
}

std::string style_json(const StyleInfo& style) {
    return "{\"name\":" + quote(style.name) + ",\"title\":" + quote(style.title) + ",\"about\":" + quote(style.about) +
           "}";
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

std::string range_text(const ParamInfo& p) {
    if (p.type == ParamType::boolean) return "true, false";
    if (p.type != ParamType::choice) return format_number(p.field.min) + " to " + format_number(p.field.max);
    std::string out;
    for (const std::string_view name : p.choices) out += (out.empty() ? "" : ", ") + std::string(name);
    return out;
}

}  // namespace

std::string list_json() {
    return "{\"scenes\":" + array_of(scenes(), scene_json) + ",\"styles\":" + array_of(styles, style_json) + "}\n";
}

std::string list_text() {
    std::string out;
    for (const Scene& scene : scenes()) {
        out += std::string(scene.name) + "  (" + std::string(scene.solver.name()) + ", " + std::string(scene.style) +
               ")\n    " + std::string(scene.about) + "\n";
        Settings settings = Settings::of(scene);
        for (const ParamInfo& p : list_params(settings))
            out += "    " + std::string(p.field.key) + " = " + p.value +
                   (p.field.unit.empty() ? "" : " " + std::string(p.field.unit)) + "   [" + range_text(p) + "]  " +
                   std::string(p.field.doc) + "\n";
    }
    out += "styles:";
    for (const StyleInfo& style : styles) out += " " + std::string(style.name);
    return out + "\n";
}

std::string catalog_module() {
    const auto scene = [](const Scene& s) {
        return "{name:" + quote(s.name) + ",title:" + quote(s.title) + ",about:" + quote(s.about) +
               ",dimensions:" + std::to_string(s.domain.dimensions) + ",family:" + quote(s.solver.family()) + "}";
    };
    const auto style = [](const StyleInfo& s) { return "{name:" + quote(s.name) + "}"; };
    // Of the page only: see src/app/comparison.h.
    const std::string keys =
        "[{key:\"compare\",type:\"text\",default:\"\"}," + array_of(all_parameters(), key_js).substr(1);
    return "// Generated from the declarations in the C++ sources.\n"
           "export const catalog = {scenes:" +
           array_of(scenes(), scene) + ",styles:" + array_of(styles, style) + ",keys:" + keys + "};\n";
}

}  // namespace slosh
