#include "domain/equal_cells.h"

#include <algorithm>
#include <glm/geometric.hpp>

#include "base/math.h"
#include "domain/mean_spacing.h"

namespace slosh {
namespace {

int rounded(double v) { return static_cast<int>(v + 0.5); }

// The edge of a cell, m.
double cell_edge(const FluidRegion& region, int dimensions, int count) {
    return mean_spacing(static_cast<double>(region_volume(region, dimensions)), count, dimensions);
}

// Divides `count` cells over parts of about `edge` in a length. Calls f(lower end, upper end, cells of the part), with
// the ends as fractions of the length. Parts with one cell more come first: one seam between two numbers is closer to
// a lattice than many.
template <class F>
void for_parts(double length, double edge, int count, F&& f) {
    if (count < 1) return;
    const int parts = std::clamp(rounded(length / edge), 1, count), least = count / parts, fuller = count % parts;
    double end = 0;
    for (int i = 0, cells = 0; i < parts; ++i) {
        const int here = least + (i < fuller ? 1 : 0);
        const double begin = end;
        cells += here;
        end = static_cast<double>(cells) / count;
        f(begin, end, here);
    }
}

// Layers along y, in 3D rows along z, and cells along x.
std::vector<glm::vec3> cells_of_box(const FluidRegion& region, int dimensions, int count, double edge) {
    const glm::dvec3 size = 2.0 * glm::dvec3(region.half);
    const auto middle = [](double begin, double end) { return static_cast<float>(begin + end - 1); };
    std::vector<glm::vec3> points;
    points.reserve(static_cast<size_t>(count));
    const auto add_row = [&](float y, float z, int cells) {
        for (int i = 0; i < cells; ++i) points.push_back({static_cast<float>((2.0 * i + 1) / cells - 1), y, z});
    };
    for_parts(size.y, edge, count, [&](double y0, double y1, int in_layer) {
        const float y = middle(y0, y1);
        if (dimensions == 2) return add_row(y, 0, in_layer);
        for_parts(size.z, edge, in_layer,
                  [&](double z0, double z1, int in_row) { add_row(y, middle(z0, z1), in_row); });
    });
    return points;
}

// Rings around an axis that points into the fluid: an arc of `span` to both sides of it.
void add_ring(std::vector<glm::vec3>& points, glm::dvec3 axis, double radius, double span, int cells) {
    const glm::dvec3 side{-axis.y, axis.x, 0};
    for (int i = 0; i < cells; ++i) {
        const CosineSine at = cosine_and_sine(span * ((2.0 * i + 1) / cells - 1));
        points.push_back(glm::vec3(radius * (at.cosine * axis + at.sine * side)));
    }
}

// Bands around an axis that points into the fluid, from its pole: `span` is pi for a whole shell, pi/2 for half of one.
void add_shell(std::vector<glm::vec3>& points, glm::dvec3 axis, double radius, double span, int cells, double edge) {
    const glm::dvec3 any = __builtin_fabs(axis.x) < 0.5 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 0, 1);
    const glm::dvec3 u = glm::normalize(glm::cross(axis, any)), v = glm::cross(axis, u);
    const double whole = 1 - cosine_and_sine(span).cosine;  // of the area, in units of 2 pi r^2
    // The first band is a cap with one cell in its middle, so half as wide; so is the last one of a whole shell.
    const double narrow = whole > 1.5 ? 1.0 : 0.5;
    const int bands = std::clamp(rounded(span * radius / edge + narrow), 1, cells);
    const double width = bands > 1 ? span / (bands - narrow) : span;
    int before = 0;
    for (int b = 1; b <= bands; ++b) {
        const double share = (1 - cosine_and_sine(std::min((b - 0.5) * width, span)).cosine) / whole;
        const int until = b == bands ? cells : std::max(before, rounded(cells * share)), here = until - before;
        const bool at_pole = here == 1 && cells > 1 && (before == 0 || (narrow == 1.0 && until == cells));
        const double cosine = at_pole ? (before == 0 ? 1 : -1) : 1 - whole * (before + until) / (2.0 * cells),
                     sine = __builtin_sqrt(std::max(1 - cosine * cosine, 0.0));
        for (int i = 0; i < here; ++i) {
            const CosineSine at = cosine_and_sine(pi_d * ((2.0 * i + 1) / here - 1));
            points.push_back(glm::vec3(radius * (cosine * axis + sine * (at.cosine * u + at.sine * v))));
        }
        before = until;
    }
}

std::vector<glm::vec3> cells_of_disc_or_ball(const FluidRegion& region, int dimensions, int count, double edge) {
    const double layer = edge / static_cast<double>(region.half.x);
    const bool is_half = region.cut != glm::vec3(0);
    const glm::dvec3 axis = is_half ? -glm::normalize(glm::dvec3(region.cut)) : glm::dvec3(0, -1, 0);
    const double span = is_half ? pi_d / 2 : pi_d;
    // Layers from the centre out: the volume within grows with the power of the radius.
    const auto power = [&](double r) { return dimensions == 2 ? r * r : r * r * r; };
    // One cell in the centre, so the first layer is half as thick as the others.
    const double first = is_half ? 1 : 0.5;
    const int layers = std::clamp(rounded(1 / layer + 1 - first), 1, std::max(count, 1));
    std::vector<glm::vec3> points;
    points.reserve(static_cast<size_t>(count));
    int before = 0;
    for (int k = 1; k <= layers && before < count; ++k) {
        const int until = k == layers ? count : rounded(count * power((k - 1 + first) / (layers - 1 + first)));
        if (until <= before) continue;
        // The middle by volume.
        const double radius = until == 1 && !is_half ? 0 : edge_of((before + until) / (2.0 * count), dimensions);
        if (dimensions == 2) add_ring(points, axis, radius, span, until - before);
        else add_shell(points, axis, radius, span, until - before, layer);
        before = until;
    }
    return points;
}

// A disc or ball that touches no wall: the points of a lattice that are nearest to its centre.
std::vector<glm::vec3> lattice_around_centre(const FluidRegion& region, int dimensions, int count, double edge) {
    const double spacing = edge / static_cast<double>(region.half.x);
    const int rows = static_cast<int>(1 / spacing) + 2, depth = dimensions == 3 ? rows : 0;
    std::vector<glm::vec3> points;
    std::vector<float> distances2;
    const auto at = [&](int i) { return static_cast<float>((i + 0.5) * spacing); };
    for (int y = -rows; y < rows; ++y)
        for (int z = -depth; z < std::max(depth, 1); ++z)
            for (int x = -rows; x < rows; ++x) {
                points.push_back({at(x), at(y), dimensions == 3 ? at(z) : 0});
                distances2.push_back(glm::dot(points.back(), points.back()));
            }
    std::vector<float> sorted = distances2;
    const auto last = sorted.begin() + std::max(count - 1, 0);
    std::nth_element(sorted.begin(), last, sorted.end());
    auto at_limit = count - std::count_if(distances2.begin(), distances2.end(), [&](float r2) { return r2 < *last; });
    size_t kept = 0;
    for (size_t i = 0; i < points.size(); ++i)
        if (distances2[i] < *last || (distances2[i] == *last && at_limit-- > 0)) points[kept++] = points[i];
    points.resize(static_cast<size_t>(count));
    for (glm::vec3& p : points)  // steps of the rim that stand out
        if (const float r2 = glm::dot(p, p); r2 > 1) p *= 0.9999f / __builtin_sqrtf(r2);
    return points;
}

// The half of a region behind its cut: of twice as many cells of the whole one, those that are deepest behind the
// plane.
std::vector<glm::vec3> deepest_cells(const FluidRegion& region, const std::vector<glm::vec3>& points, int count) {
    const glm::vec3 size = half_extents(region.shape, region.half);
    const auto depth = [&](glm::vec3 p) { return -glm::dot(p * size, region.cut); };
    // As a stable sort, by a heap: a quarter of its code.
    struct Key {
        float depth;
        uint32_t index;
        bool operator<(const Key& b) const { return depth > b.depth || (depth == b.depth && index < b.index); }
    };
    std::vector<Key> keys;
    keys.reserve(points.size());
    for (const glm::vec3 p : points) keys.push_back({depth(p), static_cast<uint32_t>(keys.size())});
    std::make_heap(keys.begin(), keys.end());
    std::sort_heap(keys.begin(), keys.end());
    std::vector<glm::vec3> deepest;
    deepest.reserve(static_cast<size_t>(count));
    for (size_t k = 0; k < static_cast<size_t>(count); ++k) deepest.push_back(points[keys[k].index]);
    return deepest;
}

}  // namespace

float region_volume(const FluidRegion& region, int dimensions) {
    const glm::vec3 h = region.half;
    float whole = dimensions == 2 ? 4 * h.x * h.y : 8 * h.x * h.y * h.z;
    if (region.shape == Shape::circle) whole = dimensions == 2 ? pi * h.x * h.x : 4.0f / 3 * pi * h.x * h.x * h.x;
    // A cut through the centre leaves half of the volume: the shapes are point-symmetric.
    return region.cut == glm::vec3(0) ? whole : whole / 2;
}

std::vector<glm::vec3> equal_cells(const FluidRegion& region, int dimensions, int count, bool touches_walls) {
    const double edge = cell_edge(region, dimensions, count);
    const bool is_round = region.shape == Shape::circle;
    if (is_round && touches_walls) return cells_of_disc_or_ball(region, dimensions, count, edge);
    const auto whole = is_round ? lattice_around_centre : cells_of_box;
    if (region.cut == glm::vec3(0)) return whole(region, dimensions, count, edge);
    return deepest_cells(region, whole(region, dimensions, 2 * count, edge), count);
}

}  // namespace slosh
