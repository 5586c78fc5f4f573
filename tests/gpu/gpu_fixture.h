// A device for each test, and reading and writing of whole buffers.
#pragma once
#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <vector>

#include "gpu/device.h"

namespace slosh::gpu {

struct GpuTest : testing::Test {
    std::unique_ptr<Device> device = Device::take();

    // Every test ends without an error of the API.
    void TearDown() override {
        device->wait();
        EXPECT_TRUE(device->ok()) << device->error();
    }
    template <class T>
    Buffer upload(std::string_view label, std::span<const T> values) {
        Buffer buffer = device->make_buffer(label, values.size_bytes());
        device->write(buffer, 0, values.data(), values.size_bytes());
        return buffer;
    }
    // The first `count` values of a buffer.
    template <class T>
    std::vector<T> download(const Buffer& buffer, size_t count) {
        if (count == 0) return {};
        auto target = std::make_shared<ReadBack>();
        device->read(buffer, 0, count * sizeof(T), target);
        device->wait();
        EXPECT_TRUE(target->arrived()) << device->error();
        const auto values = target->as<T>();
        return {values.begin(), values.end()};
    }
};

}  // namespace slosh::gpu
