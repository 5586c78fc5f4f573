#include "foam/smoothed_fields.h"

#include <algorithm>

#include "base/vectors.h"

namespace slosh {

void SmoothedFields::build(const DiffuseFluid& fluid, glm::vec3 lo, glm::vec3 hi, Jobs& jobs) {
    const int count = fluid.count;
    const float spacing = fluid.spacing;
    const float* const x[3] = {fluid.x.data(), fluid.y.data(), fluid.z.data()};
    const float* const v[3] = {fluid.vx.data(), fluid.vy.data(), fluid.vz.data()};
    walls_ = fluid.walls;
    wall_centre_ = fluid.walls.centre + fluid.offset;
    const double max_nodes = 16.0 * count + 65536;  // bounds the memory
    float edge = spacings * spacing;
    const auto nodes_along = [&](int d) { return min((hi[d] - lo[d]) / edge, 1e6f); };
    while (static_cast<double>(nodes_along(0) + 3) * (nodes_along(1) + 3) * (nodes_along(2) + 3) > max_nodes) edge *= 2;
    // One more node on both sides, so that positions on the boundary of the box are inside. The walls of a box lie on
    // nodes: only then are the images of particles what particles there would be.
    int nodes[3];
    at_rest_ = 1;
    for (int d = 0; d < 3; ++d) {
        float width = edge, before = 0;  // of a cell; from a node to `lo`
        if (!walls_.open && walls_.shape != Shape::circle) {
            const float wall = wall_centre_[d] - walls_.half[d], tank = 2 * walls_.half[d];
            width = tank / max(static_cast<float>(static_cast<int>(tank / edge + 0.5f)), 1.0f);
            before = (lo[d] - wall) - static_cast<float>(static_cast<int>((lo[d] - wall) / width)) * width;
        }
        lo_[d] = lo[d] - before - width;
        inv_edge_[d] = 1 / width;
        nodes[d] = static_cast<int>(min((hi[d] - lo_[d]) / width, 1e6f)) + 3;
        at_rest_ *= spacing / width;
    }
    nx_ = nodes[0], ny_ = nodes[1], nz_ = nodes[2];
    last_ = Float4{static_cast<float>(nx_ - 1), static_cast<float>(ny_ - 1), static_cast<float>(nz_ - 1), 1e30f};

    const auto plane = static_cast<size_t>(nx_) * static_cast<size_t>(ny_);
    nodes_.resize(plane * static_cast<size_t>(nz_));
    jobs.for_range(nz_, 4, [&](int begin, int end) {
        std::fill(nodes_.begin() + static_cast<std::ptrdiff_t>(plane * static_cast<size_t>(begin)),
                  nodes_.begin() + static_cast<std::ptrdiff_t>(plane * static_cast<size_t>(end)), Float4{});
    });
    // A layer is two planes of cells. Layers of equal parity scatter to disjoint nodes, so they run in parallel.
    const int layers = nz_ / 2 + 1;
    layer_start_.assign(static_cast<size_t>(layers) + 1, 0);
    by_layer_.resize(static_cast<size_t>(count));
    for (int i = 0; i < count; ++i) ++layer_start_[static_cast<size_t>(layer_of(x[2][i])) + 1];
    for (size_t l = 0; l < static_cast<size_t>(layers); ++l) layer_start_[l + 1] += layer_start_[l];
    for (int i = 0; i < count; ++i)
        by_layer_[static_cast<size_t>(layer_start_[static_cast<size_t>(layer_of(x[2][i]))]++)] = i;
    for (int odd = 0; odd < 2; ++odd)
        jobs.run((layers + 1 - odd) / 2, [&](int pair) {
            const auto layer = static_cast<size_t>(2 * pair + odd);
            // The counting sort has moved each start to the end of its layer.
            scatter(layer > 0 ? layer_start_[layer - 1] : 0, layer_start_[layer], x, v);
        });
    if (!walls_.open && walls_.shape != Shape::circle) mirror_in_box();
}

// What the images of the particles in a plane of nodes add to a node is what the particles add to its own image. Nodes
// on the plane count twice, in edges and corners for each wall. The smoothed velocity is still a mean of velocities.
void SmoothedFields::mirror_in_box() {
    const int nodes[3] = {nx_, ny_, nz_}, strides[3] = {1, nx_, nx_ * ny_};
    for (int d = 0; d < 3; ++d)
        for (const int side : {-1, 1}) {
            const float wall = wall_centre_[d] + static_cast<float>(side) * walls_.half[d];
            const float at = (wall - lo_[d]) * inv_edge_[d] + 0.5f;
            if (!(at >= 1 && at < static_cast<float>(nodes[d] - 1))) continue;  // no fluid is near
            const int a = (d + 1) % 3, b = (d + 2) % 3;
            for (int j = 0; j < nodes[b]; ++j)
                for (int i = 0; i < nodes[a]; ++i) {
                    Float4* const node =
                        nodes_.data() + static_cast<int>(at) * strides[d] + j * strides[b] + i * strides[a];
                    node[0] += node[0];
                    node[strides[d]] += node[-strides[d]];
                    node[-strides[d]] = node[strides[d]];
                }
        }
}

// NaN and positions outside the grid get any layer: scatter() skips them.
int SmoothedFields::layer_of(float z) const {
    const float at = (z - lo_[2]) * (0.5f * inv_edge_[2]);
    return static_cast<int>(min(max(at, 0.0f), static_cast<float>(nz_ / 2)));
}

void SmoothedFields::scatter(int begin, int end, const float* const (&x)[3], const float* const (&v)[3]) {
    const auto row = static_cast<size_t>(nx_), plane = row * static_cast<size_t>(ny_);
    for (int k = begin; k < end; ++k) {
        const int i = by_layer_[static_cast<size_t>(k)];
        const Location location = find(Float4{x[0][i], x[1][i], x[2][i], 0});
        const float speeds = v[0][i] + v[1][i] + v[2][i];
        if (!location.corner || !(speeds - speeds == 0)) continue;
        Float4* const corner_node = nodes_.data() + (location.corner - nodes_.data());
        const Float4 value = at_rest_ * Float4{1, v[0][i], v[1][i], v[2][i]};
        const Float4 s = location.fraction;
        for (int corner = 0; corner < 4; ++corner) {
            const bool up = corner & 1, back = corner & 2;
            const Float4 part = value * ((up ? s[1] : 1 - s[1]) * (back ? s[2] : 1 - s[2]));
            Float4* to = corner_node + (up ? row : 0) + (back ? plane : 0);
            to[0] += part * (1 - s[0]);
            to[1] += part * s[0];
        }
    }
}

// The field at an image is what the particles behind the mirror would add here: the smoothing is symmetric. An image
// further outside than an edge is outside the smoothed fluid.
bool SmoothedFields::find_image(glm::vec3 at, Image& image) const {
    if (walls_.open || walls_.shape != Shape::circle) return false;
    const glm::vec3 from = at - wall_centre_;
    const float r = length_of(from), depth = walls_.half.x - r;
    if (!(depth * inv_edge_[0] < 1) || !(r > 0)) return false;
    image = {.at = at + 2 * depth * (from / r), .normal = from / r};
    return true;
}

Float4 SmoothedFields::interpolate(glm::vec3 at) const {
    const Location location = find(Float4{at.x, at.y, at.z, 0});
    Float4 sum{};
    if (!location.corner) return sum;
    const auto row = static_cast<size_t>(nx_), plane = row * static_cast<size_t>(ny_);
    const Float4 s = location.fraction;
    for (int corner = 0; corner < 4; ++corner) {
        const bool up = corner & 1, back = corner & 2;
        const Float4* from = location.corner + (up ? row : 0) + (back ? plane : 0);
        sum += (from[0] + (from[1] - from[0]) * s[0]) * ((up ? s[1] : 1 - s[1]) * (back ? s[2] : 1 - s[2]));
    }
    return sum;
}

SmoothedFields::Sample SmoothedFields::sample(glm::vec3 at) const {
    const Float4 sum = interpolate(at);
    if (!(sum[0] > 0)) return {};
    float density = sum[0];
    if (Image image; find_image(at, image)) density += interpolate(image.at)[0];
    return {density, glm::vec3(sum[1], sum[2], sum[3]) / sum[0]};
}

glm::vec3 SmoothedFields::decrease(glm::vec3 at) const {
    const Location location = find(Float4{at.x, at.y, at.z, 0});
    if (!location.corner) return glm::vec3(0);
    const auto row = static_cast<size_t>(nx_), plane = row * static_cast<size_t>(ny_);
    const Float4* n = location.corner;
    const Float4 s = location.fraction;
    // Differences of the eight densities along each axis, interpolated along the other two.
    const float d[8] = {n[0][0],     n[1][0],         n[row][0],         n[row + 1][0],
                        n[plane][0], n[plane + 1][0], n[plane + row][0], n[plane + row + 1][0]};
    const auto blend = [](float a, float b, float fraction) { return a + (b - a) * fraction; };
    return {blend(blend(d[0] - d[1], d[2] - d[3], s[1]), blend(d[4] - d[5], d[6] - d[7], s[1]), s[2]) * inv_edge_[0],
            blend(blend(d[0] - d[2], d[1] - d[3], s[0]), blend(d[4] - d[6], d[5] - d[7], s[0]), s[2]) * inv_edge_[1],
            blend(blend(d[0] - d[4], d[1] - d[5], s[0]), blend(d[2] - d[6], d[3] - d[7], s[0]), s[1]) * inv_edge_[2]};
}

glm::vec3 SmoothedFields::outwards(glm::vec3 at) const {
    glm::vec3 down = decrease(at);
    if (Image image; find_image(at, image)) down += image.mirrored(decrease(image.at));
    const float length = length_of(down);
    return length > 0 ? down / length : glm::vec3(0);
}

}  // namespace slosh
