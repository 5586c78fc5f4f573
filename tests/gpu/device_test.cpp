#include "gpu/device.h"

#include <gtest/gtest.h>

#include <numeric>

namespace slosh::gpu::device_test {
namespace {

// y = a x + y: a kernel with a uniform, a read-only and a writable buffer.
constexpr std::string_view axpy = R"(
struct Params { a: u32, count: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<u32>;
@group(0) @binding(2) var<storage, read_write> y: array<u32>;
@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    if (id.x < params.count) { y[id.x] += params.a * x[id.x]; }
})";

struct Params {
    uint32_t a, count;
};

struct GpuDevice : testing::Test {
    std::unique_ptr<Device> device = Device::take();
    static constexpr uint32_t count = 1000;
    Buffer params = device->make_buffer("params", sizeof(Params));
    Buffer x = device->make_buffer("x", count * 4), y = device->make_buffer("y", count * 4);
    ComputePipeline kernel = device->make_pipeline("axpy", std::span(&axpy, 1));
    Dispatch dispatch = device->prepare(kernel, {&params, &x, &y}, workgroups_for(count));
    std::vector<uint32_t> values = std::vector<uint32_t>(count);

    void SetUp() override {
        std::iota(values.begin(), values.end(), 0u);
        device->write(x, 0, values.data(), values.size() * 4);
        device->write(params, Params{3, count});
    }
    std::vector<uint32_t> read(const Buffer& buffer) {
        auto target = std::make_shared<ReadBack>();
        device->read(buffer, 0, buffer.size(), target);
        device->wait();
        EXPECT_TRUE(target->arrived()) << device->error();
        const auto span = target->as<uint32_t>();
        return {span.begin(), span.end()};
    }
};

TEST_F(GpuDevice, NamesItsAdapterAndLimits) {
    EXPECT_FALSE(device->adapter().empty());
    EXPECT_GE(device->limits().buffer_bytes, 128u << 20);
    EXPECT_GE(device->limits().storage_bindings, 8u);
    EXPECT_GE(device->limits().workgroups, 65535u);
}

TEST_F(GpuDevice, BuffersAreZeroAtFirst) {
    for (uint32_t value : read(y)) ASSERT_EQ(value, 0u);
}

TEST_F(GpuDevice, RunsKernelsInOrder) {
    device->run(dispatch);
    device->run(dispatch);
    const auto result = read(y);
    for (uint32_t i = 0; i < count; ++i) ASSERT_EQ(result[i], 6 * i);
    EXPECT_EQ(device->dispatches(), 2);
    // Parameters and x are read, y is read and written.
    EXPECT_EQ(device->traffic(), 2 * (16 + 3 * 4 * static_cast<int64_t>(count)));
}

TEST_F(GpuDevice, WritesBetweenDispatchesTakeEffectInOrder) {
    device->run(dispatch);
    device->write(params, Params{10, count});
    device->run(dispatch);
    device->write(params, Params{100, count});
    const auto result = read(y);
    for (uint32_t i = 0; i < count; ++i) ASSERT_EQ(result[i], 13 * i);
}

TEST_F(GpuDevice, LargeWritesBetweenDispatchesTakeEffectInOrder) {
    Buffer large = device->make_buffer("large", 100000 * 4), sum = device->make_buffer("sum", 100000 * 4);
    const Dispatch add = device->prepare(kernel, {&params, &large, &sum}, workgroups_for(100000));
    device->write(params, Params{1, 100000});
    uint32_t expected = 0;
    for (uint32_t round = 1; round <= 4; ++round) {
        const std::vector<uint32_t> data(100000, round);
        device->write(large, 0, data.data(), data.size() * 4);
        device->run(add);
        expected += round;
    }
    for (uint32_t value : read(sum)) ASSERT_EQ(value, expected);
}

TEST_F(GpuDevice, ManySmallWritesExceedTheStagingBuffer) {
    for (uint32_t round = 0; round < 100; ++round) {
        device->run(dispatch);
        device->write(x, 0, values.data(), values.size() * 4);
    }
    const auto result = read(y);
    for (uint32_t i = 0; i < count; ++i) ASSERT_EQ(result[i], 300 * i);
}

TEST_F(GpuDevice, CopiesAndClears) {
    device->copy(x, 40, y, 0, 80);
    auto result = read(y);
    for (uint32_t i = 0; i < count; ++i) ASSERT_EQ(result[i], i < 20 ? i + 10 : 0u);
    device->clear(y);
    for (uint32_t value : read(y)) ASSERT_EQ(value, 0u);
}

TEST_F(GpuDevice, ReadsShowTheStateAtTheirPlace) {
    auto first = std::make_shared<ReadBack>(), second = std::make_shared<ReadBack>();
    device->run(dispatch);
    device->read(y, 4, 4, first);
    device->run(dispatch);
    device->read(y, 4, 4, second);
    EXPECT_FALSE(first->arrived());
    device->wait();
    EXPECT_EQ(first->as<uint32_t>()[0], 3u);
    EXPECT_EQ(second->as<uint32_t>()[0], 6u);
}

TEST_F(GpuDevice, ALaterReadReplacesAnEarlierOne) {
    auto target = std::make_shared<ReadBack>();
    for (int round = 0; round < 3; ++round) {
        device->run(dispatch);
        device->read(y, 4, 4, target);
        device->submit();
    }
    device->wait();
    EXPECT_EQ(target->as<uint32_t>()[0], 9u);
}

TEST_F(GpuDevice, GroupsComeFromABuffer) {
    Buffer groups = device->make_buffer("groups", 32);
    const uint32_t three[] = {7, 1, 1, 1};
    device->write(groups, 0, three, sizeof three);
    dispatch.set_workgroups(groups, 4);
    device->run(dispatch);
    const auto result = read(y);
    for (uint32_t i = 0; i < count; ++i) ASSERT_EQ(result[i], i < 256 ? 3 * i : 0u);
}

TEST_F(GpuDevice, FreedBuffersServeTheCommandsThatUseThem) {
    {
        Buffer other = device->make_buffer("other", count * 4);
        device->copy(x, 0, other, 0, count * 4);
        const Dispatch add = device->prepare(kernel, {&params, &other, &y}, workgroups_for(count));
        device->run(add);
    }
    const auto result = read(y);
    for (uint32_t i = 0; i < count; ++i) ASSERT_EQ(result[i], 3 * i);
}

TEST_F(GpuDevice, MeasuresStages) {
    device->measure(true);
    // Browsers and drivers round the times of a pass, some to 0.1 ms: a stage takes longer than that.
    for (int round = 0; round < 3; ++round) {
        for (const char* name : {"first", "second"}) {
            device->stage(name);
            for (int i = 0; i < 200; ++i) device->run(dispatch);
        }
        device->wait();
    }
    const auto times = device->times();
    if (times.empty()) GTEST_SKIP() << "the adapter has no timestamps";
    ASSERT_EQ(times.size(), 2u);
    EXPECT_EQ(times[0].name, "first");
    EXPECT_EQ(times[1].name, "second");
    for (const StageTime& time : times) {
        EXPECT_GT(time.ms, 0);
        EXPECT_LT(time.ms, 1000);
    }
}

TEST_F(GpuDevice, AnErrorStopsItWithOneLine) {
    const std::string_view wrong = "@compute @workgroup_size(1) fn main() {\n  nonsense();\n}";
    EXPECT_TRUE(device->ok());
    device->make_pipeline("wrong", std::span(&wrong, 1));
    device->run(dispatch);
    device->wait();
    EXPECT_FALSE(device->ok());
    EXPECT_NE(device->error().find("nonsense"), std::string_view::npos) << device->error();
    EXPECT_EQ(device->error().find('\n'), std::string_view::npos);
    const int64_t before = device->dispatches();
    device->run(dispatch);
    EXPECT_EQ(device->dispatches(), before);
    // Another one starts without it.
    EXPECT_TRUE(Device::take()->ok());
}

}  // namespace
}  // namespace slosh::gpu::device_test
