// CutCells::update(): the geometry of cut cells anew, where the distance from the solids has changed.
#include <algorithm>
#include <cmath>

#include "grid/boundaries/cut_cells.h"
#include "grid/extrapolate.h"
#include "grid/face_fractions.h"
#include "grid/transfer_weights.h"

namespace slosh {
namespace {

constexpr float max_distance_cells = 5;  // the distance is needed within 4.5 cells of a solid; it is cut off beyond

}  // namespace

void CutCells::update(const Obstacles& solids, Faces& face_fraction, Jobs& jobs) {
    find_distance(solids, jobs);
    find_stale_cells(jobs);
    find_face_fractions(grid_, distance_, is_first_ ? nullptr : &stale_, face_fraction, jobs);
    refine_face_fractions(solids, face_fraction, jobs);
    capacity_.update(distance_, stale_, shortest_, jobs);
    if (is_first_ && solids.round_walls())
        round_wall_.update(grid_, {origin_[0], origin_[1], origin_[2]}, {edge_[0], edge_[1], edge_[2]}, walls_);
    is_first_ = false;
}

// The corners that may be nearer than the largest distance to a body.
CutCells::CornerBox CutCells::corners_near(const Body& body) const {
    const int last[3] = {grid_.nx, grid_.ny, grid_.nz};
    const glm::vec3 extent = body.extent() + max_distance_cells * shortest_;
    CornerBox box;
    for (int d = 0; d < 3; ++d) {
        const float from = (body.position[d] - extent[d] - origin_[d]) / edge_[d],
                    to = (body.position[d] + extent[d] - origin_[d]) / edge_[d], end = static_cast<float>(last[d]);
        box.low[d] = static_cast<int>(std::clamp(from, 0.0f, end));
        box.high[d] = static_cast<int>(std::clamp(to, 0.0f, end));
    }
    return box;
}

void CutCells::find_distance(const Obstacles& solids, Jobs& jobs) {
    const std::span<const Body> bodies = solids.bodies();
    const float far = max_distance_cells * shortest_;
    CornerBox near[Obstacles::max_bodies];
    for (size_t b = 0; b < bodies.size(); ++b) near[b] = corners_near(bodies[b]);
    walls_ = solids.walls();
    update_velocities(solids);
    constexpr int part_length = 64;  // of a row, whose old values are kept to compare
    jobs.run(grid_.nz + 1, [&](int k) {
        float old_distance[part_length];
        int old_owner[part_length];
        glm::vec3 x, normal;
        x.z = origin_[2] + static_cast<float>(k) * edge_[2];
        for (int j = 0; j <= grid_.ny; ++j) {
            x.y = origin_[1] + static_cast<float>(j) * edge_[1];
            for (int first = 0; first <= grid_.nx; first += part_length) {
                const int count = std::min(part_length, grid_.nx + 1 - first);
                float* const distance = distance_.data() + grid_.at(first, j, k);
                int* const owner = owner_.data() + grid_.at(first, j, k);
                std::copy_n(distance, count, old_distance);
                std::copy_n(owner, count, old_owner);
                for (int n = 0; n < count; ++n) {
                    x.x = origin_[0] + static_cast<float>(first + n) * edge_[0];
                    distance[n] = solids.round_walls() ? std::min(solids.wall_distance(x), far) : far;
                    owner[n] = no_owner;
                }
                for (size_t b = 0; b < bodies.size(); ++b) {
                    const CornerBox& box = near[b];
                    if (k < box.low[2] || k > box.high[2] || j < box.low[1] || j > box.high[1]) continue;
                    const int end = std::min(count, box.high[0] + 1 - first);
                    for (int n = std::max(box.low[0] - first, 0); n < end; ++n) {
                        x.x = origin_[0] + static_cast<float>(first + n) * edge_[0];
                        const float away = bodies[b].distance(bodies[b].to_local(x), 3, normal);
                        if (away < distance[n]) {
                            distance[n] = away;
                            owner[n] = static_cast<int>(b);
                        }
                    }
                }
                uint8_t* const changed = changed_.data() + grid_.at(first, j, k);
                for (int n = 0; n < count; ++n)
                    changed[n] = is_first_ || distance[n] != old_distance[n] || owner[n] != old_owner[n];
            }
        }
    });
}

void CutCells::find_stale_cells(Jobs& jobs) {
    const int y = grid_.row, z = grid_.slab;
    for_cells(grid_, jobs, [&](int at, int, int, int) {
        const uint8_t* c = changed_.data() + at;
        stale_[at] = c[0] | c[1] | c[y] | c[y + 1] | c[z] | c[z + 1] | c[z + y] | c[z + y + 1];
    });
}

void CutCells::find_changed(SimdArray<uint8_t>& near, SimdArray<uint8_t>& scratch) const {
    const int size = grid_.size();
    for (int at = 0; at < size; ++at) near[at] = changed_[at] | stale_[at];
    // The capacity of a cell depends on its 26 neighbours.
    for (const int stride : {1, grid_.row, grid_.slab}) {
        scratch = near;
        for (int at = stride; at < size; ++at) {
            near[at] |= scratch[at - stride];
            near[at - stride] |= scratch[at];
        }
    }
}

// The distance from a box or cylinder is not linear near their edges. Interpolated between corners they are too small
// there, and float too low. So the faces beside them are sampled: 3 x 3 squares, each cut by the plane of the nearest
// point of the body.
void CutCells::refine_face_fractions(const Obstacles& solids, Faces& face_fraction, Jobs& jobs) {
    const std::span<const Body> bodies = solids.bodies();
    if (bodies.empty()) return;
    constexpr int samples = 3;
    for (int axis = 0; axis < 3; ++axis) {
        const int b = (axis + 1) % 3, c = (axis + 2) % 3, u = grid_.stride(b), v = grid_.stride(c);
        for_inner_rows(grid_, axis, jobs, [&](int first, int count) {
            for (int at = first; at < first + count; ++at) {
                if (stale_[at] == 0) continue;
                const int corners[4] = {at, at + u, at + v, at + u + v};
                float nearest = max_distance_cells * shortest_;
                bool has_edges = false;
                for (const int corner : corners) {
                    nearest = std::min(nearest, std::abs(distance_[corner]));
                    has_edges |= owner_[corner] != no_owner && bodies[static_cast<size_t>(owner_[corner])].has_edges();
                }
                if (!has_edges || !(nearest < shortest_)) continue;
                float middle[3] = {static_cast<float>(at % grid_.row - 1),
                                   static_cast<float>(at % grid_.slab / grid_.row - 1),
                                   static_cast<float>(at / grid_.slab - 1)};
                float open = 0;
                const float low_b = middle[b], low_c = middle[c];
                for (int s = 0; s < samples * samples; ++s) {
                    middle[b] = low_b + (static_cast<float>(s % samples) + 0.5f) / samples;
                    middle[c] = low_c + (static_cast<float>(s / samples) + 0.5f) / samples;
                    const SurfaceSample solid = nearest_solid(solids, middle);
                    const float width = (edge_[b] * std::abs(solid.normal[b]) + edge_[c] * std::abs(solid.normal[c])) /
                                        samples;  // along the normal
                    open += std::clamp(0.5f + solid.distance / std::max(width, 1e-6f), 0.0f, 1.0f);
                }
                open /= samples * samples;
                face_fraction.axis[axis][at] = open < min_face_fraction ? 0 : open;
            }
        });
    }
}

}  // namespace slosh
