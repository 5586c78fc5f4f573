#include "gpu/prefix_sum.h"

#include <numeric>
#include <random>

#include "gpu/gpu_fixture.h"

namespace slosh::gpu::prefix_sum_test {
namespace {

using GpuPrefixSum = GpuTest;

std::vector<uint32_t> random_numbers(size_t count, uint32_t below) {
    std::mt19937 random(static_cast<uint32_t>(count));
    std::vector<uint32_t> numbers(count);
    for (uint32_t& n : numbers) n = static_cast<uint32_t>(random() % below);
    return numbers;
}

TEST_F(GpuPrefixSum, IsThatOfTheStandardLibrary) {
    for (size_t count : {0, 1, 255, 256, 257, 2047, 2048, 2049, 65537, 4194305}) {
        SCOPED_TRACE(count);
        const auto numbers = random_numbers(count, 1000);
        const Buffer in = upload<uint32_t>("in", numbers), out = device->make_buffer("out", count * 4);
        const PrefixSum sum(*device, in, out, static_cast<uint32_t>(count));
        sum.run(*device);
        std::vector<uint32_t> expected(count);
        std::exclusive_scan(numbers.begin(), numbers.end(), expected.begin(), 0u);
        ASSERT_EQ(download<uint32_t>(out, count), expected);
        ASSERT_EQ(download<uint32_t>(sum.total(), 1)[0], std::accumulate(numbers.begin(), numbers.end(), 0u));
    }
}

TEST_F(GpuPrefixSum, CountChangesBetweenRuns) {
    constexpr uint32_t max_count = 100000;
    const auto numbers = random_numbers(max_count, 1000);
    const Buffer in = upload<uint32_t>("in", numbers), out = device->make_buffer("out", max_count * 4);
    PrefixSum sum(*device, in, out, max_count);
    for (uint32_t count : {max_count, 5u, 0u, 2048u, 70000u, max_count}) {
        device->clear(out);
        sum.set_count(*device, count);
        sum.run(*device);
        std::vector<uint32_t> expected(max_count);
        std::exclusive_scan(numbers.begin(), numbers.begin() + count, expected.begin(), 0u);
        ASSERT_EQ(download<uint32_t>(out, max_count), expected) << count;
    }
}

}  // namespace
}  // namespace slosh::gpu::prefix_sum_test
