#include "grid/boundaries/viscous_coupling.h"

#include <algorithm>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace slosh {
namespace {

constexpr float min_viscous_theta = 0.1f;

}  // namespace

void ViscousCoupling::begin(CutCells& cut, Obstacles& solids, const MacGrid& grid, const Faces& face_fraction,
                            float rest_density, const Motion& container) {
    cut_ = &cut;
    solids_ = &solids;
    container_ = container;
    cell_mass_ = rest_density * cut.edge(0) * cut.edge(1) * cut.edge(2);
    if (open_.axis[0].size() != grid.size()) open_.assign(grid);
    for (int axis = 0; axis < 3; ++axis)
        for (int k = 0; k < grid.nz; ++k)
            for (int j = 0; j < grid.ny; ++j)
                for (int i = 0; i < grid.nx; ++i) {
                    const int face = grid.at(i, j, k);
                    open_.axis[axis][face] = is_solid(axis, face) ? 0 : face_fraction.axis[axis][face];
                }
}

void ViscousCoupling::assemble(int axis, const float (&rate)[3], const SimdArray<float>& phi, PressureSystem& system) {
    const MacGrid& grid = system.grid;
    const int first = solids_->first_dynamic();
    const std::span<const Body> bodies = solids_->bodies();
    ties_.clear();
    drag_.assign(bodies.size() - static_cast<size_t>(first), {});
    for (size_t c = 0; c < drag_.size(); ++c) {
        const Body& body = bodies[static_cast<size_t>(first) + c];
        drag_[c].mass = 1 / (body.inv_mass * cell_mass_);
        drag_[c].free = drag_[c].mass * body.velocity[axis];
    }
    system.coupled.resize(drag_.size());
    for (RigidCoupling& coupling : system.coupled) coupling.cells.clear();
    for (int k = 0; k < grid.nz; ++k)
        for (int j = 0; j < grid.ny; ++j)
            for (int i = 0; i < grid.nx; ++i) {
                const int face = grid.at(i, j, k);
                if (!(system.diagonal[face] > 0)) continue;
                const float here = cut_->face_distance(axis, face);
                if (!(here < std::max({cut_->edge(0), cut_->edge(1), cut_->edge(2)}))) continue;
                const int coord[3] = {i, j, k}, count[3] = {grid.nx, grid.ny, grid.nz};
                float weight_of_body = 0;
                int body = -1;
                for (int d = 0; d < 3; ++d)
                    for (const bool upper : {false, true}) {
                        // Behind the straight walls of the tank there is no solid that cuts.
                        if (upper ? coord[d] + 1 >= count[d] : coord[d] == 0) continue;
                        const int next = upper ? face + grid.stride(d) : face - grid.stride(d);
                        const float there = cut_->face_distance(axis, next);
                        if (there > 0) continue;
                        // Along its own axis there is a cell between a face and the next: nothing acts across air.
                        if (d == axis && !(phi[upper ? face : next] < 0)) continue;
                        const float theta = std::max(here / (here - there), min_viscous_theta),
                                    weight = rate[d] / theta;
                        system.diagonal[face] += weight - (d == axis ? rate[d] : 2 * rate[d]);
                        Tie tie{face, cut_->face_owner(axis, next), weight, cut_->face_centre(axis, face)};
                        tie.at[d] += (upper ? theta : -theta) * cut_->edge(d);
                        ties_.push_back(tie);
                        if (tie.owner >= first) {
                            body = tie.owner - first;
                            weight_of_body += weight;
                        }
                    }
                if (body < 0) continue;
                RigidCoupling::Cell cell{face, glm::vec3(0), glm::vec3(0), glm::vec3(0)};
                cell.j_linear[axis] = weight_of_body;
                system.coupled[static_cast<size_t>(body)].cells.push_back(cell);
            }
    // The velocity of the solid, without that part of a body's which is implicit.
    for (const Tie& tie : ties_) {
        float solid = cut_->velocity_of_solid(tie.owner, tie.at)[axis];
        if (tie.owner >= first) {
            Drag& drag = drag_[static_cast<size_t>(tie.owner - first)];
            solid -= bodies[static_cast<size_t>(tie.owner)].velocity[axis];
            drag.sum += tie.weight;
            drag.free -= tie.weight * solid;
        }
        system.b[tie.face] += tie.weight * solid;
    }
    for (const Tie& tie : ties_) {
        if (tie.owner < first) continue;
        const Drag& drag = drag_[static_cast<size_t>(tie.owner - first)];
        system.b[tie.face] += tie.weight * drag.free / (drag.mass + drag.sum);
    }
    for (size_t c = 0; c < drag_.size(); ++c) {
        system.coupled[c].body = first + static_cast<int>(c);
        system.coupled[c].inv_mass = -1 / (drag_[c].mass + drag_[c].sum);
        system.coupled[c].inv_inertia = glm::mat3(0);
    }
}

void ViscousCoupling::apply(int axis, const PressureSystem& system, const SimdArray<float>& solution,
                            const Faces& face_fraction, Faces& velocity) {
    const int first = solids_->first_dynamic();
    for (size_t c = 0; c < drag_.size(); ++c) {
        const int index = first + static_cast<int>(c);
        const Body body = solids_->bodies()[static_cast<size_t>(index)];
        double momentum = static_cast<double>(drag_[c].free);
        for (const Tie& tie : ties_)
            if (tie.owner == index)
                momentum += static_cast<double>(tie.weight) * static_cast<double>(solution[tie.face]);
        glm::vec3 change(0);
        change[axis] = static_cast<float>(momentum) / (drag_[c].mass + drag_[c].sum) - body.velocity[axis];
        // inv(I) = axes inv(I_local) axes^T; (I + L) w = torque, with the ties' share L, is solved as (1 + inv(I) L) w
        // = inv(I) torque.
        const glm::mat3 scaled(body.inv_inertia.x * body.axes[0], body.inv_inertia.y * body.axes[1],
                               body.inv_inertia.z * body.axes[2]);
        const glm::mat3 inv_inertia = scaled * glm::transpose(body.axes);
        glm::vec3 torque(0);
        glm::mat3 ties(0);
        for (const Tie& tie : ties_) {
            if (tie.owner != index) continue;
            glm::vec3 along(0);
            along[axis] = 1;
            const glm::vec3 lever = glm::cross(tie.at - body.position, along);
            const float solid = body.velocity[axis] + change[axis] + glm::dot(lever, body.angular_velocity);
            const float mass = cell_mass_ * tie.weight;
            torque += mass * (solution[tie.face] - solid) * lever;
            ties += mass * glm::outerProduct(lever, lever);
        }
        const glm::vec3 spin = glm::inverse(glm::mat3(1) + inv_inertia * ties) * (inv_inertia * torque);
        solids_->add_velocity(static_cast<int>(c), change, spin);
    }
    solids_->update_local_bodies(container_);
    cut_->update_velocities(*solids_);
    const MacGrid& grid = system.grid;
    float* u = velocity.axis[axis].data();
    for (int k = 0; k < grid.nz; ++k)
        for (int j = 0; j < grid.ny; ++j)
            for (int i = 0; i < grid.nx; ++i) {
                const int face = grid.at(i, j, k);
                if (face_fraction.axis[axis][face] > 0 && is_solid(axis, face))
                    u[face] =
                        cut_->velocity_of_solid(cut_->face_owner(axis, face), cut_->face_centre(axis, face))[axis];
            }
}

}  // namespace slosh
