// Solids that cut through the cells of a MAC grid (Batty, Bertails & Bridson 2007, "A fast variational framework for
// accurate solid-fluid coupling"): faces are open in part, cells hold less, and the fluid slides along what is there.
//
// Everything follows from the distance at the corners of the cells, taken as linear in between: the open shares of the
// faces (grid/face_fractions.h), how full of particles a cell can be, which way out of a solid is the shortest. A solid
// thinner than two cells has holes.
#pragma once
#include "base/jobs.h"
#include "grid/flip_particles.h"
#include "grid/liquid/obstacles.h"
#include "grid/pressure/rigid_coupling.h"

namespace slosh {

class CutCells {
public:
    // The frame of the container at rest.
    void resize(const MacGrid&, const MacFrame& at_rest);
    // Anew for where the solids are; into the open shares of the faces, 0..1.
    void find(const Obstacles&, Faces& open, Jobs&);

    // Particles a cell over those at rest where all of it is open (grid/liquid/level_set.h) become particles over what
    // there is room for.
    void fill_up(const Faces& open, SimdArray<float>& density, Jobs&);
    // A cell too small to hold a particle is full all the same where the density says so.
    void fill_gaps(const SimdArray<float>& density, SimdArray<float>& surface, Jobs&) const;
    // The divergence that is asked for, 1/s, becomes that of the open part of a cell, less what moving solids push into
    // it through the closed shares of its faces.
    void cut_source(const Faces& open, SimdArray<float>& source, Jobs&) const;
    // How the bodies that yield are joined to the pressure of the cells around them; `rest_density` in kg/m3.
    void couple(const Obstacles&, const Faces& open, float rest_density, std::vector<RigidCoupling>&) const;
    // Only their velocities are others.
    void take_velocities(const Obstacles&);
    // Takes from the velocity on closed faces near the fluid what leads into the solid or out of it.
    void constrain(const Faces& open, Faces& velocity, Jobs&);
    // Brings particles out of the solids, and takes from their velocity what would lead in again. The frame is that of
    // the container where they are now.
    void push_out(const MacFrame&, FlipParticles&, Jobs&) const;

private:
    static constexpr int no_one = -1;
    struct Near {
        float distance;
        glm::vec3 outwards;  // of unit length, or 0
    };

    void find_distance(const Obstacles&, Jobs&);
    void find_volume(Jobs&);
    void find_capacity(Jobs&);
    float share_of_octant(int cell, int octant) const;
    Near near(const float (&place)[3]) const;
    void bring_back(const MacFrame&, float kept, FlipParticles&, int slot) const;
    // Of the solid that is nearest to a corner, at x in the container at rest.
    glm::vec3 velocity_of(int corner, glm::vec3 x) const;
    glm::vec3 at_rest(const float (&place)[3]) const {
        return {origin_[0] + place[0] * edge_[0], origin_[1] + place[1] * edge_[1], origin_[2] + place[2] * edge_[2]};
    }
    // f(axis, upper, closed, corner, x) for the faces of a cell that are closed in part, but for the tank's walls:
    // their corner nearest to the solid, and their middle.
    template <class F>
    void for_closed_faces(const Faces& open, int at, const int (&place)[3], F&&) const;
    template <class F>
    void for_cells(Jobs&, F&&) const;

    MacGrid grid_;
    float origin_[3] = {}, edge_[3] = {1, 1, 1}, shortest_ = 1;
    // By corner, the entry of a cell its lower one, m; no further than `band` cells off. Whose distance it is.
    SimdArray<float> distance_;
    SimdArray<int> owner_;
    glm::vec3 velocity_[Obstacles::max_bodies], spin_[Obstacles::max_bodies], middle_[Obstacles::max_bodies];
    Walls walls_;
    bool moving_ = false;
    // By cell: the open share of its eight parts and of all of it; how many particles its density sees in a full fluid.
    SimdArray<float> octant_[8], volume_, capacity_, spare_;
    Faces held_;
};

}  // namespace slosh
