#include "domain/curl_noise.h"

#include "base/hash.h"

namespace slosh {
namespace {

// floor() for values that fit an int.
int floor_of(float v) {
    const int towards_zero = static_cast<int>(v);
    return static_cast<float>(towards_zero) > v ? towards_zero - 1 : towards_zero;
}

// The gradient at a point of the integer lattice: a random unit vector, in the plane for 2D.
glm::vec3 lattice_gradient(int dimensions, const int (&cell)[3], uint64_t seed) {
    uint64_t hash = mix(0, seed);
    for (const int c : cell) hash = mix(hash, static_cast<uint64_t>(static_cast<uint32_t>(c)));
    Random random(hash);
    // Rejection sampling: points of a cube that lie in its ball have uniformly distributed directions.
    for (;;) {
        glm::vec3 g{random.uniform(-1, 1), random.uniform(-1, 1), dimensions == 3 ? random.uniform(-1, 1) : 0.0f};
        const float r2 = g.x * g.x + g.y * g.y + g.z * g.z;
        if (r2 <= 1 && r2 > 0.01f) return g / __builtin_sqrtf(r2);
    }
}

float fade(float t) { return t * t * t * (t * (t * 6 - 15) + 10); }
float fade_slope(float t) { return 30 * t * t * (t * (t - 2) + 1); }

}  // namespace

NoiseValue gradient_noise(int dimensions, glm::vec3 at, uint64_t seed) {
    int cell[3] = {0, 0, 0};
    glm::vec3 fraction{0, 0, 0};  // position in the cell
    for (int d = 0; d < dimensions; ++d) {
        cell[d] = floor_of(at[d]);
        fraction[d] = at[d] - static_cast<float>(cell[d]);
    }
    NoiseValue noise{0, {0, 0, 0}};
    for (int corner = 0; corner < (1 << dimensions); ++corner) {
        int lattice_point[3] = {cell[0], cell[1], cell[2]};
        glm::vec3 offset = fraction, blend{1, 1, 1}, blend_slope{0, 0, 0};
        for (int d = 0; d < dimensions; ++d) {
            const bool upper = (corner >> d & 1) != 0;
            lattice_point[d] += upper;
            offset[d] -= upper ? 1.0f : 0.0f;
            blend[d] = upper ? fade(fraction[d]) : 1 - fade(fraction[d]);
            blend_slope[d] = upper ? fade_slope(fraction[d]) : -fade_slope(fraction[d]);
        }
        const glm::vec3 gradient = lattice_gradient(dimensions, lattice_point, seed);
        const float ramp = gradient.x * offset.x + gradient.y * offset.y + gradient.z * offset.z;
        const float weight = blend.x * blend.y * blend.z;
        noise.value += weight * ramp;
        noise.gradient += weight * gradient;
        noise.gradient += ramp * glm::vec3(blend_slope.x * blend.y * blend.z, blend.x * blend_slope.y * blend.z,
                                           blend.x * blend.y * blend_slope.z);
    }
    // In 2D the blend of unit gradients lies within +-sqrt(1/2); this scale makes it +-1/2.
    constexpr float scale = 0.70710678f;
    return {noise.value * scale, noise.gradient * scale};
}

glm::vec3 curl_noise(int dimensions, glm::vec3 at, uint64_t seed) {
    if (dimensions == 2) {
        const glm::vec3 g = gradient_noise(2, at, seed).gradient;
        return {g.y, -g.x, 0};
    }
    const glm::vec3 a = gradient_noise(3, at, mix(seed, uint64_t{1})).gradient,
                    b = gradient_noise(3, at, mix(seed, uint64_t{2})).gradient,
                    c = gradient_noise(3, at, mix(seed, uint64_t{3})).gradient;
    return {c.y - b.z, a.z - c.x, b.x - a.y};
}

}  // namespace slosh
