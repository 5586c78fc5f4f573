// Cut cells: solids that intersect the cells of a MAC grid (Batty, Bertails & Bridson 2007, "A fast variational
// framework for accurate solid-fluid coupling"). Faces are partly open, cells hold less, and the fluid slides along
// sloped and curved solids.
//
// Everything follows from the signed distance at the cell corners, interpolated linearly: the open face fractions
// (grid/face_fractions.h), the capacity of cells for particles (grid/boundaries/cell_capacity.h), the nearest direction
// out of a solid. A solid thinner than two cells has holes.
#pragma once
#include "base/jobs.h"
#include "grid/boundaries/cell_capacity.h"
#include "grid/boundaries/obstacles.h"
#include "grid/boundaries/round_wall.h"
#include "grid/flip_particles.h"
#include "grid/pressure/rigid_coupling.h"

namespace slosh {

class CutCells {
public:
    // Allocates; the frame is that of the container at its rest position.
    void resize(const MacGrid&, const MacFrame& at_rest);
    // Recomputes distance, volume and capacity for the present bodies, and the open face fractions 0..1, which must be
    // those of the last update: what no body has moved past stays as it is.
    void update(const Obstacles&, Faces& face_fraction, Jobs&);

    // Sets `near` to 1 at the entries, those in the border included, that the last update may have changed in any
    // field; both arrays have the size of the grid.
    void find_changed(SimdArray<uint8_t>& near, SimdArray<uint8_t>& scratch) const;

    // Corrections of density and phi in cut cells: see CellCapacity.
    void divide_by_capacity(const Faces& face_fraction, SimdArray<float>& density, Jobs& jobs) {
        capacity_.divide_by_capacity(face_fraction, density, jobs);
    }
    void fill_small_cells(const SimdArray<float>& density, SimdArray<float>& phi, Jobs& jobs) const {
        capacity_.fill_small_cells(density, phi, jobs);
    }
    // Converts the divergence target, 1/s, to that of the open part of the cell, and adds the flux that moving solids
    // force through the closed parts of its faces.
    void cut_divergence_target(const Faces& face_fraction, SimdArray<float>& divergence_target, Jobs&) const;
    // Assembles the coupling of dynamic bodies with the pressure of the cells around them; `rest_density` in kg/m3.
    void assemble_coupling(const Obstacles&, const Faces& face_fraction, float rest_density,
                           std::vector<RigidCoupling>&) const;
    // For bodies that have changed their velocities only.
    void update_velocities(const Obstacles&);
    // Constrained extrapolation: removes the component normal to the solid, relative to it, from the velocity on closed
    // faces near the fluid.
    void constrain_velocity(const Faces& face_fraction, Faces& velocity, Jobs&);
    // Moves particles out of solids along the distance gradient and removes the velocity component into the solid. The
    // frame is that of the container at its present position.
    void push_particles_out(const MacFrame&, const Obstacles&, FlipParticles&, Jobs&) const;

    // Of the face of a component: signed distance of its centre from the solids, m, interpolated; the nearest body, or
    // no_owner; the centre, a position in the container at rest.
    float face_distance(int axis, int face) const {
        const int u = grid_.stride((axis + 1) % 3), v = grid_.stride((axis + 2) % 3);
        return 0.25f * ((distance_[face] + distance_[face + u]) + (distance_[face + v] + distance_[face + u + v]));
    }
    int face_owner(int axis, int face) const;
    glm::vec3 face_centre(int axis, int face) const;
    // Velocity of a body at x, a position in the container at rest, m/s; 0 of no_owner.
    glm::vec3 velocity_of_solid(int owner, glm::vec3 x) const;
    float edge(int axis) const { return edge_[axis]; }
    // By corner: the signed distance, m, and the index of the nearest body or no_owner.
    const SimdArray<float>& distance() const { return distance_; }
    const SimdArray<int>& owner() const { return owner_; }
    const CellCapacity& capacity() const { return capacity_; }
    const RoundWall& round_wall() const { return round_wall_; }  // without terms in a box
    bool moving() const { return moving_; }                      // whether any solid moves

    static constexpr int no_owner = -1;

private:
    struct SurfaceSample {
        float distance;
        glm::vec3 normal;  // unit vector away from the solid, or 0
        int owner;         // index of the body, or no_owner
    };

    struct CornerBox {
        int low[3], high[3];  // inclusive
    };

    CornerBox corners_near(const Body&) const;
    void find_distance(const Obstacles&, Jobs&);
    void find_stale_cells(Jobs&);
    void refine_face_fractions(const Obstacles&, Faces& face_fraction, Jobs&);
    SurfaceSample sample_distance(const float (&coord)[3]) const;
    SurfaceSample nearest_solid(const Obstacles&, const float (&coord)[3]) const;
    void clamp_to_round_tank(const MacFrame&, float skin, FlipParticles&, int slot) const;
    // Velocity of the solid nearest to a corner at x, m/s; x is a position in the container at rest, m.
    glm::vec3 velocity_of(int corner, glm::vec3 x) const { return velocity_of_solid(owner_[corner], x); }
    glm::vec3 at_rest(const float (&coord)[3]) const {
        return {origin_[0] + coord[0] * edge_[0], origin_[1] + coord[1] * edge_[1], origin_[2] + coord[2] * edge_[2]};
    }
    // Calls f(axis, upper, closed, corner, x) for each face of a cell that is closed in part, except on the tank walls:
    // the closed fraction, the face corner nearest to the solid, the face centre.
    template <class F>
    void for_closed_faces(const Faces& face_fraction, int at, const int (&coord)[3], F&&) const;

    MacGrid grid_;
    float origin_[3] = {}, edge_[3] = {1, 1, 1}, shortest_ = 1;
    // By corner (the entry of a cell is its lower corner): signed distance, m, limited to max_distance_cells; and the
    // index of the nearest body.
    SimdArray<float> distance_;
    SimdArray<int> owner_;
    // Not 0 where the last update changed either: by corner, and by cell for any of its corners.
    SimdArray<uint8_t> changed_, stale_;
    bool is_first_ = true;  // update: everything is stale
    glm::vec3 velocity_[Obstacles::max_bodies], angular_velocity_[Obstacles::max_bodies],
        centre_[Obstacles::max_bodies];
    Walls walls_;
    bool moving_ = false;
    CellCapacity capacity_;
    RoundWall round_wall_;
    Faces constrained_;
};

}  // namespace slosh
