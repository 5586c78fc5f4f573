#include "app/gpu/gpu_part.h"

#include <algorithm>

#include "gpu/solvers/gpu_solvers.h"

namespace slosh {
namespace {

using gpu::Device;

// The grid stays on the device: what shows it needs the solver on the CPU.
constexpr const char* no_grid = "no view of the grid on the GPU";
bool shows_grid(const Settings& settings) {
    const RenderSettings& render = settings.render;
    return settings.scene.solver.can().grid &&
           (settings.scene.slice.shown != Slice::Quantity::off || render.show_grid_velocity || render.show_grid_cells);
}

// What `automatic` does for a scene with so many particles: some steps on the CPU, some on the GPU, and then the
// faster.
class Trial {
public:
    enum class Progress { cpu, gpu, decided };

    // A scene with twice or half as many particles is another one.
    void start(std::string_view scene, int particles) {
        if (scene == scene_ && 2 * particles > particles_ && particles < 2 * particles_) return;
        *this = {};
        scene_ = scene;
        particles_ = particles;
    }
    bool on_gpu() const { return progress_ == Progress::gpu || (progress_ == Progress::decided && gpu_ms_ < cpu_ms_); }
    // Returns whether on_gpu() has changed.
    bool add(double ms, bool gpu) {
        if (progress_ == Progress::decided || gpu != (progress_ == Progress::gpu)) return false;
        ++steps_;
        sum_ += ms;
        const int skipped = gpu ? gpu_skipped : cpu_skipped;
        if (steps_ <= skipped) sum_ = 0;
        if (steps_ < skipped + measured && !(sum_ > enough_ms)) return false;
        (gpu ? gpu_ms_ : cpu_ms_) = sum_ / (steps_ - skipped);
        progress_ = gpu ? Progress::decided : Progress::gpu;
        steps_ = 0;
        sum_ = 0;
        return on_gpu() != gpu;
    }

private:
    // The first steps compile kernels or fill caches.
    static constexpr int cpu_skipped = 1, gpu_skipped = 4, measured = 12;
    static constexpr double enough_ms = 500;
    std::string_view scene_;
    int particles_ = 0;
    Progress progress_ = Progress::cpu;
    int steps_ = 0;
    double sum_ = 0, cpu_ms_ = 0, gpu_ms_ = 0;
};

class GpuPartOf final : public GpuPart {
public:
    explicit GpuPartOf(std::unique_ptr<Device> device) : device_(std::move(device)) {}

    std::unique_ptr<Solver> make_solver(const Settings& settings, const Scene& scene, const InitialParticles* from,
                                        Jobs& jobs, std::string& note) override {
        note.clear();
        if (blocked_ || settings.device == DeviceChoice::cpu) return nullptr;
        const bool asked = settings.device == DeviceChoice::gpu;
        if (!asked) {
            trial_.start(scene.name, from ? from->count() : scene.solver.particles_in(scene.domain));
            if (!trial_.on_gpu()) return nullptr;
        }
        std::unique_ptr<Solver> solver;
        Outcome why_not;
        if (!device_->ok()) why_not = Outcome::refused(std::string(device_->error()));
        else if (shows_grid(settings)) why_not = Outcome::refused(no_grid);
        else
            solver = gpu::make_gpu_solver(*device_, scene.solver, scene.domain, from ? *from : start_particles(scene),
                                          jobs, why_not);
        if (!solver && asked) note = why_not.warning;
        last_busy_ms_ = device_->busy_ms();
        return solver;
    }

    std::string why_stop(const Settings& settings, bool drawn) const override {
        if (!device_->ok()) return std::string(device_->error());
        if (settings.device == DeviceChoice::cpu) return {};
        if (shows_grid(settings)) return no_grid;
        return gpu::supported_on_gpu(settings.scene.solver, settings.scene.domain, drawn).warning;
    }

    void block() override { blocked_ = true; }
    void allow() override { blocked_ = false; }
    bool is_behind(bool on_any) const override {
        return on_any ? !device_->idle() : device_->ok() && device_->submits_under_way() > max_submits;
    }

    bool measure(const Settings& settings, double cpu_ms, bool on_gpu) override {
        if (on_gpu) {
            const double busy = device_->busy_ms(), ms = busy - std::exchange(last_busy_ms_, busy);
            step_ms_ += (ms - step_ms_) * 0.1;
            cpu_ms = ms;
        }
        return settings.device == DeviceChoice::automatic && !blocked_ && trial_.add(cpu_ms, on_gpu);
    }
    double step_ms() const override { return step_ms_; }
    std::string_view adapter() const override { return device_->adapter(); }

private:
    // A step may submit more than once.
    static constexpr int max_submits = 3;
    std::unique_ptr<Device> device_;
    Trial trial_;
    bool blocked_ = false;
    double last_busy_ms_ = 0, step_ms_ = 0;
};

}  // namespace

std::unique_ptr<GpuPart> make_gpu_part() {
    std::unique_ptr<Device> device = Device::take();
    return device ? std::make_unique<GpuPartOf>(std::move(device)) : nullptr;
}

}  // namespace slosh
