#include "gpu/device.h"

#include <emscripten.h>
#include <emscripten/html5_webgpu.h>
#include <webgpu/webgpu.h>

#include <algorithm>
#include <charconv>
#include <deque>
#include <string>
#include <utility>

#include "base/check.h"

namespace {

// The first error, written by the script: empty while all is well.
constexpr int max_error = 400;
char first_error[max_error];

}  // namespace

// clang-format off
EM_JS_DEPS(slosh_gpu, "$WebGPU,$stringToUTF8");
EM_JS(bool, slosh_gpu_exists, (), { return !!Module['preinitializedWebGPUDevice']; });
// Writes the first error of the device, in one line, to `text`. The device keeps the functions: `text` is static.
EM_JS(void, slosh_gpu_watch, (char* text, int size), {
    const device = Module['preinitializedWebGPUDevice'];
    const report = (message) => {
        if (!HEAPU8[text]) stringToUTF8(message.split("\n").join(" ").trim(), text, size);
    };
    device['onuncapturederror'] = (event) => {
        if (event['preventDefault']) event['preventDefault']();
        const error = event['error'];
        const memory = typeof GPUOutOfMemoryError != 'undefined' && error instanceof GPUOutOfMemoryError;
        report(memory ? 'the GPU is out of memory' : 'WebGPU: ' + error['message']);
    };
    device['lost'].then((info) => report('the GPU was lost' + (info['message'] ? ': ' + info['message'] : "")));
});
EM_JS(void, slosh_gpu_name, (char* text, int size), {
    const info = Module['preinitializedWebGPUDevice']['adapterInfo'] || {};
    const name = info['description'] || info['device'] || (info['vendor'] || "") + ' ' + (info['architecture'] || "");
    stringToUTF8(name.trim() || 'unknown adapter', text, size);
});
// Copies the mapped buffer to the heap, without the second copy of wgpuBufferGetConstMappedRange.
EM_JS(void, slosh_gpu_fetch, (WGPUBuffer buffer, void* to, size_t bytes), {
    HEAPU8.set(new Uint8Array(WebGPU.mgrBuffer.get(buffer).getMappedRange(0, bytes)), to);
});
// clang-format on

namespace slosh::gpu {
namespace {

constexpr size_t staging_bytes = 1 << 18;  // small writes of one submit
constexpr size_t max_staged_write = 1 << 14;
constexpr uint32_t max_timed_passes = 512;  // of one submit
constexpr WGPUBufferUsageFlags general_usage = WGPUBufferUsage_Storage | WGPUBufferUsage_Uniform |
                                               WGPUBufferUsage_Indirect | WGPUBufferUsage_CopySrc |
                                               WGPUBufferUsage_CopyDst;

WGPUBuffer create_buffer(WGPUDevice device, const char* label, size_t bytes, WGPUBufferUsageFlags usage) {
    WGPUBufferDescriptor description{};
    description.label = label;
    description.usage = usage;
    description.size = bytes;
    return wgpuDeviceCreateBuffer(device, &description);
}

// Which bindings of a pipeline are declared `var<storage, read_write>`.
std::vector<bool> find_writes(std::string_view code) {
    constexpr std::string_view mark = "@binding(";
    std::vector<bool> writes;
    for (size_t at = code.find(mark); at != code.npos; at = code.find(mark, at + 1)) {
        size_t binding = 0;
        std::from_chars(code.data() + at + mark.size(), code.data() + code.size(), binding);
        const std::string_view declaration = code.substr(at, code.find(';', at) - at);
        if (writes.size() <= binding) writes.resize(binding + 1);
        writes[binding] = declaration.substr(0, declaration.find('>')).find("read_write") != declaration.npos;
    }
    return writes;
}

}  // namespace

namespace detail {

struct Pipeline {
    WGPUComputePipeline handle = nullptr;
    WGPUBindGroupLayout layout = nullptr;
    std::string label;
    std::vector<bool> writes;  // by binding
    ~Pipeline() {
        if (layout) wgpuBindGroupLayoutRelease(layout);
        if (handle) wgpuComputePipelineRelease(handle);
    }
};

struct Bindings {
    WGPUBindGroup handle = nullptr;
    std::shared_ptr<Pipeline> pipeline;
    std::vector<std::shared_ptr<Memory>> buffers;
    int64_t traffic = 0;  // bytes
    ~Bindings() {
        if (handle) wgpuBindGroupRelease(handle);
    }
};

// A copy on its way to a ReadBack. `number` tells whether a later read has replaced it.
struct Transfer {
    std::shared_ptr<Core> core;
    std::shared_ptr<ReadBack> target;
    WGPUBuffer buffer = nullptr;
    size_t capacity = 0, bytes = 0;
    uint64_t number = 0;
};

struct Core : std::enable_shared_from_this<Core> {
    WGPUDevice device = nullptr;
    WGPUQueue queue = nullptr;
    std::string adapter;
    Limits limits;

    WGPUCommandEncoder encoder = nullptr;
    WGPUComputePassEncoder pass = nullptr;
    std::vector<std::shared_ptr<void>> in_use;  // by commands that are not submitted yet
    WGPUBuffer staging = nullptr;
    std::vector<std::byte> staged;
    std::vector<std::unique_ptr<Transfer>> transfers;              // of the commands that are not submitted yet
    std::vector<std::pair<size_t, WGPUBuffer>> free_read_buffers;  // capacity, mappable buffer
    int reads_under_way = 0, submits_under_way = 0;
    double busy_ms = 0, busy_since = 0, read_ms = 0;
    int64_t bytes_read = 0;
    uint64_t reads = 0;
    int64_t dispatches = 0, traffic = 0;

    // Time by stage. A pass has one stage; its times are the entries 2 n and 2 n + 1 of the query set.
    bool timestamps = false, measuring = false;
    int stage = 0, pass_stage = 0;
    WGPUQuerySet queries = nullptr;
    WGPUBuffer query_values = nullptr;
    std::deque<std::string> stage_names{"other"};  // a deque: the names that times() shows stay where they are
    std::vector<double> stage_sums;
    std::vector<int> pass_stages;  // of this submit
    struct Measured {
        std::shared_ptr<ReadBack> values;
        std::vector<int> stages;
    };
    std::vector<Measured> measured;
    int measured_submits = 0;
    std::vector<StageTime> times;

    ~Core();
    bool ok() const { return first_error[0] == '\0'; }
    void open();
    void begin_pass();
    void end_pass();
    void read(WGPUBuffer from, size_t offset, size_t bytes, const std::shared_ptr<ReadBack>&);
    void submit();
    void collect_times();
};

struct Memory {
    WGPUBuffer handle = nullptr;
    ~Memory() {
        // A submitted command may still use it: WebGPU frees the memory after it.
        wgpuBufferDestroy(handle);
        wgpuBufferRelease(handle);
    }
};

Core::~Core() {
    end_pass();
    if (encoder) wgpuCommandEncoderRelease(encoder);
    for (const auto& transfer : transfers) wgpuBufferRelease(transfer->buffer);
    for (const auto& [capacity, buffer] : free_read_buffers) {
        wgpuBufferDestroy(buffer);
        wgpuBufferRelease(buffer);
    }
    for (WGPUBuffer buffer : {staging, query_values})
        if (buffer) {
            wgpuBufferDestroy(buffer);
            wgpuBufferRelease(buffer);
        }
    if (queries) wgpuQuerySetRelease(queries);
    wgpuQueueRelease(queue);
    wgpuDeviceRelease(device);
}

void Core::open() {
    if (!encoder) encoder = wgpuDeviceCreateCommandEncoder(device, nullptr);
}

void Core::begin_pass() {
    if (pass && (!measuring || pass_stage == stage)) return;
    end_pass();
    open();
    WGPUComputePassTimestampWrites writes{};
    WGPUComputePassDescriptor description{};
    const auto index = static_cast<uint32_t>(pass_stages.size());
    if (measuring && index < max_timed_passes) {
        writes.querySet = queries;
        writes.beginningOfPassWriteIndex = 2 * index;
        writes.endOfPassWriteIndex = 2 * index + 1;
        description.timestampWrites = &writes;
        pass_stages.push_back(stage);
    }
    pass = wgpuCommandEncoderBeginComputePass(encoder, &description);
    pass_stage = stage;
}

void Core::end_pass() {
    if (!pass) return;
    wgpuComputePassEncoderEnd(pass);
    wgpuComputePassEncoderRelease(pass);
    pass = nullptr;
}

void Core::read(WGPUBuffer from, size_t offset, size_t bytes, const std::shared_ptr<ReadBack>& target) {
    end_pass();
    open();
    auto transfer = std::make_unique<Transfer>();
    const auto fits = std::find_if(free_read_buffers.begin(), free_read_buffers.end(), [&](const auto& entry) {
        return entry.first >= bytes && entry.first <= 2 * bytes + 1024;
    });
    if (fits != free_read_buffers.end()) {
        transfer->capacity = fits->first;
        transfer->buffer = fits->second;
        free_read_buffers.erase(fits);
    } else {
        transfer->capacity = std::max<size_t>(bytes + bytes / 8, 64) / 8 * 8;
        transfer->buffer =
            create_buffer(device, "read-back", transfer->capacity, WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst);
    }
    transfer->target = target;
    transfer->bytes = bytes;
    transfer->number = target->read_ = ++reads;
    target->arrived_ = false;
    wgpuCommandEncoderCopyBufferToBuffer(encoder, from, offset, transfer->buffer, 0, bytes);
    transfers.push_back(std::move(transfer));
}

void Core::submit() {
    end_pass();
    if (!encoder) return;
    if (!pass_stages.empty()) {
        const auto count = static_cast<uint32_t>(2 * pass_stages.size());
        wgpuCommandEncoderResolveQuerySet(encoder, queries, 0, count, query_values, 0);
        measured.push_back({std::make_shared<ReadBack>(), std::move(pass_stages)});
        pass_stages.clear();
        read(query_values, 0, count * sizeof(uint64_t), measured.back().values);
    }
    if (!staged.empty()) wgpuQueueWriteBuffer(queue, staging, 0, staged.data(), staged.size());
    staged.clear();
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, nullptr);
    wgpuCommandEncoderRelease(encoder);
    encoder = nullptr;
    wgpuQueueSubmit(queue, 1, &commands);
    wgpuCommandBufferRelease(commands);
    in_use.clear();
    for (auto& transfer : transfers) {
        transfer->core = shared_from_this();
        ++reads_under_way;
        const auto arrived = [](WGPUBufferMapAsyncStatus status, void* data) {
            const std::unique_ptr<Transfer> t(static_cast<Transfer*>(data));
            Core& core = *t->core;
            --core.reads_under_way;
            if (status != WGPUBufferMapAsyncStatus_Success) {
                wgpuBufferRelease(t->buffer);
                return;
            }
            if (t->target->read_ == t->number && !t->target->arrived_) {
                t->target->bytes_.resize(t->bytes);
                const double start = emscripten_get_now();
                slosh_gpu_fetch(t->buffer, t->target->bytes_.data(), t->bytes);
                core.read_ms += emscripten_get_now() - start;
                core.bytes_read += static_cast<int64_t>(t->bytes);
                t->target->arrived_ = true;
            }
            wgpuBufferUnmap(t->buffer);
            core.free_read_buffers.emplace_back(t->capacity, t->buffer);
        };
        Transfer* t = transfer.release();
        wgpuBufferMapAsync(t->buffer, WGPUMapMode_Read, 0, t->bytes, arrived, t);
    }
    transfers.clear();
    if (submits_under_way++ == 0) busy_since = emscripten_get_now();
    wgpuQueueOnSubmittedWorkDone(
        queue,
        [](WGPUQueueWorkDoneStatus, void* data) {
            const std::unique_ptr<std::shared_ptr<Core>> core(static_cast<std::shared_ptr<Core>*>(data));
            const double now = emscripten_get_now();
            (*core)->busy_ms += now - std::exchange((*core)->busy_since, now);
            --(*core)->submits_under_way;
        },
        new std::shared_ptr<Core>(shared_from_this()));
}

void Core::collect_times() {
    std::erase_if(measured, [&](const Measured& m) {
        if (!m.values->arrived()) return false;
        const auto ticks = m.values->as<uint64_t>();
        stage_sums.resize(stage_names.size());
        for (size_t n = 0; n < m.stages.size(); ++n)
            if (ticks[2 * n + 1] > ticks[2 * n])
                stage_sums[static_cast<size_t>(m.stages[n])] +=
                    static_cast<double>(ticks[2 * n + 1] - ticks[2 * n]) * 1e-6;
        ++measured_submits;
        return true;
    });
    times.clear();
    for (size_t n = 0; n < stage_sums.size(); ++n)
        if (stage_sums[n] > 0) times.push_back({stage_names[n], stage_sums[n] / measured_submits});
}

}  // namespace detail

Device::Device(std::shared_ptr<detail::Core> core) : core_(std::move(core)) {}
Device::~Device() = default;

std::unique_ptr<Device> Device::take() {
    if (!slosh_gpu_exists()) return nullptr;
    auto core = std::make_shared<detail::Core>();
    core->device = emscripten_webgpu_get_device();
    core->queue = wgpuDeviceGetQueue(core->device);
    first_error[0] = '\0';
    slosh_gpu_watch(first_error, max_error);
    char name[128];
    slosh_gpu_name(name, sizeof name);
    core->adapter = name;
    WGPUSupportedLimits supported{};
    wgpuDeviceGetLimits(core->device, &supported);
    const uint64_t bytes = std::min(supported.limits.maxStorageBufferBindingSize, supported.limits.maxBufferSize);
    core->limits.buffer_bytes = static_cast<size_t>(std::min<uint64_t>(bytes, 0xfffffffcu));
    core->limits.workgroups = supported.limits.maxComputeWorkgroupsPerDimension;
    core->limits.storage_bindings = supported.limits.maxStorageBuffersPerShaderStage;
    core->timestamps = wgpuDeviceHasFeature(core->device, WGPUFeatureName_TimestampQuery);
    return std::unique_ptr<Device>(new Device(std::move(core)));
}

bool Device::ok() const { return core_->ok(); }
std::string_view Device::error() const { return first_error; }
std::string_view Device::adapter() const { return core_->adapter; }
const Limits& Device::limits() const { return core_->limits; }
int64_t Device::dispatches() const { return core_->dispatches; }
int64_t Device::traffic() const { return core_->traffic; }
int Device::submits_under_way() const { return core_->submits_under_way; }
double Device::busy_ms() const { return core_->busy_ms; }
int64_t Device::bytes_read() const { return core_->bytes_read; }
double Device::read_ms() const { return core_->read_ms; }
int Device::measured_submits() const {
    core_->collect_times();
    return core_->measured_submits;
}
bool Device::idle() const { return !core_->ok() || (core_->reads_under_way == 0 && core_->submits_under_way == 0); }

Buffer Device::make_buffer(std::string_view label, size_t bytes) {
    Buffer buffer;
    buffer.size_ = std::max<size_t>((bytes + 3) / 4 * 4, 16);
    buffer.memory_ = std::make_shared<detail::Memory>();
    buffer.memory_->handle = create_buffer(core_->device, std::string(label).c_str(), buffer.size_, general_usage);
    return buffer;
}

ComputePipeline Device::make_pipeline(std::string_view label, std::span<const std::string_view> wgsl) {
    std::string code;
    for (std::string_view part : wgsl) code += part;
    WGPUShaderModuleWGSLDescriptor source{};
    source.chain.sType = WGPUSType_ShaderModuleWGSLDescriptor;
    source.code = code.c_str();
    ComputePipeline pipeline;
    pipeline.pipeline_ = std::make_shared<detail::Pipeline>();
    pipeline.pipeline_->label = label;
    pipeline.pipeline_->writes = find_writes(code);
    WGPUShaderModuleDescriptor module_description{};
    module_description.nextInChain = &source.chain;
    module_description.label = pipeline.pipeline_->label.c_str();
    WGPUShaderModule module = wgpuDeviceCreateShaderModule(core_->device, &module_description);
    WGPUComputePipelineDescriptor description{};
    description.label = pipeline.pipeline_->label.c_str();
    description.compute.module = module;
    description.compute.entryPoint = "main";
    pipeline.pipeline_->handle = wgpuDeviceCreateComputePipeline(core_->device, &description);
    pipeline.pipeline_->layout = wgpuComputePipelineGetBindGroupLayout(pipeline.pipeline_->handle, 0);
    wgpuShaderModuleRelease(module);
    return pipeline;
}

Dispatch Device::prepare(const ComputePipeline& pipeline, std::initializer_list<const Buffer*> buffers,
                         uint32_t workgroups) {
    Dispatch dispatch;
    dispatch.workgroups_ = workgroups;
    auto bindings = std::make_shared<detail::Bindings>();
    std::vector<WGPUBindGroupEntry> entries;
    for (const Buffer* buffer : buffers) {
        CHECK(buffer && *buffer, "a dispatch needs its buffers");
        WGPUBindGroupEntry entry{};
        entry.binding = static_cast<uint32_t>(entries.size());
        entry.buffer = buffer->memory_->handle;
        entry.size = buffer->size_;
        const std::vector<bool>& writes = pipeline.pipeline_->writes;
        const bool written = entry.binding < writes.size() && writes[entry.binding];
        bindings->traffic += static_cast<int64_t>(buffer->size_) * (written ? 2 : 1);
        entries.push_back(entry);
        bindings->buffers.push_back(buffer->memory_);
    }
    WGPUBindGroupDescriptor description{};
    description.label = pipeline.pipeline_->label.c_str();
    description.layout = pipeline.pipeline_->layout;
    description.entryCount = entries.size();
    description.entries = entries.data();
    bindings->handle = wgpuDeviceCreateBindGroup(core_->device, &description);
    bindings->pipeline = pipeline.pipeline_;
    dispatch.bindings_ = std::move(bindings);
    return dispatch;
}

void Device::write(const Buffer& buffer, size_t offset, const void* data, size_t bytes) {
    if (bytes == 0 || !ok()) return;
    CHECK(offset % 4 == 0 && bytes % 4 == 0 && offset + bytes <= buffer.size_, "a write must fit its buffer");
    detail::Core& core = *core_;
    // With recorded commands a direct write would come before them: a copy of a small one is recorded, a large one
    // submits them.
    if (core.encoder && bytes > max_staged_write) submit();
    if (core.encoder && core.staged.size() + bytes > staging_bytes) submit();
    if (!core.encoder) return wgpuQueueWriteBuffer(core.queue, buffer.memory_->handle, offset, data, bytes);
    core.end_pass();
    if (!core.staging)
        core.staging =
            create_buffer(core.device, "writes", staging_bytes, WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst);
    const auto* begin = static_cast<const std::byte*>(data);
    wgpuCommandEncoderCopyBufferToBuffer(core.encoder, core.staging, core.staged.size(), buffer.memory_->handle, offset,
                                         bytes);
    core.staged.insert(core.staged.end(), begin, begin + bytes);
    core.in_use.push_back(buffer.memory_);
}

void Device::clear(const Buffer& buffer) {
    if (!ok()) return;
    core_->end_pass();
    core_->open();
    wgpuCommandEncoderClearBuffer(core_->encoder, buffer.memory_->handle, 0, buffer.size_);
    core_->in_use.push_back(buffer.memory_);
    core_->traffic += static_cast<int64_t>(buffer.size_);
}

void Device::copy(const Buffer& from, size_t from_offset, const Buffer& to, size_t to_offset, size_t bytes) {
    if (bytes == 0 || !ok()) return;
    core_->end_pass();
    core_->open();
    wgpuCommandEncoderCopyBufferToBuffer(core_->encoder, from.memory_->handle, from_offset, to.memory_->handle,
                                         to_offset, bytes);
    core_->in_use.push_back(from.memory_);
    core_->in_use.push_back(to.memory_);
    core_->traffic += 2 * static_cast<int64_t>(bytes);
}

void Device::run(const Dispatch& dispatch) {
    if (!ok() || (!dispatch.indirect_ && dispatch.workgroups_ == 0)) return;
    detail::Core& core = *core_;
    core.begin_pass();
    wgpuComputePassEncoderSetPipeline(core.pass, dispatch.bindings_->pipeline->handle);
    wgpuComputePassEncoderSetBindGroup(core.pass, 0, dispatch.bindings_->handle, 0, nullptr);
    if (dispatch.indirect_) {
        wgpuComputePassEncoderDispatchWorkgroupsIndirect(core.pass, dispatch.indirect_->handle,
                                                         dispatch.indirect_offset_);
        core.in_use.push_back(dispatch.indirect_);
    } else {
        wgpuComputePassEncoderDispatchWorkgroups(core.pass, dispatch.workgroups_, 1, 1);
    }
    core.in_use.push_back(dispatch.bindings_);
    ++core.dispatches;
    core.traffic += dispatch.bindings_->traffic;
}

void Device::read(const Buffer& buffer, size_t offset, size_t bytes, const std::shared_ptr<ReadBack>& target) {
    target->arrived_ = false;
    if (!ok()) return;
    CHECK(bytes > 0 && offset % 4 == 0 && bytes % 4 == 0 && offset + bytes <= buffer.size_,
          "a read must lie in its buffer");
    core_->in_use.push_back(buffer.memory_);
    core_->read(buffer.memory_->handle, offset, bytes, target);
}

void Device::submit() {
    if (ok()) core_->submit();
}

void Device::measure(bool on) {
    detail::Core& core = *core_;
    core.end_pass();
    core.measuring = on && core.timestamps;
    core.stage_sums.clear();
    core.measured.clear();
    core.measured_submits = 0;
    if (!core.measuring || core.queries) return;
    WGPUQuerySetDescriptor description{};
    description.type = WGPUQueryType_Timestamp;
    description.count = 2 * max_timed_passes;
    core.queries = wgpuDeviceCreateQuerySet(core.device, &description);
    core.query_values = create_buffer(core.device, "times", 2 * max_timed_passes * sizeof(uint64_t),
                                      WGPUBufferUsage_QueryResolve | WGPUBufferUsage_CopySrc);
}

void Device::stage(std::string_view name) {
    auto& names = core_->stage_names;
    const auto found = std::find(names.begin(), names.end(), name);
    core_->stage = static_cast<int>(found - names.begin());
    if (found == names.end()) names.emplace_back(name);
}

std::span<const StageTime> Device::times() const {
    core_->collect_times();
    return core_->times;
}

}  // namespace slosh::gpu
