#include "grid/boundaries/cut_cells.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "base/vectors.h"
#include "grid/extrapolate.h"
#include "grid/sampling.h"
#include "grid/transfer_weights.h"

namespace slosh {
namespace {

constexpr float constraint_depth = 2.5f;  // cells: interpolation beside a solid reads this far into it
constexpr float skin_cells = 0.01f;       // cells: particles keep this distance from solids
// Cells: beside an edge of a box or cylinder the interpolated distance is too large by less.
constexpr float edge_error = 0.35f;

}  // namespace

void CutCells::resize(const MacGrid& grid, const MacFrame& at_rest) {
    grid_ = grid;
    for (int d = 0; d < 3; ++d) {
        origin_[d] = at_rest.corner[d];
        edge_[d] = at_rest.edge[d];
    }
    shortest_ = std::min({edge_[0], edge_[1], edge_[2]});
    owner_.assign(grid.size(), no_owner);
    distance_.assign(grid.size());
    changed_.assign(grid.size());
    stale_.assign(grid.size());
    is_first_ = true;
    capacity_.resize(grid);
    constrained_.assign(grid);
}

void CutCells::update_velocities(const Obstacles& solids) {
    const std::span<const Body> bodies = solids.bodies();
    moving_ = solids.moving();
    for (size_t b = 0; b < bodies.size(); ++b) {
        velocity_[b] = bodies[b].velocity;
        angular_velocity_[b] = bodies[b].angular_velocity;
        centre_[b] = bodies[b].position;
    }
}

glm::vec3 CutCells::velocity_of_solid(int o, glm::vec3 x) const {
    return o == no_owner ? glm::vec3(0) : velocity_[o] + glm::cross(angular_velocity_[o], x - centre_[o]);
}

int CutCells::face_owner(int axis, int face) const {
    const int u = grid_.stride((axis + 1) % 3), v = grid_.stride((axis + 2) % 3);
    int closest = face;
    for (const int corner : {face + u, face + v, face + u + v})
        if (distance_[corner] < distance_[closest]) closest = corner;
    return owner_[closest];
}

glm::vec3 CutCells::face_centre(int axis, int face) const {
    float coord[3] = {static_cast<float>(face % grid_.row - 1), static_cast<float>(face % grid_.slab / grid_.row - 1),
                      static_cast<float>(face / grid_.slab - 1)};
    for (int d = 0; d < 3; ++d) coord[d] += d == axis ? 0.0f : 0.5f;
    return at_rest(coord);
}

template <class F>
void CutCells::for_closed_faces(const Faces& face_fraction, int at, const int (&coord)[3], F&& f) const {
    const int n[3] = {grid_.nx, grid_.ny, grid_.nz};
    for (int axis = 0; axis < 3; ++axis) {
        const int u = grid_.stride((axis + 1) % 3), v = grid_.stride((axis + 2) % 3);
        for (const bool upper : {false, true}) {
            if (coord[axis] == (upper ? n[axis] - 1 : 0)) continue;  // a wall of the tank
            const int face = upper ? at + grid_.stride(axis) : at;
            const float closed = 1 - face_fraction.axis[axis][face];
            if (!(closed > 0)) continue;
            int closest = face;
            for (const int corner : {face + u, face + v, face + u + v})
                if (distance_[corner] < distance_[closest]) closest = corner;
            float middle[3];
            for (int d = 0; d < 3; ++d)
                middle[d] = static_cast<float>(coord[d]) + (d != axis ? 0.5f : upper ? 1.0f : 0.0f);
            f(axis, upper, closed, closest, at_rest(middle));
        }
    }
}

void CutCells::cut_divergence_target(const Faces& face_fraction, SimdArray<float>& divergence_target,
                                     Jobs& jobs) const {
    for_cells(grid_, jobs, [&](int at, int i, int j, int k) {
        divergence_target[at] *= capacity_.open_volume(at);
        if (!moving_ || distance_[at] > 2 * shortest_) return;
        const int coord[3] = {i, j, k};
        for_closed_faces(face_fraction, at, coord, [&](int axis, bool upper, float closed, int corner, glm::vec3 x) {
            const float flux = closed * velocity_of(corner, x)[axis] / edge_[axis];
            divergence_target[at] += upper ? -flux : flux;
        });
    });
}

void CutCells::assemble_coupling(const Obstacles& solids, const Faces& face_fraction, float rest_density,
                                 std::vector<RigidCoupling>& coupled) const {
    const std::span<const Body> bodies = solids.bodies();
    const int n[3] = {grid_.nx, grid_.ny, grid_.nz};
    // Velocity change, m/s, of a body of 1 kg by a unit of system pressure over the sub-step and its pressure area: see
    // grid/liquid/projection.h.
    const float unit = rest_density * shortest_ * shortest_ * edge_[0] * edge_[1] * edge_[2];
    coupled.resize(bodies.size() - static_cast<size_t>(solids.first_dynamic()));
    for (size_t c = 0; c < coupled.size(); ++c) {
        RigidCoupling& coupling = coupled[c];
        coupling.body = solids.first_dynamic() + static_cast<int>(c);
        const Body& body = bodies[static_cast<size_t>(coupling.body)];
        const glm::mat3 scaled_axes(body.inv_inertia.x * body.axes[0], body.inv_inertia.y * body.axes[1],
                                    body.inv_inertia.z * body.axes[2]);
        coupling.inv_mass = unit * body.inv_mass;
        coupling.inv_inertia = unit * (scaled_axes * glm::transpose(body.axes));
        coupling.cells.clear();
        // However it turns, so that later steps allocate nothing.
        size_t max_cells = 1;
        for (const float edge : edge_) max_cells *= static_cast<size_t>(2 * body.bounding_radius(3) / edge) + 3;
        coupling.cells.reserve(std::min(max_cells, static_cast<size_t>(n[0]) * n[1] * n[2]));
        int low[3], high[3];
        const glm::vec3 extent = body.extent();
        for (int d = 0; d < 3; ++d) {
            const float last = static_cast<float>(n[d] - 1);
            low[d] =
                static_cast<int>(std::clamp((body.position[d] - extent[d] - origin_[d]) / edge_[d] - 1, 0.0f, last));
            high[d] =
                static_cast<int>(std::clamp((body.position[d] + extent[d] - origin_[d]) / edge_[d] + 1, 0.0f, last));
        }
        int coord[3];
        for (coord[2] = low[2]; coord[2] <= high[2]; ++coord[2])
            for (coord[1] = low[1]; coord[1] <= high[1]; ++coord[1])
                for (coord[0] = low[0]; coord[0] <= high[0]; ++coord[0]) {
                    const int at = grid_.at(coord[0], coord[1], coord[2]);
                    RigidCoupling::Cell cell{at, glm::vec3(0), glm::vec3(0), glm::vec3(0)};
                    bool any = false;
                    for_closed_faces(face_fraction, at, coord,
                                     [&](int axis, bool upper, float closed, int corner, glm::vec3 x) {
                                         if (owner_[corner] != coupling.body) return;
                                         glm::vec3 flux(0);  // per unit of velocity, 1/m
                                         flux[axis] = (upper ? -closed : closed) / edge_[axis];
                                         cell.j_linear += flux;
                                         cell.j_angular += glm::cross(x - body.position, flux);
                                         any = true;
                                     });
                    if (!any) continue;
                    const float middle[3] = {static_cast<float>(coord[0]) + 0.5f, static_cast<float>(coord[1]) + 0.5f,
                                             static_cast<float>(coord[2]) + 0.5f};
                    const SurfaceSample nearest = sample_distance(middle);
                    for (int d = 0; d < 3; ++d)
                        cell.surface_offset[d] =
                            std::clamp(-nearest.distance * nearest.normal[d] / edge_[d], -1.0f, 1.0f);
                    coupling.cells.push_back(cell);
                }
    }
}

CutCells::SurfaceSample CutCells::sample_distance(const float (&coord)[3]) const {
    const int n[3] = {grid_.nx, grid_.ny, grid_.nz};
    int cell[3];
    float part[3];
    for (int d = 0; d < 3; ++d) {
        cell[d] = std::clamp(static_cast<int>(coord[d]), 0, n[d] - 1);
        part[d] = coord[d] - static_cast<float>(cell[d]);
    }
    const float* at = distance_.data() + grid_.at(cell[0], cell[1], cell[2]);
    float value = 0;
    glm::vec3 slope(0);
    for (int corner = 0; corner < 8; ++corner) {
        float weight[3], sign[3];
        for (int d = 0; d < 3; ++d) {
            const bool upper = corner >> d & 1;
            weight[d] = upper ? part[d] : 1 - part[d];
            sign[d] = upper ? 1.0f : -1.0f;
        }
        const float f = at[(corner & 1) + (corner >> 1 & 1) * grid_.row + (corner >> 2) * grid_.slab];
        value += f * weight[0] * weight[1] * weight[2];
        slope += f * glm::vec3(sign[0] * weight[1] * weight[2] / edge_[0], sign[1] * weight[0] * weight[2] / edge_[1],
                               sign[2] * weight[0] * weight[1] / edge_[2]);
    }
    const float length = length_of(slope);
    const int corner =
        grid_.at(std::min(static_cast<int>(coord[0] + 0.5f), n[0]), std::min(static_cast<int>(coord[1] + 0.5f), n[1]),
                 std::min(static_cast<int>(coord[2] + 0.5f), n[2]));
    return {value, length > 0 ? slope / length : glm::vec3(0), owner_[corner]};
}

// Interpolated, but exact beside boxes and cylinders.
CutCells::SurfaceSample CutCells::nearest_solid(const Obstacles& solids, const float (&coord)[3]) const {
    SurfaceSample nearest = sample_distance(coord);
    const int cell =
        grid_.at(std::min(static_cast<int>(coord[0]), grid_.nx - 1), std::min(static_cast<int>(coord[1]), grid_.ny - 1),
                 std::min(static_cast<int>(coord[2]), grid_.nz - 1));
    int last = no_owner;
    for (int corner = 0; corner < 8; ++corner) {
        const int owner = owner_[cell + (corner & 1) + (corner >> 1 & 1) * grid_.row + (corner >> 2) * grid_.slab];
        if (owner == no_owner || owner == last) continue;
        last = owner;
        const Body& body = solids.bodies()[static_cast<size_t>(owner)];
        if (!body.has_edges()) continue;
        glm::vec3 outwards;
        const float away = body.distance(body.to_local(at_rest(coord)), 3, outwards);
        if (away < nearest.distance) nearest = {away, body.axes * outwards, owner};
    }
    return nearest;
}

void CutCells::constrain_velocity(const Faces& face_fraction, Faces& velocity, Jobs& jobs) {
    const auto needs_constraint = [&](int axis, int at, float& distance) {
        if (face_fraction.axis[axis][at] > 0) return false;
        const int u = grid_.stride((axis + 1) % 3), v = grid_.stride((axis + 2) % 3);
        distance = 0.25f * (distance_[at] + distance_[at + u] + distance_[at + v] + distance_[at + u + v]);
        return distance > -constraint_depth * shortest_;
    };
    for (int axis = 0; axis < 3; ++axis)
        for_inner_rows(grid_, axis, jobs, [&](int first, int count) {
            float coord[3] = {static_cast<float>(first % grid_.row - 1),
                              static_cast<float>(first % grid_.slab / grid_.row - 1),
                              static_cast<float>(first / grid_.slab - 1)};
            for (int d = 0; d < 3; ++d) coord[d] += d == axis ? 0.0f : 0.5f;
            float distance;
            for (int at = first; at < first + count; ++at, coord[0] += 1) {
                if (!needs_constraint(axis, at, distance)) continue;
                glm::vec3 u;
                const int back = grid_.stride(axis);
                for (int d = 0; d < 3; ++d) {
                    const float* f = velocity.axis[d].data() + at;
                    const int up = grid_.stride(d);
                    u[d] = d == axis ? *f : 0.25f * (f[0] + f[up] + f[-back] + f[up - back]);
                }
                const glm::vec3 normal = sample_distance(coord).normal;
                const float normal_velocity = glm::dot(u - velocity_of(at, at_rest(coord)), normal);
                constrained_.axis[axis][at] = u[axis] - normal_velocity * normal[axis];
            }
        });
    for (int axis = 0; axis < 3; ++axis)
        for_inner_rows(grid_, axis, jobs, [&](int first, int count) {
            float distance;
            for (int at = first; at < first + count; ++at)
                if (needs_constraint(axis, at, distance)) velocity.axis[axis][at] = constrained_.axis[axis][at];
        });
}

// A round tank is closed: clamps the particle to its radius.
void CutCells::clamp_to_round_tank(const MacFrame& frame, float skin, FlipParticles& p, int slot) const {
    if (walls_.shape != Shape::circle) return;
    float from[3], r2 = 0;
    for (int d = 0; d < 3; ++d) {
        const float middle = frame.corner[d] + (walls_.centre[d] - origin_[d]);
        from[d] = p.x[d][slot] - middle;
        r2 += from[d] * from[d];
    }
    const float r = __builtin_sqrtf(r2), max_r = walls_.half.x - skin;
    if (!(r > max_r)) return;
    for (int d = 0; d < 3; ++d) p.x[d][slot] -= from[d] * (1 - max_r / r);
}

void CutCells::push_particles_out(const MacFrame& frame, const Obstacles& solids, FlipParticles& p, Jobs& jobs) const {
    const int n[3] = {grid_.nx, grid_.ny, grid_.nz};
    const float skin = skin_cells * shortest_;
    const auto push_out = [&](int slot) {
        SurfaceSample found{};
        float coord[3];
        for (int round = 0; round < 4; ++round) {  // iterated: the gradient changes from cell to cell
            for (int d = 0; d < 3; ++d) coord[d] = frame.in_cells(d, p.x[d][slot]);
            found = nearest_solid(solids, coord);
            if (found.distance >= skin) {
                if (round == 0) return;
                break;
            }
            for (int d = 0; d < 3; ++d) {
                const float low = frame.corner[d] + 1e-3f * frame.edge[d],
                            high = frame.corner[d] + (frame.top[d] - 1e-3f) * frame.edge[d];
                const float to = p.x[d][slot] + (skin - found.distance) * found.normal[d];
                p.x[d][slot] = std::clamp(to, low, high);
            }
        }
        clamp_to_round_tank(frame, skin, p, slot);
        const glm::vec3 wall = velocity_of_solid(found.owner, at_rest(coord));
        float normal_velocity = 0;
        for (int d = 0; d < 3; ++d) normal_velocity += (p.v[d][slot] - frame.velocity[d] - wall[d]) * found.normal[d];
        if (normal_velocity < 0)
            for (int d = 0; d < 3; ++d) p.v[d][slot] -= normal_velocity * found.normal[d];
    };
    bool edges = false;
    for (const Body& body : solids.bodies()) edges |= body.has_edges();
    const float near = skin + (edges ? edge_error * shortest_ : 0);
    jobs.for_range(p.count, particle_block, [&](int begin, int end) {
        for (int slot = begin; slot < end; slot += lanes) {
            LinearStencil corner[3];
            for (int d = 0; d < 3; ++d)
                corner[d] = LinearStencil::of(frame.in_cells(d, load(&p.x[d][slot])), static_cast<float>(n[d] - 1),
                                              static_cast<float>(grid_.stride(d)));
            const Float4 distance =
                interpolate(grid_, distance_.data() + grid_.at(0, 0, 0), corner[0], corner[1], corner[2]);
            const int inside = movemask(distance < splat(near));
            for (int lane = 0; inside >> lane != 0; ++lane)
                if (inside >> lane & 1 && slot + lane < end) push_out(slot + lane);
        }
    });
}

}  // namespace slosh
