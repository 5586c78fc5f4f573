#include "rigid/boundary_samples.h"

#include <algorithm>

#include "base/math.h"

namespace slosh {
namespace {

// The number of intervals of about `spacing` in a length, at least `min_count`.
int intervals(float length, float spacing, int min_count = 1) {
    return std::max(static_cast<int>(length / spacing + 0.5f), min_count);
}

// A rotation in the plane, as a unit complex number.
struct PlaneRotation {
    double cosine, sine;
    void rotate_by(const PlaneRotation& r) {
        *this = {cosine * r.cosine - sine * r.sine, cosine * r.sine + sine * r.cosine};
    }
};

// The rotation by pi / m.
PlaneRotation rotation_by_pi_over(double m) {
    const CosineSine part = cosine_and_sine(pi_d / m);
    return {part.cosine, part.sine};
}

// A layer of a round shape: the radius on which its samples lie, and those that bound its volume.
struct Layer {
    float radius, outer, inner;
};

std::vector<Layer> layers_of(float radius, float spacing, float depth) {
    std::vector<Layer> layers;
    const int count = intervals(radius, spacing);
    const float thickness = radius <= depth ? radius / static_cast<float>(count) : spacing;
    for (int k = 0; k < count; ++k) {
        const float outer = radius - static_cast<float>(k) * thickness;
        // 0.99: rounding must not drop the innermost layer.
        if (radius - outer >= depth || outer < thickness * 0.99f) break;
        layers.push_back({outer - thickness / 2, outer, outer - thickness});
    }
    return layers;
}

void sample_box(const Body& b, int dimensions, float spacing, float depth, std::vector<BoundarySample>& out) {
    int cells[3] = {1, 1, 1};
    float volume = 1;
    for (int d = 0; d < dimensions; ++d) {
        cells[d] = intervals(2 * b.half[d], spacing);
        volume *= 2 * b.half[d] / static_cast<float>(cells[d]);
    }
    for (int z = 0; z < cells[2]; ++z)
        for (int y = 0; y < cells[1]; ++y)
            for (int x = 0; x < cells[0]; ++x) {
                const int at[3] = {x, y, z};
                glm::vec3 local(0), outwards;
                for (int d = 0; d < dimensions; ++d)
                    local[d] = b.half[d] * (static_cast<float>(2 * at[d] + 1) / static_cast<float>(cells[d]) - 1);
                if (b.distance(local, dimensions, outwards) > -depth) out.push_back({local, volume});
            }
}

// Two half discs at the ends of the core, and straight rows between them.
void sample_round_2d(const Layer& layer, float core, float spacing, std::vector<BoundarySample>& out) {
    const int half = intervals(pi * layer.radius, spacing, 2);
    const float ring = pi * (layer.outer * layer.outer - layer.inner * layer.inner);
    const PlaneRotation step = rotation_by_pi_over(half);
    PlaneRotation turn = rotation_by_pi_over(2.0 * half);
    turn = {turn.sine, -turn.cosine};  // half a step from the direction -y
    for (int i = 0; i < half; ++i, turn.rotate_by(step)) {
        const glm::vec3 p = glm::vec3(static_cast<float>(turn.cosine), static_cast<float>(turn.sine), 0) * layer.radius;
        const glm::vec3 end{core, 0, 0};
        out.push_back({p + end, ring / static_cast<float>(2 * half)});
        out.push_back({-p - end, ring / static_cast<float>(2 * half)});
    }
    if (!(core > 0)) return;
    const int row = intervals(2 * core, spacing);
    const float volume_each = 2 * core * (layer.outer - layer.inner) / static_cast<float>(row);
    for (int i = 0; i < row; ++i) {
        const float x = core * (static_cast<float>(2 * i + 1) / static_cast<float>(row) - 1);
        out.push_back({{x, layer.radius, 0}, volume_each});
        out.push_back({{x, -layer.radius, 0}, volume_each});
    }
}

// Two half balls at the ends of the core, sampled on a spiral of golden angles, and rings of a cylinder between them.
void sample_round_3d(const Layer& layer, float core, float spacing, std::vector<BoundarySample>& out) {
    const int count = 2 * intervals(2 * pi * layer.radius * layer.radius, spacing * spacing);
    const float o = layer.outer, i = layer.inner;
    const float volume_each = 4 * pi / 3 * (o * o * o - i * i * i) / static_cast<float>(count);
    const PlaneRotation golden_angle{-0.7373688780783197, 0.6754902942615238};
    PlaneRotation turn{1, 0};
    for (int k = 0; k < count; ++k, turn.rotate_by(golden_angle)) {
        const float x = 1 - static_cast<float>(2 * k + 1) / static_cast<float>(count);
        const float ring_radius = __builtin_sqrtf(1 - x * x);
        const glm::vec3 p{x, ring_radius * static_cast<float>(turn.cosine),
                          ring_radius * static_cast<float>(turn.sine)};
        out.push_back({p * layer.radius + glm::vec3(x > 0 ? core : -core, 0, 0), volume_each});
    }
    if (!(core > 0)) return;
    const int rings = intervals(2 * core, spacing), around = intervals(2 * pi * layer.radius, spacing, 3);
    const float ring_volume_each = pi * (o * o - i * i) * 2 * core / static_cast<float>(rings * around);
    const PlaneRotation step = rotation_by_pi_over(around / 2.0);
    PlaneRotation start{1, 0};  // every other ring is staggered by half a step
    for (int ring = 0; ring < rings; ++ring, start.rotate_by(rotation_by_pi_over(around))) {
        const float x = core * (static_cast<float>(2 * ring + 1) / static_cast<float>(rings) - 1);
        turn = start;
        for (int k = 0; k < around; ++k, turn.rotate_by(step))
            out.push_back(
                {{x, layer.radius * static_cast<float>(turn.cosine), layer.radius * static_cast<float>(turn.sine)},
                 ring_volume_each});
    }
}

// One square lattice a face.
void sample_box_surface(const Body& b, int dimensions, float spacing, std::vector<SurfaceSample>& out) {
    for (int axis = 0; axis < dimensions; ++axis) {
        const int u = (axis + 1) % dimensions, v = dimensions == 3 ? (axis + 2) % 3 : u;
        const int columns = intervals(2 * b.half[u], spacing),
                  rows = dimensions == 3 ? intervals(2 * b.half[v], spacing) : 1;
        const float area = 2 * b.half[u] / static_cast<float>(columns) *
                           (dimensions == 3 ? 2 * b.half[v] / static_cast<float>(rows) : 1);
        for (const float side : {-1.0f, 1.0f})
            for (int row = 0; row < rows; ++row)
                for (int column = 0; column < columns; ++column) {
                    SurfaceSample s;
                    if (dimensions == 3)
                        s.local[v] = b.half[v] * (static_cast<float>(2 * row + 1) / static_cast<float>(rows) - 1);
                    s.local[u] = b.half[u] * (static_cast<float>(2 * column + 1) / static_cast<float>(columns) - 1);
                    s.local[axis] = side * b.half[axis];
                    s.area[axis] = side * area;
                    out.push_back(s);
                }
    }
}

// The outermost layer of a sampling of the volume, moved outwards: its thickness is thin against the radius.
void sample_round_surface(const Body& b, int dimensions, float spacing, std::vector<SurfaceSample>& out) {
    const float radius = b.round(), thin = 1e-3f * radius;
    const Layer skin{radius, radius + thin / 2, radius - thin / 2};
    std::vector<BoundarySample> samples;
    if (dimensions == 2) sample_round_2d(skin, b.core(), spacing, samples);
    else sample_round_3d(skin, b.core(), spacing, samples);
    for (const BoundarySample& s : samples) {
        glm::vec3 outwards;
        b.distance(s.local, dimensions, outwards);
        out.push_back({s.local, outwards * (s.volume / thin)});
    }
}

}  // namespace

std::vector<BoundarySample> sample_body(const Body& b, int dimensions, float spacing, float depth) {
    std::vector<BoundarySample> out;
    if (b.shape == BodyShape::box) {
        sample_box(b, dimensions, spacing, depth, out);
        return out;
    }
    for (const Layer& layer : layers_of(b.round(), spacing, depth)) {
        if (dimensions == 2) sample_round_2d(layer, b.core(), spacing, out);
        else sample_round_3d(layer, b.core(), spacing, out);
    }
    return out;
}

std::vector<SurfaceSample> sample_surface(const Body& b, int dimensions, float spacing) {
    std::vector<SurfaceSample> out;
    if (b.shape == BodyShape::box) sample_box_surface(b, dimensions, spacing, out);
    else sample_round_surface(b, dimensions, spacing, out);
    glm::vec3 sum(0);
    for (const SurfaceSample& s : out) sum += s.area;
    for (SurfaceSample& s : out) s.area -= sum / static_cast<float>(out.size());
    return out;
}

float added_thickness(const Body& b, int dimensions, float spacing) {
    float half = b.round();
    if (b.shape == BodyShape::box) {
        half = std::min(b.half.x, b.half.y);
        if (dimensions == 3) half = std::min(half, b.half.z);
    }
    return b.is_kinematic() && !b.drawn ? std::max(thinnest_half * spacing - half, 0.0f) : 0;
}

Body thickened(const Body& b, int dimensions, float spacing) {
    const float added = added_thickness(b, dimensions, spacing);
    Body thick = b;
    for (int d = 0; d < 3 && added > 0; ++d)
        thick.half[d] = b.shape == BodyShape::box ? std::max(b.half[d], thinnest_half * spacing) : b.half[d] + added;
    return thick;
}

static bool is_in_drawn(std::span<const Body> bodies, size_t body, glm::vec3 local, int dimensions, size_t end) {
    const glm::vec3 at = bodies[body].to_world(local);
    glm::vec3 outwards;
    for (size_t i = 0; bodies[body].drawn && i < end; ++i)
        if (i != body && bodies[i].drawn && bodies[i].distance(bodies[i].to_local(at), dimensions, outwards) < 0)
            return true;
    return false;
}

bool is_in_earlier_drawn(std::span<const Body> bodies, size_t body, glm::vec3 local, int dimensions) {
    return is_in_drawn(bodies, body, local, dimensions, body);
}

bool is_in_other_drawn(std::span<const Body> bodies, size_t body, glm::vec3 local, int dimensions) {
    return is_in_drawn(bodies, body, local, dimensions, bodies.size());
}

}  // namespace slosh
