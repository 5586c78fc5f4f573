#include "render/scene3d/surface_particles.h"

#include <algorithm>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vector_relational.hpp>

#include "base/bounds.h"

namespace slosh {
namespace {

constexpr int depth = 2;           // cells: one layer of half empty cells would leave gaps between its spheres
constexpr float min_fill = 0.35f;  // of the particles of a full cell

// Not a number is in cell 0.
uint32_t cell_index(float at, int cells) {
    return !(at > 0)                         ? 0u
           : at >= static_cast<float>(cells) ? static_cast<uint32_t>(cells - 1)
                                             : static_cast<uint32_t>(at);
}

}  // namespace

bool SurfaceParticles::find(const ParticleView& p, const Walls& walls, glm::vec3 container, glm::vec3 eye, float near) {
    slots_.clear();
    const auto count = static_cast<size_t>(p.count);
    if (count == 0 || !(p.radius > 0)) return false;
    const bool closed = !walls.open, round = walls.shape == Shape::circle;
    const glm::vec3 centre = walls.centre + container;
    glm::vec3 lo, hi;
    if (closed) {
        const glm::vec3 half = round ? glm::vec3(walls.half.x) : walls.half;
        lo = centre - half;
        hi = centre + half;
    } else {
        find_bounds(p.x.first(count), lo.x, hi.x);
        find_bounds(p.y.first(count), lo.y, hi.y);
        find_bounds(p.z.first(count), lo.z, hi.z);
    }
    if (glm::all(glm::greaterThan(eye, lo - near)) && glm::all(glm::lessThan(eye, hi + near))) return false;
    const float spacing = 2 * p.radius;
    // Whole cells fit into a closed container.
    const glm::vec3 whole = glm::max(glm::round((hi - lo) / (2 * spacing)), glm::vec3(1));
    if (!(whole.x * whole.y * whole.z < 8 * static_cast<float>(p.count) + 4096)) return false;
    const glm::ivec3 cells(whole), padded = cells + 2 * depth;
    const glm::vec3 size = glm::max((hi - lo) / whole, glm::vec3(spacing));
    const float full = size.x * size.y * size.z / (spacing * spacing * spacing);

    const auto total = static_cast<size_t>(padded.x * padded.y * padded.z);
    const auto row = static_cast<uint32_t>(padded.x), layer = row * static_cast<uint32_t>(padded.y);
    count_.assign(total, 0);
    cell_of_.resize(count);
    for (size_t i = 0; i < count; ++i) {
        const uint32_t cell = cell_index((p.x[i] - lo.x) / size.x, cells.x) + depth +
                              (cell_index((p.y[i] - lo.y) / size.y, cells.y) + depth) * row +
                              (cell_index((p.z[i] - lo.z) / size.z, cells.z) + depth) * layer;
        cell_of_[i] = cell;
        count_[cell] = static_cast<uint16_t>(std::min(count_[cell] + 1, 0xffff));
    }
    // Outside, behind the panes that the eye sees, is air: glass that is almost dry lets the eye see the particles
    // there.
    const glm::vec3 to_eye = eye - centre;
    filled_.assign(total, 0);
    size_t cell = 0;
    for (int z = -depth; z < cells.z + depth; ++z)
        for (int y = -depth; y < cells.y + depth; ++y)
            for (int x = -depth; x < cells.x + depth; ++x, ++cell) {
                const glm::ivec3 at(x, y, z);
                const glm::vec3 from = lo + (glm::vec3(at) + 0.5f) * size - centre;
                // The fraction of the cell in the container.
                float inside = at == glm::clamp(at, glm::ivec3(0), cells - 1) ? 1.0f : 0.0f;
                bool is_seen = !closed;
                if (closed && round) {
                    inside = glm::clamp((walls.half.x - glm::length(from)) / size.x + 0.5f, 0.0f, 1.0f);
                    is_seen = glm::dot(from, to_eye) > walls.half.x * glm::length(from);
                } else if (closed) {
                    const glm::vec3 side = glm::sign(from), half = walls.half;
                    is_seen = glm::any(glm::greaterThan(glm::abs(from), half) && glm::greaterThan(side * to_eye, half));
                }
                filled_[cell] = inside > 0 ? static_cast<float>(count_[cell]) >= min_fill * full * inside : !is_seen;
            }
    erode(padded);
    for (size_t i = 0; i < count; ++i)
        if (!filled_[cell_of_[i]]) slots_.push_back(static_cast<uint32_t>(i));
    return true;
}

// A cell stays filled if all cells within `depth` are, axis by axis. Cells of the margin stay as they are.
void SurfaceParticles::erode(glm::ivec3 padded) {
    const int strides[] = {1, padded.x, padded.x * padded.y};
    for (const int stride : strides) {
        eroded_ = filled_;
        for (int z = depth; z < padded.z - depth; ++z)
            for (int y = depth; y < padded.y - depth; ++y)
                for (int x = depth; x < padded.x - depth; ++x) {
                    const int cell = x + padded.x * (y + padded.y * z);
                    uint8_t all = 1;
                    for (int d = -depth; d <= depth; ++d) all &= filled_[static_cast<size_t>(cell + d * stride)];
                    eroded_[static_cast<size_t>(cell)] = all;
                }
        filled_.swap(eroded_);
    }
}

}  // namespace slosh
