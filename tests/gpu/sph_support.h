// The same scene on the GPU and on the CPU.
#pragma once
#include <gtest/gtest.h>

#include "gpu/sph/pcisph_gpu.h"
#include "gpu/sph/wcsph_gpu.h"
#include "scenes/scene.h"
#include "solver/make_in_dimensions.h"
#include "support/scenes.h"

namespace slosh::gpu {

constexpr Capabilities both_dimensions = {.scenes_2d = true, .scenes_3d = true};

inline void wait_for(Device& device) { device.wait(); }

inline InitialParticles start_of(const Scene& scene) {
    return seed_particles(scene.domain, scene.solver.particles_in(scene.domain), scene.solver.kinds(),
                          static_cast<uint64_t>(scene.seed));
}

// Its steps end when the GPU has run and the particles have come back.
inline std::unique_ptr<Solver> make_gpu(Device& device, const Scene& scene, const InitialParticles* start = nullptr,
                                        void (*after_step)(Device&) = wait_for) {
    const InitialParticles initial = start ? *start : start_of(scene);
    return make_in_dimensions<both_dimensions>(scene.domain, [&]<int D>() -> std::unique_ptr<Solver> {
        if (const auto* def = std::get_if<WcsphDef>(&scene.solver))
            return make_wcsph_gpu<D>(device, *def, scene.domain, initial, after_step);
        return make_pcisph_gpu<D>(device, std::get<PcisphDef>(scene.solver), scene.domain, initial, after_step);
    });
}

// The column of the particles in the order of their ids, which are 0 to count - 1.
template <class T>
std::vector<T> by_id(const ParticleView& p, std::span<const T> column) {
    std::vector<T> sorted(column.size());
    for (size_t i = 0; i < column.size(); ++i) sorted.at(p.id[i]) = column[i];
    return sorted;
}

// The largest difference of two columns, over `scale`.
inline double difference(const ParticleView& p, std::span<const float> a, const ParticleView& q,
                         std::span<const float> b, double scale) {
    const std::vector<float> u = by_id(p, a), v = by_id(q, b);
    double most = u.size() == v.size() ? 0 : 1e30;
    for (size_t i = 0; i < u.size() && i < v.size(); ++i) {
        const double d = std::abs(static_cast<double>(u[i]) - static_cast<double>(v[i])) / scale;
        if (!(d <= most)) most = d;
    }
    return most;
}

struct SphGpu : testing::Test {
    std::unique_ptr<Device> device = Device::take();
    void TearDown() override { EXPECT_TRUE(device->ok()) << device->error(); }
};

}  // namespace slosh::gpu
