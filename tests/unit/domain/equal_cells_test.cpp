// The fluid at the start has the density of rest for any number of particles.
#include "domain/equal_cells.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <string>

#include "sph/lattice.h"
#include "sph/smoothing_kernels.h"

namespace slosh::equal_cells_test {
namespace {

struct Case {
    const char* name;
    int dimensions;
    FluidRegion region;
    bool touches_walls = true;
};

const Case cases[] = {
    {"square", 2, {.half = {1, 1, 0}}},
    {"wide box", 2, {.half = {1.7f, 0.6f, 0}}},
    {"disc", 2, {.shape = Shape::circle, .half = {1, 1, 0}}},
    {"half a disc", 2, {.shape = Shape::circle, .half = {1, 1, 0}, .cut = {-0.8f, 1, 0}}},
    {"cube", 3, {.half = {1, 1, 1}}},
    {"block", 3, {.half = {1.3f, 0.7f, 1}}},
    {"ball", 3, {.shape = Shape::circle, .half = {1, 1, 1}}},
    {"half a ball", 3, {.shape = Shape::circle, .half = {1, 1, 1}, .cut = {-0.8f, 1, 0.3f}}},
    {"free disc", 2, {.shape = Shape::circle, .half = {1, 1, 0}}, false},
    {"free ball", 3, {.shape = Shape::circle, .half = {1, 1, 1}}, false},
    {"free half ball", 3, {.shape = Shape::circle, .half = {1, 1, 1}, .cut = {-0.8f, 1, 0.3f}}, false},
    {"wedge", 3, {.half = {1.3f, 0.7f, 1}, .cut = {0.25f, -1, 0}}},
};

glm::vec3 half_size(const FluidRegion& r) { return r.shape == Shape::circle ? glm::vec3(r.half.x) : r.half; }

// The distance of a point inside the region from its boundary, m.
float depth(const Case& c, glm::vec3 p) {
    const FluidRegion& r = c.region;
    float depth = r.shape == Shape::circle ? r.half.x - glm::length(p) : 1e9f;
    for (int d = 0; r.shape == Shape::box && d < c.dimensions; ++d) depth = std::min(depth, r.half[d] - std::abs(p[d]));
    if (r.cut != glm::vec3(0)) depth = std::min(depth, -glm::dot(p, r.cut) / glm::length(r.cut));
    return depth;
}

template <int D>
float volume_of_lattice_point(float spacing, float h) {
    const auto w = [&](float n) { return QuarticSpline<D>::w(splat(spacing * std::sqrt(n) / h))[0]; };
    return 1 / sph::lattice_sum<D>(spacing, h, w);
}

struct Densities {
    // Of rest density; inside: farther than h from the boundary.
    float inside_lo = 9, inside_hi = 0, highest = 0, mean_error = 0;
};

template <int D>
Densities densities(const Case& c, int count) {
    std::vector<glm::vec3> points = equal_cells(c.region, D, count, c.touches_walls);
    for (glm::vec3& p : points) p = p * half_size(c.region);
    const float each = region_volume(c.region, D) / static_cast<float>(count);
    const float spacing = D == 2 ? std::sqrt(each) : std::cbrt(each), h = 2.6f * spacing;
    const float volume = volume_of_lattice_point<D>(spacing, h);
    Densities out;
    int inside = 0;
    for (const glm::vec3 p : points) {
        float sum = 0;
        for (const glm::vec3 q : points)
            if (const float r = glm::length(p - q); r < h) sum += QuarticSpline<D>::w(splat(r / h))[0];
        const float ratio = sum * volume;
        out.highest = std::max(out.highest, ratio);
        if (depth(c, p) < h) continue;
        ++inside, out.mean_error += std::abs(ratio - 1);
        out.inside_lo = std::min(out.inside_lo, ratio), out.inside_hi = std::max(out.inside_hi, ratio);
    }
    out.mean_error /= static_cast<float>(std::max(inside, 1));
    return out;
}

// The shells around the centre of a ball are less dense than the rest: 13 cells around one fit no regular arrangement.
TEST(EqualCells, HaveTheDensityOfRestForAnyCount) {
    for (const Case& c : cases)
        for (const int count : {700, 1000, 1024, 2503, 4000, 4096}) {
            const Densities found = c.dimensions == 2 ? densities<2>(c, count) : densities<3>(c, count);
            const std::string label = std::string(c.name) + " of " + std::to_string(count);
            std::printf("%s: inside %.4f to %.4f, off by %.4f in the mean, highest %.4f\n", label.c_str(),
                        static_cast<double>(found.inside_lo), static_cast<double>(found.inside_hi),
                        static_cast<double>(found.mean_error), static_cast<double>(found.highest));
            const bool is_box = c.region.shape == Shape::box || !c.touches_walls;
            const float bar = !is_box ? 0.0125f : c.dimensions == 3 && count < 2000 ? 0.0065f : 0.005f;
            EXPECT_LT(found.highest, 1 + bar) << label;
            const float mean_bar = is_box || c.dimensions == 2 ? 0.0035f : count < 2000 ? 0.065f : 0.014f;
            EXPECT_LT(found.mean_error, mean_bar) << label;
            EXPECT_GT(found.inside_lo, is_box ? 1 - bar : 0.75f) << label;
        }
}

}  // namespace
}  // namespace slosh::equal_cells_test
