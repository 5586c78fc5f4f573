// Speed of a scene on the GPU: slosh_gpu_bench SCENE STEPS [method=pcisph] [key=value]...
// Prints a line of JSON: milliseconds a step with steps queued as on a page, and with a wait after each; by stage,
// where the adapter has timestamps; and the cost of reading back.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/json_writer.h"
#include "gpu/solvers/gpu_solvers.h"
#include "settings/settings.h"

namespace slosh {
namespace {

[[noreturn]] void fail(const std::string& message) {
    std::fprintf(stderr, "slosh_gpu_bench: %s\n", message.c_str());
    std::exit(2);
}

// Seconds a step of `steps` steps; at most `queue` submits are under way after each.
double time_steps(gpu::Device& device, Solver& solver, int steps, int queue) {
    device.wait();
    const auto start = Profile::Clock::now();
    for (int n = 0; n < steps; ++n) {
        solver.step(1.0f / 60, {}, {});
        device.wait(queue);
        if (!device.ok()) fail(std::string(device.error()));
    }
    device.wait();
    return Profile::milliseconds_since(start) / steps;
}

int run(int argc, char** argv) {
    if (argc < 3) fail("expected SCENE STEPS [key=value]...");
    const Scene* found = find_scene(argv[1]);
    if (!found) fail("unknown scene; known: " + all_scene_names());
    Settings settings = Settings::of(*found);
    const int steps = std::atoi(argv[2]);
    if (steps < 1) fail("STEPS is not a number above 0");
    for (int i = 3; i < argc; ++i) {
        const std::string_view text = argv[i];
        const size_t equals = text.find('=');
        if (equals == text.npos) fail("expected key=value");
        if (text == "method=pcisph") {  // there is no scene in 3D
            settings.scene.solver = PcisphDef{};
            continue;
        }
        const SetResult result = set_param(settings, text.substr(0, equals), text.substr(equals + 1));
        if (result.status != SetResult::ok) fail(result.message);
    }
    const std::unique_ptr<gpu::Device> device = gpu::Device::take();
    if (!device) fail("there is no GPU");
    const Scene& scene = settings.scene;
    Jobs jobs(1);
    Outcome why_not;
    auto made = gpu::make_gpu_solver(*device, scene.solver, scene.domain, start_particles(scene), jobs, why_not);
    if (!made) fail(why_not.warning);
    Solver& solver = *made;
    time_steps(*device, solver, 3, 0);  // compiles the kernels

    const int64_t dispatches = device->dispatches(), traffic = device->traffic(), bytes = device->bytes_read();
    const double fetched = device->read_ms();
    const double queued = time_steps(*device, solver, steps, 3);
    const double dispatched = static_cast<double>(device->dispatches() - dispatches) / steps;
    const double moved = static_cast<double>(device->traffic() - traffic) / steps;
    const double read = static_cast<double>(device->bytes_read() - bytes) / steps;
    const double fetch = (device->read_ms() - fetched) / steps;
    // From the buffers of the read-back to a view.
    const auto start = Profile::Clock::now();
    const int count = solver.particles().count;
    const double unpack = Profile::milliseconds_since(start);
    const double single = time_steps(*device, solver, steps, 0);
    device->measure(true);
    time_steps(*device, solver, steps, 0);
    JsonWriter stages;
    const double submits = device->measured_submits() / static_cast<double>(steps);
    for (const StageTime& stage : device->times()) stages.number(stage.name, stage.ms * submits);
    const Stats stats = solver.stats();
    std::puts(JsonWriter()
                  .text("adapter", device->adapter())
                  .number("particles", count)
                  .number("steps", steps)
                  .number("msPerStep", queued)
                  .number("msAlone", single)
                  .raw("stages", stages.end())
                  .number("dispatches", dispatched)
                  .number("traffic", moved)
                  .number("bytesRead", read)
                  .number("readMs", fetch)
                  .number("unpackMs", unpack)
                  .number("substeps", stats.substeps)
                  .number("iterations", static_cast<double>(stats.iterations))
                  .number("maxSpeed", static_cast<double>(stats.max_speed))
                  .flag("finite", stats.finite)
                  .end()
                  .c_str());
    return 0;
}

}  // namespace
}  // namespace slosh

int main(int argc, char** argv) {
    const int status = slosh::run(argc, argv);
    std::fflush(stdout);
    return status;
}
