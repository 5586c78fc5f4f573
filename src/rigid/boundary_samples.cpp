#include "rigid/boundary_samples.h"

#include <algorithm>

#include "base/math.h"

namespace slosh {
namespace {

// At least `least`, to the nearest.
int parts(float length, float spacing, int least = 1) {
    return std::max(static_cast<int>(length / spacing + 0.5f), least);
}

// A rotation in the plane, as a unit complex number.
struct Turn {
    double cosine, sine;
    void by(const Turn& t) { *this = {cosine * t.cosine - sine * t.sine, cosine * t.sine + sine * t.cosine}; }
};

// By the m-th part of half a turn.
Turn part_of_half_turn(double m) {
    const CosineSine part = cosine_and_sine(pi_d / m);
    return {part.cosine, part.sine};
}

// A layer of a round shape: its own radius, and the radii it fills the space between.
struct Layer {
    float at, outer, inner;
};

std::vector<Layer> layers_of(float radius, float spacing, float depth) {
    std::vector<Layer> layers;
    const int through = parts(radius, spacing);
    const float thick = radius <= depth ? radius / static_cast<float>(through) : spacing;
    for (int k = 0; k < through; ++k) {
        const float outer = radius - static_cast<float>(k) * thick;
        if (radius - outer >= depth || outer < thick * 0.99f) break;
        layers.push_back({outer - thick / 2, outer, outer - thick});
    }
    return layers;
}

void sample_box(const Body& b, int dimensions, float spacing, float depth, std::vector<BoundarySample>& out) {
    int cells[3] = {1, 1, 1};
    float volume = 1;
    for (int d = 0; d < dimensions; ++d) {
        cells[d] = parts(2 * b.half[d], spacing);
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

// A disc cut in two halves, moved apart by the core, and straight rows between them.
void sample_round_2d(const Layer& layer, float core, float spacing, std::vector<BoundarySample>& out) {
    const int half = parts(pi * layer.at, spacing, 2);
    const float ring = pi * (layer.outer * layer.outer - layer.inner * layer.inner);
    const Turn step = part_of_half_turn(half);
    Turn turn = part_of_half_turn(2.0 * half);
    turn = {turn.sine, -turn.cosine};  // half a step from straight down
    for (int i = 0; i < half; ++i, turn.by(step)) {
        const glm::vec3 p = glm::vec3(static_cast<float>(turn.cosine), static_cast<float>(turn.sine), 0) * layer.at;
        const glm::vec3 end{core, 0, 0};
        out.push_back({p + end, ring / static_cast<float>(2 * half)});
        out.push_back({-p - end, ring / static_cast<float>(2 * half)});
    }
    if (!(core > 0)) return;
    const int row = parts(2 * core, spacing);
    const float volume_each = 2 * core * (layer.outer - layer.inner) / static_cast<float>(row);
    for (int i = 0; i < row; ++i) {
        const float x = core * (static_cast<float>(2 * i + 1) / static_cast<float>(row) - 1);
        out.push_back({{x, layer.at, 0}, volume_each});
        out.push_back({{x, -layer.at, 0}, volume_each});
    }
}

// A ball as a spiral of golden angles, its halves moved apart by the core, and rings of a cylinder between them.
void sample_round_3d(const Layer& layer, float core, float spacing, std::vector<BoundarySample>& out) {
    const int count = 2 * parts(2 * pi * layer.at * layer.at, spacing * spacing);
    const float o = layer.outer, i = layer.inner,
                volume_each = 4 * pi / 3 * (o * o * o - i * i * i) / static_cast<float>(count);
    const Turn golden{-0.7373688780783197, 0.6754902942615238};
    Turn turn{1, 0};
    for (int k = 0; k < count; ++k, turn.by(golden)) {
        const float x = 1 - static_cast<float>(2 * k + 1) / static_cast<float>(count);
        const float across = __builtin_sqrtf(1 - x * x);
        const glm::vec3 p{x, across * static_cast<float>(turn.cosine), across * static_cast<float>(turn.sine)};
        out.push_back({p * layer.at + glm::vec3(x > 0 ? core : -core, 0, 0), volume_each});
    }
    if (!(core > 0)) return;
    const int rings = parts(2 * core, spacing), around = parts(2 * pi * layer.at, spacing, 3);
    const float part = pi * (o * o - i * i) * 2 * core / static_cast<float>(rings * around);
    const Turn step = part_of_half_turn(around / 2.0);
    Turn start{1, 0};
    for (int ring = 0; ring < rings; ++ring, start.by(part_of_half_turn(around))) {
        const float x = core * (static_cast<float>(2 * ring + 1) / static_cast<float>(rings) - 1);
        turn = start;
        for (int k = 0; k < around; ++k, turn.by(step))
            out.push_back(
                {{x, layer.at * static_cast<float>(turn.cosine), layer.at * static_cast<float>(turn.sine)}, part});
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

}  // namespace slosh
