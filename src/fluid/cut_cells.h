// Solids that cut through the cells of a MAC grid (Batty, Bertails & Bridson 2007, "A fast variational framework for
// accurate solid-fluid coupling"): faces are open in part, cells hold less, and the fluid slides along what is there.
//
// Everything follows from the distance at the corners of the cells, taken as linear in between: the open shares of the
// faces (fluid/face_shares.h), how full of particles a cell can be, which way out of a solid is the shortest. A solid
// thinner than two cells has holes.
#pragma once
#include "base/jobs.h"
#include "fluid/grid_particles.h"
#include "fluid/solids.h"

namespace slosh {

class CutCells {
public:
    // The frame of the container at rest.
    void resize(const MacGrid&, const MacFrame& at_rest);
    // Anew for where the solids are; into the open shares of the faces, 0..1.
    void find(const Solids&, Faces& open, Jobs&);

    // Particles a cell over those at rest where all of it is open (fluid/free_surface.h) become particles over what
    // there is room for.
    void fill_up(const Faces& open, Padded<float>& density, Jobs&);
    // A cell too small to hold a particle is full all the same where the density says so.
    void fill_gaps(const Padded<float>& density, Padded<float>& surface, Jobs&) const;
    // The divergence that is asked for, 1/s, becomes that of the open part of a cell, less what moving solids push into
    // it through the closed shares of its faces.
    void cut_source(const Faces& open, Padded<float>& source, Jobs&) const;
    // Takes from the velocity on closed faces near the fluid what leads into the solid or out of it.
    void constrain(const Faces& open, Faces& velocity, Jobs&);
    // Brings particles out of the solids, and takes from their velocity what would lead in again. The frame is that of
    // the container where they are now.
    void push_out(const MacFrame&, GridParticles&, Jobs&) const;

private:
    static constexpr int no_one = -1;
    struct Near {
        float distance;
        glm::vec3 outwards;  // of unit length, or 0
    };

    void find_distance(const Solids&, Jobs&);
    void find_volume(Jobs&);
    void find_capacity(Jobs&);
    float share_of_octant(int cell, int octant) const;
    Near near(const float (&place)[3]) const;
    void bring_back(const MacFrame&, float kept, GridParticles&, int slot) const;
    glm::vec3 velocity_of(int corner) const;
    template <class F>
    void for_cells(Jobs&, F&&) const;

    MacGrid grid_;
    float origin_[3] = {}, edge_[3] = {1, 1, 1}, shortest_ = 1;
    // By corner, the entry of a cell its lower one, m; no further than `band` cells off. Whose distance it is.
    Padded<float> distance_;
    Padded<int> owner_;
    glm::vec3 velocity_[Solids::most_obstacles];
    Walls walls_;
    bool moving_ = false;
    // By cell: the open share of its eight parts and of all of it; how many particles its density sees in a full fluid.
    Padded<float> octant_[8], volume_, capacity_, spare_;
    Faces held_;
};

}  // namespace slosh
