#include "app/legend/legend.h"

#include <iterator>
#include <span>

#include "base/json_writer.h"
#include "render/debug/slice_colours.h"

namespace slosh {
namespace {

std::string with_unit(std::string_view name, std::string_view unit) {
    std::string title(name);
    if (!unit.empty()) title.append(", ").append(unit);
    return title;
}

std::string slice_title(const Slice& slice, const ShownValues& shown) {
    std::string title(Slice::quantity_names[static_cast<size_t>(slice.shown)]);
    const auto preconditioner = static_cast<size_t>(shown.grid.vectors.preconditioner);
    if (slice.shown == Slice::Quantity::diagonal)
        title = std::string(preconditioner_names[preconditioner]) + ": " + std::string(diagonal_names[preconditioner]);
    title = with_unit(title, slice.unit());
    const int last = static_cast<int>(shown.grid.residuals.size()) - 1;
    if (slice.is_of_solve() && slice.shown != Slice::Quantity::diagonal && shown.paused && last >= 0)
        title += ", iteration " + std::to_string(slice.iteration_of(last)) + " of " + std::to_string(last);
    return title;
}

std::string hex(Colour colour) {
    const ColourList one{.colours = {colour}, .count = 1};
    return JsonWriter::quoted(format_colours(one));
}

}  // namespace

Legend particle_legend(const Settings& settings, const ShownValues& shown) {
    const RenderSettings& render = settings.render;
    return {.title = with_unit(RenderSettings::colour_by_names[static_cast<size_t>(render.colour_by)],
                               unit_of(settings.scene, render.colour_by)),
            .map = colour_maps[map_of(render, settings.scene.domain.dimensions)],
            .range = shown.particles};
}

Legend cell_legend(const Settings& settings, const ShownValues& shown) {
    return {.title = settings.scene.domain.dimensions == 3 ? "particles per column" : "particles per cell",
            .map = colour_maps[cell_map_of(settings.render)],
            .range = {0, shown.fullest_cell}};
}

Legend view_legend(const Settings& settings, const ShownValues& shown) {
    const WaterSettings::View view = settings.water.view;
    const bool is_length = view < WaterSettings::View::normals;
    return {.title = with_unit(WaterSettings::view_names[static_cast<size_t>(view)],
                               is_length ? settings.scene.unit : std::string_view()),
            .map = colour_maps[grey_map],
            .range = shown.view};
}

Legend slice_legend(const Settings& settings, const ShownValues& shown) {
    const Slice& slice = settings.scene.slice;
    if (slice.shown == Slice::Quantity::cell_type) return {.title = "cell type"};
    return {.title = slice_title(slice, shown),
            .map = colour_maps[slice_map_of(settings.render, slice)],
            .range = shown.slice};
}

std::vector<Legend> legends_of(const Settings& settings, const ShownValues& shown) {
    std::vector<Legend> legends;
    const bool is_3d = settings.scene.domain.dimensions == 3;
    if (settings.render.colour_by != RenderSettings::ColourBy::kind)
        legends.push_back(particle_legend(settings, shown));
    if (SLOSH_PANEL && settings.render.show_cells) legends.push_back(cell_legend(settings, shown));
    const WaterSettings::View view = settings.water.view;
    if (is_3d && view != WaterSettings::View::final_image && view != WaterSettings::View::foam)
        legends.push_back(view_legend(settings, shown));
    if (!shown.grid.empty() && settings.scene.slice.shown != Slice::Quantity::off)
        legends.push_back(slice_legend(settings, shown));
    return legends;
}

std::string legends_json(const std::vector<Legend>& legends) {
    return JsonWriter::array_of(legends, [](const Legend& legend) {
        JsonWriter json;
        json.text("title", legend.title);
        if (legend.map != nullptr)
            return json.raw("colours", JsonWriter::array_of(std::span(legend.map, map_colours), hex))
                .number("min", static_cast<double>(legend.range.x))
                .number("max", static_cast<double>(legend.range.y))
                .end();
        const auto colour = [](const CellColour& c) { return hex({c.r, c.g, c.b}); };
        return json.raw("colours", JsonWriter::array_of(type_colours, colour))
            .raw("names", JsonWriter::array_of(cell_type_names, JsonWriter::quoted))
            .end();
    });
}

}  // namespace slosh
