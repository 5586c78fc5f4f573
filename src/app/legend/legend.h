// Legends: the quantities and values that colours show. The panel draws them; without it the page does.
#pragma once
#include <string>
#include <vector>

#include "render/common/colour_map.h"
#include "settings/settings.h"

namespace slosh {

struct Legend {
    std::string title;            // quantity and unit
    const Colour* map = nullptr;  // map_colours samples from low to high; null: cell types
    glm::vec2 range{0, 0};        // values at both ends of the map
};

// What a frame has shown: the values at both ends of each colour map, and the data behind the slice.
struct ShownValues {
    glm::vec2 particles{0, 0}, view{0, 0}, slice{0, 0};
    int fullest_cell = 0;  // maximum number of particles per cell
    GridView grid;
    bool paused = false;
};

// Of the particle colours, of the cells of the neighbour search, of an intermediate image and of the slice.
Legend particle_legend(const Settings&, const ShownValues&);
Legend cell_legend(const Settings&, const ShownValues&);
Legend view_legend(const Settings&, const ShownValues&);
Legend slice_legend(const Settings&, const ShownValues&);

// Those that apply to what is shown.
std::vector<Legend> legends_of(const Settings&, const ShownValues&);
// As a JSON array: [{"title", "colours": ["#rrggbb"], "min", "max"}], for cell types [{"title", "colours", "names"}].
std::string legends_json(const std::vector<Legend>&);

inline constexpr std::string_view cell_type_names[] = {"solid", "fluid", "air"};

}  // namespace slosh
