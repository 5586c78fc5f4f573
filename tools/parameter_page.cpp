#include "parameter_page.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "listing.h"
#include "settings/settings.h"

namespace slosh {
namespace {

// A declaration of a key, and the solvers whose scenes have it with this type, unit, range and text.
struct Declaration {
    ParamInfo param;
    std::vector<std::string_view> solvers;
};

// The default may differ between scenes.
bool is_same(const ParamInfo& a, const ParamInfo& b) {
    return a.field.key == b.field.key && a.type == b.type && a.field.unit == b.field.unit &&
           a.field.min == b.field.min && a.field.max == b.field.max &&
           std::string_view(a.field.doc) == std::string_view(b.field.doc) &&
           std::equal(a.choices.begin(), a.choices.end(), b.choices.begin(), b.choices.end());
}

std::vector<std::string_view> all_solvers() {
    std::vector<std::string_view> names;
    for (const Scene& scene : scenes())
        if (std::find(names.begin(), names.end(), scene.solver.name()) == names.end())
            names.push_back(scene.solver.name());
    return names;
}

std::vector<Declaration> all_declarations() {
    std::vector<Declaration> all;
    for (const Scene& scene : scenes()) {
        const std::string_view solver = scene.solver.name();
        Settings settings = Settings::of(scene);
        for (const ParamInfo& p : list_params(settings)) {
            const auto same = std::find_if(all.begin(), all.end(), [&](const auto& d) { return is_same(d.param, p); });
            if (same == all.end()) all.push_back({p, {solver}});
            else if (std::find(same->solvers.begin(), same->solvers.end(), solver) == same->solvers.end())
                same->solvers.push_back(solver);
        }
    }
    return all;
}

std::string cell(std::string_view text) { return " " + std::string(text) + " |"; }

enum class SolverColumn { no, yes };

std::string row(const Declaration& d, SolverColumn solver_column) {
    const ParamInfo& p = d.param;
    std::string out = "| `" + std::string(p.field.key) + (p.field.in_grid ? "` and so on |" : "` |");
    if (solver_column == SolverColumn::yes) {
        std::string names;
        for (const std::string_view solver : d.solvers) names += (names.empty() ? "" : ", ") + std::string(solver);
        out += cell(names);
    }
    return out + cell(p.value) + cell(range_text(p)) + cell(p.field.unit) + cell(p.field.doc) + "\n";
}

template <class Chosen>
std::string table(const std::vector<Declaration>& all, SolverColumn solver_column, Chosen&& chosen) {
    std::string out = solver_column == SolverColumn::yes
                          ? "| key | solvers | default | range | unit | what it does |\n|---|---|---|---|---|---|\n"
                          : "| key | default | range | unit | what it does |\n|---|---|---|---|---|\n";
    bool in_grid = false;  // one row stands for all cells of a grid
    for (const Declaration& d : all) {
        if (!chosen(d) || (d.param.field.in_grid && in_grid)) continue;
        in_grid = in_grid || d.param.field.in_grid;
        out += row(d, solver_column);
    }
    return out;
}

}  // namespace

std::string parameter_page() {
    const std::vector<std::string_view> solvers = all_solvers();
    const std::vector<Declaration> all = all_declarations();
    std::string out =
        "# Parameters\n\n"
        "Generated from the declarations in the sources by `describe parameters`; do not edit. `slosh list` prints "
        "the\n"
        "same scene by scene, with the defaults of each. Every key is an attribute and a property of `<slosh-tank>`, "
        "a\n"
        "part of the query of the page (`index.html?scene=blobs&particles=3000`), and `--set key=value` on the "
        "command\n"
        "line; `style` is the attribute and property `render-style`, because every element has a `style`. A default is "
        "that of\n"
        "the first scene with the key. `u` is the length unit of the scene, metres but for blobs, `curl-disc` and "
        "`microbes`.\n\n"
        "## Every scene\n\n" +
        table(all, SolverColumn::no, [&](const Declaration& d) { return d.solvers.size() == solvers.size(); }) +
        "\n## Several solvers\n\n"
        "Declared alike by these solvers, or only in scenes in 3D.\n\n" +
        table(all, SolverColumn::yes,
              [&](const Declaration& d) { return d.solvers.size() > 1 && d.solvers.size() < solvers.size(); });
    for (const std::string_view solver : solvers)
        out += "\n## Only `" + std::string(solver) + "`\n\n" + table(all, SolverColumn::no, [&](const Declaration& d) {
                   return d.solvers.size() == 1 && d.solvers[0] == solver;
               });
    return out;
}

}  // namespace slosh
