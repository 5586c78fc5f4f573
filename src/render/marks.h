// What is drawn over the fluid for those who want to know: the kernel of a picked particle with its neighbours,
// velocities, how full the cells of the neighbour search are, where the walls point.
#pragma once
#include <vector>

#include "render/cell_counts.h"
#include "render/lines.h"
#include "render/style.h"

namespace slosh {

// How far the kernel of this slot reaches.
float support_of(const Particles&, int slot);
// Slots of the other particles within its reach.
std::vector<int> neighbours_of(const Particles&, int slot);

class Marks {
public:
    explicit Marks(std::string& error) : lines_(error) {}
    // Whether there is anything to draw.
    static bool any(const Frame& frame) {
        const Look& look = frame.look;
        return look.show_velocity || look.show_cells || look.show_normals || (look.show_kernel && frame.picked >= 0);
    }
    void draw(const Frame&);
    // Particles in the fullest cell when the cells were last drawn.
    int fullest_cell() const { return cells_.most; }

private:
    void add_kernel(const Frame&);
    void add_velocities(const Frame&);
    void add_cells(const Frame&);
    void add_normals(const Frame&);
    void add_normal(const Frame&, glm::vec3 at, glm::vec3 inwards);
    Lines lines_;
    CellCounts cells_;
};

}  // namespace slosh
