// A thin layer over WebGPU: buffers, compute pipelines, dispatches and reading back. device.cpp has all calls of the
// API.
//
// Commands (write, clear, copy, run, read) take effect in the order in which they were called. Dispatches that follow
// each other see each other's results. Nothing runs before submit().
//
// Errors: after the device is lost, or after the first error of the API, ok() is false, error() says why in one line,
// and all commands do nothing.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/profile.h"

namespace slosh::gpu {

class Device;

namespace detail {
struct Core;
struct Memory;
struct Pipeline;
struct Bindings;
}  // namespace detail

// Memory of the device, zero at first. Move-only; freed with the object and the last Dispatch that uses it.
class Buffer {
public:
    Buffer() = default;
    Buffer(Buffer&&) noexcept = default;
    Buffer& operator=(Buffer&&) noexcept = default;
    size_t size() const { return size_; }  // bytes, a multiple of 4
    explicit operator bool() const { return memory_ != nullptr; }

private:
    friend class Device;
    friend class Dispatch;
    std::shared_ptr<detail::Memory> memory_;
    size_t size_ = 0;
};

// A compute pipeline: one WGSL file with the entry point `main`. Its buffers are @group(0) @binding(0), (1), ... in the
// order of prepare(); every declared binding must be used by the entry point.
class ComputePipeline {
public:
    ComputePipeline() = default;
    ComputePipeline(ComputePipeline&&) noexcept = default;
    ComputePipeline& operator=(ComputePipeline&&) noexcept = default;

private:
    friend class Device;
    std::shared_ptr<detail::Pipeline> pipeline_;
};

// A pipeline with its buffers, made once and run often. It keeps both alive.
class Dispatch {
public:
    Dispatch() = default;
    Dispatch(Dispatch&&) noexcept = default;
    Dispatch& operator=(Dispatch&&) noexcept = default;
    // In x. A dispatch of 0 workgroups does nothing.
    void set_workgroups(uint32_t workgroups) { workgroups_ = workgroups; }
    // The number of workgroups is read from three uint32 in `buffer`, which must not be among the pipeline's.
    void set_workgroups(const Buffer& buffer, size_t offset) {
        indirect_ = buffer.memory_;
        indirect_offset_ = offset;
    }

private:
    friend class Device;
    std::shared_ptr<detail::Bindings> bindings_;
    std::shared_ptr<detail::Memory> indirect_;
    size_t indirect_offset_ = 0;
    uint32_t workgroups_ = 0;
};

// The copy of a part of a buffer as it was when Device::read was called; arrives later.
class ReadBack {
public:
    bool arrived() const { return arrived_; }
    // Valid after arrived(), until the next read into this object.
    std::span<const std::byte> bytes() const { return bytes_; }
    template <class T>
    std::span<const T> as() const {
        return {reinterpret_cast<const T*>(bytes_.data()), bytes_.size() / sizeof(T)};
    }

private:
    friend class Device;
    friend struct detail::Core;
    bool arrived_ = false;
    uint64_t read_ = 0;  // number of the read that it waits for
    std::vector<std::byte> bytes_;
};

struct Limits {
    size_t buffer_bytes = 0;        // of one storage binding
    uint32_t workgroups = 0;        // per dispatch, in x
    uint32_t storage_bindings = 0;  // per pipeline
};

class Device {
public:
    // The device that the page or the program made before this module started (Module.preinitializedWebGPUDevice);
    // null without one.
    static std::unique_ptr<Device> take();
    ~Device();
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    bool ok() const;
    std::string_view error() const;
    std::string_view adapter() const;  // the adapter's own name
    const Limits& limits() const;

    Buffer make_buffer(std::string_view label, size_t bytes);
    // `wgsl` may begin with constants: they precede the file. An error in it arrives later, in error().
    ComputePipeline make_pipeline(std::string_view label, std::span<const std::string_view> wgsl);
    Dispatch prepare(const ComputePipeline&, std::initializer_list<const Buffer*> buffers, uint32_t workgroups = 0);

    // Offsets and lengths of these commands are multiples of 4. `data` is copied before the call returns.
    void write(const Buffer&, size_t offset, const void* data, size_t bytes);
    template <class T>
    void write(const Buffer& buffer, const T& value) {
        write(buffer, 0, &value, sizeof(T));
    }
    void clear(const Buffer&);
    void copy(const Buffer& from, size_t from_offset, const Buffer& to, size_t to_offset, size_t bytes);
    void run(const Dispatch&);
    void read(const Buffer&, size_t offset, size_t bytes, const std::shared_ptr<ReadBack>&);
    void submit();
    // Submits and returns when everything has run and every read has arrived; with `queue`, when so many submits are
    // still under way. Only in programs that can wait (with ASYNCIFY: tests, the command line); a page's worker must
    // return to its event loop instead.
    void wait(int queue = 0);

    // Time by stage, where the adapter has timestamps and measure(true) was called: means over the submits whose times
    // have arrived. Dispatches belong to the stage that was named last.
    void measure(bool);
    void stage(std::string_view name);
    std::span<const StageTime> times() const;
    int measured_submits() const;  // since measure(true)
    int64_t dispatches() const;    // since the start
    // Bytes that the commands since the start move at most, if no cache holds anything from one to the next: the
    // buffers of each dispatch as a whole, those that it may write twice.
    int64_t traffic() const;
    int submits_under_way() const;
    bool idle() const;  // whether everything that was submitted has run, and every read has arrived
    // Milliseconds since the start in which something that was submitted had not finished. The time is that at which
    // the event loop notices the end.
    double busy_ms() const;
    // Of all reads that have arrived, and the time that it took to copy them from the mapped buffers.
    int64_t bytes_read() const;
    double read_ms() const;

private:
    explicit Device(std::shared_ptr<detail::Core>);
    std::shared_ptr<detail::Core> core_;
};

// The number of workgroups of `size` threads for `count` items.
constexpr uint32_t workgroups_for(size_t count, uint32_t size = 256) {
    return static_cast<uint32_t>((count + size - 1) / size);
}

}  // namespace slosh::gpu
