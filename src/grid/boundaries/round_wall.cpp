#include "grid/boundaries/round_wall.h"

#include <algorithm>
#include <glm/geometric.hpp>

#include "base/simd_array.h"
#include "base/vectors.h"
#include "grid/face_fractions.h"

namespace slosh {
namespace {

constexpr int samples = 4;             // of a cell along each axis; even, as the weights have a kink in its middle
constexpr float inner_cells = 1;       // cells: the rotation is that of a cell with this distance from the wall
constexpr float full_weight = 0.999f;  // a face with more of the weight of a full tank is not beside the wall

glm::vec3 unit(int axis) {
    glm::vec3 n(0);
    n[axis] = 1;
    return n;
}

}  // namespace

// Positions relative to the centre.
struct RoundWall::Tank {
    const MacGrid& grid;
    glm::vec3 corner, edge;
    float radius, longest;
    // Of faces, by axis: `weight` is the offset of the mean position of the particles from the centre of the face, m.
    std::vector<Term> offsets[3];

    glm::vec3 at(glm::vec3 coord) const { return corner + coord * edge; }
    glm::vec3 face_centre(int axis, int face) const { return at(lower_corner(face) + 0.5f * (1.0f - unit(axis))); }
    glm::vec3 cell_centre(int cell) const { return at(lower_corner(cell) + 0.5f); }
    glm::vec3 lower_corner(int cell) const {
        const auto [i, j, k] = grid.cell(cell);
        return glm::vec3(i, j, k);
    }
    float distance(glm::vec3 x) const { return radius - length_of(x); }
    // Whether the centre of a cell lies within some cells of the wall, inside or outside.
    bool is_near(int cell, float inside, float outside) const {
        const float away = distance(cell_centre(cell));
        return away < inside * longest && away > -outside * longest;
    }
    float open_fraction(int axis, int face) const {
        const glm::vec3 low = lower_corner(face), u = unit((axis + 1) % 3), v = unit((axis + 2) % 3);
        const float open = positive_fraction(distance(at(low)), distance(at(low + u)), distance(at(low + u + v)),
                                             distance(at(low + v)));
        return open < min_face_fraction ? 0 : open;
    }
    void sample(int axis, int cell, Float4 (&nodes)[27]) const;
    void find_offsets(int axis);
    glm::vec3 offset_of(int axis, int face) const;
    // The fraction of a sample of the cell within the tank.
    float part_inside(glm::vec3 x) const {
        const float r = std::max(length_of(x), 1e-30f);
        const float width = (std::abs(x.x) * edge.x + std::abs(x.y) * edge.y + std::abs(x.z) * edge.z) / (r * samples);
        return std::clamp(0.5f + (radius - r) / width, 0.0f, 1.0f);
    }
};

void RoundWall::update(const MacGrid& grid, glm::vec3 corner, glm::vec3 edge, const Walls& walls) {
    Tank tank{grid, corner - walls.centre, edge, walls.half.x, std::max({edge.x, edge.y, edge.z}), {}};
    for (int axis = 0; axis < 3; ++axis) tank.find_offsets(axis);
    for (int axis = 0; axis < 3; ++axis) {
        faces_[axis].clear();
        faces_[axis].reserve(tank.offsets[axis].size());
        // (rotation x offset) . n = rotation . (offset x n)
        for (const Term& o : tank.offsets[axis]) {
            faces_[axis].push_back(term(tank, o.at, tank.face_centre(axis, o.at), -glm::cross(o.weight, unit(axis))));
            faces_[axis].back().full = o.full;
        }
    }
    find_cells(tank);
}

// What a cell adds to the faces around it, by sampling: the sum of the weights of P2G, and of them times the offset
// from the face in cells. `nodes`: 3 x 3 x 3 faces around that of the cell.
void RoundWall::Tank::sample(int axis, int cell, Float4 (&nodes)[27]) const {
    std::fill_n(nodes, 27, splat(0.0f));
    const glm::vec3 low = lower_corner(cell);
    for (int s = 0; s < samples * samples * samples; ++s) {
        const glm::vec3 part =
            (glm::vec3(s % samples, s / samples % samples, s / (samples * samples)) + 0.5f) / float(samples);
        const float inside = part_inside(at(low + part));
        // From the nearest face before the sample; across its axis faces lie in the middle of cells.
        glm::vec3 from = part;
        int first = 0;
        for (int d = 0, stride = 1; d < 3; ++d, stride *= 3) {
            const bool is_before = d != axis && part[d] < 0.5f;
            if (d != axis) from[d] += is_before ? 0.5f : -0.5f;
            if (!is_before) first += stride;
        }
        for (int face = 0; face < 8; ++face) {
            float weight = inside;
            int node = first;
            Float4 moment = splat(1.0f);
            for (int d = 0, stride = 1; d < 3; ++d, stride *= 3) {
                const bool upper = face >> d & 1;
                weight *= upper ? from[d] : 1 - from[d];
                moment[d + 1] = upper ? from[d] - 1 : from[d];
                if (upper) node += stride;
            }
            nodes[node] += weight * moment;
        }
    }
}

// The mean position of the fluid of a full tank, weighted as in P2G.
void RoundWall::Tank::find_offsets(int axis) {
    constexpr float half_diagonal = 0.87f;      // of a cell
    SimdArray<float> moments(4 * grid.size());  // by face
    Float4 nodes[27];
    bool are_full = false;  // nodes: those of a cell inside, which are all the same
    for (int cell = 0; cell < grid.size(); ++cell) {
        if (!is_near(cell, 4, 1)) continue;
        const bool is_full = !is_near(cell, half_diagonal, 1);
        if (!(is_full && are_full)) sample(axis, cell, nodes);
        are_full = is_full;
        for (int n = 0; n < 27; ++n) {
            float* to = &moments[4 * (cell + n % 3 - 1 + (n / 3 % 3 - 1) * grid.row + (n / 9 - 1) * grid.slab)];
            store(to, load(to) + nodes[n]);
        }
    }
    // Cells further inside have faces with the whole weight; all that these faces weigh was sampled above.
    for (int face = 0; face < grid.size(); ++face) {
        if (!is_near(face, 2.25f, 2)) continue;
        const float* m = &moments[4 * face];
        const float full = m[0] / (samples * samples * samples);
        if (full > 0 && full < full_weight)
            offsets[axis].push_back({face, 0, glm::vec3(m[1], m[2], m[3]) / m[0] * edge, full});
    }
}

void RoundWall::find_cells(const Tank& tank) {
    cells_.clear();
    for (int cell = 0; cell < tank.grid.size(); ++cell) {
        if (!tank.is_near(cell, 3, 1)) continue;
        glm::vec3 sum(0);
        for (int axis = 0; axis < 3; ++axis)
            for (const bool upper : {false, true}) {
                const int face = upper ? cell + tank.grid.stride(axis) : cell;
                const float flux = tank.open_fraction(axis, face) / tank.edge[axis];
                const glm::vec3 x = tank.face_centre(axis, face) + tank.offset_of(axis, face);
                sum += (upper ? flux : -flux) * glm::cross(x, unit(axis));
            }
        cells_.push_back(term(tank, cell, tank.cell_centre(cell), sum));
    }
    cells_.shrink_to_fit();
}

// 0 of a face inside.
glm::vec3 RoundWall::Tank::offset_of(int axis, int face) const {
    const std::vector<Term>& of = offsets[axis];
    const auto found = std::lower_bound(of.begin(), of.end(), face, [](const Term& o, int f) { return o.at < f; });
    return found != of.end() && found->at == face ? found->weight : glm::vec3(0);
}

// Of a value that is `per_rotation` . (rotation in rad/s) at x. A cell inside has the rotation x cross u / x^2; each
// component of its u is that at the mean position of the particles there.
RoundWall::Term RoundWall::term(const Tank& tank, int at, glm::vec3 x, glm::vec3 per_rotation) const {
    const float inside = tank.radius - inner_cells * tank.longest, r = length_of(x);
    const glm::vec3 coord = ((r > inside ? x * (inside / r) : x) - tank.corner) / tank.edge;
    Term out{at, tank.grid.at(static_cast<int>(coord.x), static_cast<int>(coord.y), static_cast<int>(coord.z)),
             glm::vec3(0)};
    float sum = 0;
    for (int d = 0; d < 3; ++d) {
        const int upper = out.inner + tank.grid.stride(d);
        const glm::vec3 mean =
            tank.cell_centre(out.inner) + 0.5f * (tank.offset_of(d, out.inner) + tank.offset_of(d, upper));
        const glm::vec3 lever = glm::cross(mean, unit(d));
        out.weight[d] = 2 * glm::dot(lever, per_rotation);
        sum += glm::dot(lever, lever);
    }
    out.weight /= sum;
    return out;
}

}  // namespace slosh
