// Curl noise: smooth, with an analytic gradient and a divergence-free curl.
#include "domain/curl_noise.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "support/worst.h"

namespace slosh::curl_noise_test {
namespace {

TEST(CurlNoise, GradientIsTheDerivative) {
    Random random(3);
    for (const int dimensions : {2, 3})
        for (int k = 0; k < 200; ++k) {
            glm::vec3 at{random.uniform(-5, 5), random.uniform(-5, 5), dimensions == 3 ? random.uniform(-5, 5) : 0.0f};
            const NoiseValue here = gradient_noise(dimensions, at, 7);
            EXPECT_LE(std::abs(here.value), 0.75f);
            for (int d = 0; d < dimensions; ++d) {
                constexpr float step = 4e-3f;
                glm::vec3 a = at, b = at;
                a[d] -= step, b[d] += step;
                const float slope =
                    (gradient_noise(dimensions, b, 7).value - gradient_noise(dimensions, a, 7).value) / (b[d] - a[d]);
                EXPECT_NEAR(here.gradient[d], slope, 2e-3f) << dimensions << "D, axis " << d;
            }
        }
}

TEST(CurlNoise, IsFreeOfDivergenceAndOfUnitMagnitude) {
    Random random(4);
    for (const int dimensions : {2, 3}) {
        double squares = 0, divergences = 0;
        const int count = 300;
        for (int k = 0; k < count; ++k) {
            glm::vec3 at{random.uniform(-9, 9), random.uniform(-9, 9), dimensions == 3 ? random.uniform(-9, 9) : 0.0f};
            const glm::vec3 v = curl_noise(dimensions, at, 1);
            squares += static_cast<double>(v.x * v.x + v.y * v.y + v.z * v.z);
            double divergence = 0;
            for (int d = 0; d < dimensions; ++d) {
                glm::vec3 a = at, b = at;
                a[d] -= 4e-3f, b[d] += 4e-3f;
                divergence += static_cast<double>((curl_noise(dimensions, b, 1)[d] - curl_noise(dimensions, a, 1)[d]) /
                                                  (b[d] - a[d]));
            }
            keep_worst(divergences, std::abs(divergence));
            EXPECT_TRUE(dimensions == 3 || v.z == 0);
        }
        const double size = std::sqrt(squares / count);
        std::printf("%dD: curl noise of size %.2f, divergence at most %.1e\n", dimensions, size, divergences);
        EXPECT_LT(divergences, 5e-3);
        EXPECT_GT(size, 0.3);
        EXPECT_LT(size, 1.5);
    }
}

TEST(CurlNoise, SeedsDiffer) {
    EXPECT_NE(curl_noise(2, {0.3f, 0.4f, 0}, 1).x, curl_noise(2, {0.3f, 0.4f, 0}, 2).x);
    EXPECT_EQ(curl_noise(2, {0.3f, 0.4f, 0}, 1), curl_noise(2, {0.3f, 0.4f, 0}, 1));
    EXPECT_NE(curl_noise(2, {-0.5f, 0.4f, 0}, 1).x, curl_noise(2, {0.5f, 0.4f, 0}, 1).x);
}

}  // namespace
}  // namespace slosh::curl_noise_test
