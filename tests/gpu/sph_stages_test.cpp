// The stages of wcsph and pcisph on the GPU against the CPU, on the same compressed and stirred fluid: the order of the
// slots (so the cells), densities and forces. A step of one short sub-step shows them: the change of the velocities is
// the acceleration.
#include "base/random.h"
#include "sph_support.h"
#include "support/worst.h"

namespace slosh::gpu::sph_stages_test {
namespace {

// Particles of `scene`, drawn together by a tenth towards the corner of the container, displaced at random by up to a
// fifth of the spacing, with random velocities.
InitialParticles stirred(const Scene& scene) {
    InitialParticles start = start_of(scene);
    const Walls& walls = scene.domain.walls;
    Random random(7);
    const int n = scene.domain.dimensions;
    const double volume = static_cast<double>(fluid_volume(scene.domain)) / start.count();
    const auto spacing = static_cast<float>(std::pow(volume, 1.0 / n));
    for (size_t i = 0; i < start.position.size(); ++i)
        for (int d = 0; d < n; ++d) {
            const float corner = walls.shape == Shape::circle ? 0 : walls.centre[d] - walls.half[d];
            start.position[i][d] =
                corner + 0.9f * (start.position[i][d] - corner) + random.uniform(-0.2f, 0.2f) * spacing;
            if (walls.shape == Shape::box)
                start.position[i][d] = std::max(start.position[i][d], corner + 0.01f * spacing);
            start.velocity[i][d] = random.uniform(-1, 1);
        }
    return start;
}

struct Stages {
    double density = 0, acceleration = 0;
    bool same_order = true;
};

// Euler's method moves wcsph with the forces at the start.
Stages compare_stages(Device& device, Scene scene) {
    constexpr float dt = 2e-5f;
    if (auto* def = std::get_if<WcsphDef>(&scene.solver))
        def->substeps = 1, def->integrator = WcsphDef::Integrator::euler;
    else def_of<PcisphDef>(scene).substeps = 1;
    const InitialParticles start = stirred(scene);
    Jobs jobs(1);
    const auto cpu = make_solver(scene, jobs, &start);
    const auto gpu = make_gpu(device, scene, &start);
    cpu->step(dt, {}, {}), gpu->step(dt, {}, {});
    const ParticleView p = cpu->particles(), q = gpu->particles();
    EXPECT_EQ(p.count, q.count);
    Stages stages;
    stages.density = difference(p, p.density, q, q.density, static_cast<double>(p.rest_density));
    const std::span<const float> v[] = {p.vx, p.vy, p.vz}, vg[] = {q.vx, q.vy, q.vz};
    double most = 0;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
        stages.same_order = stages.same_order && p.id[i] == q.id[i];
        for (int d = 0; d < p.dimensions; ++d)
            most = std::max(most, static_cast<double>(std::abs(v[d][i] - start.velocity[p.id[i]][d])));
    }
    for (int d = 0; d < p.dimensions; ++d) keep_worst(stages.acceleration, difference(p, v[d], q, vg[d], most));
    return stages;
}

// Names a test.
struct Case {
    const char* name;
    const char* scene;
    std::vector<std::pair<const char*, std::string>> settings;
    bool is_round = false;
};

Scene scene_of(const Case& one) {
    Scene scene = *find_scene(one.scene);
    EXPECT_EQ(set_param(scene, "particles", "1200").status, SetResult::ok);
    for (const auto& [key, value] : one.settings) EXPECT_EQ(set_param(scene, key, value).status, SetResult::ok) << key;
    if (one.is_round) {
        scene.domain.walls = {.shape = Shape::circle, .half = {0.5f, 0.5f, 0.5f}};
        scene.domain.fluid = {{.shape = Shape::circle, .half = {0.5f, 0.5f, 0.5f}, .kind = 1, .lattice = true}};
    }
    return scene;
}

void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }

struct SphStages : SphGpu, testing::WithParamInterface<Case> {};

TEST_P(SphStages, CellsDensitiesAndForcesAreThoseOfTheCpu) {
    const Stages stages = compare_stages(*device, scene_of(GetParam()));
    std::printf("%s: density %.2g, acceleration %.2g\n", GetParam().name, stages.density, stages.acceleration);
    EXPECT_TRUE(stages.same_order);
    EXPECT_LT(stages.density, 1e-5);
    EXPECT_LT(stages.acceleration, 1e-5);
}

const Case cases[] = {
    {"wcsph_2d", "dam-break", {}},
    {"wcsph_3d", "tank-3d", {}},
    {"tait", "dam-break", {{"equation-of-state", "tait"}, {"negative-pressure", "on"}}},
    {"viscous", "dam-break", {{"viscosity", "0.01"}, {"artificial-viscosity", "0.5"}, {"no-slip", "1"}}},
    {"viscous_3d", "tank-3d", {{"viscosity", "0.01"}, {"no-slip", "0.5"}}},
    {"springs", "dam-break", {{"walls", "spring"}}},
    {"tension", "drop", {}},
    {"tension_3d", "drop-3d", {}},
    {"mixed", "oil-and-water", {}},
    {"mixed_tension", "oil-and-water", {{"surface-tension", "3"}, {"no-slip", "1"}}},
    {"round", "dam-break", {{"no-slip", "1"}}, true},
    {"round_3d", "tank-3d", {{"no-slip", "1"}}, true},
    {"round_tension", "drop", {}, true},
    {"pcisph_2d", "dam-break-pcisph", {}},
    {"pcisph_viscous", "dam-break-pcisph", {{"viscosity", "0.01"}, {"artificial-viscosity", "0.5"}, {"no-slip", "1"}}},
    {"pcisph_round", "dam-break-pcisph", {{"no-slip", "1"}}, true},
};
INSTANTIATE_TEST_SUITE_P(Cases, SphStages, testing::ValuesIn(cases),
                         [](const auto& info) { return std::string(info.param.name); });

TEST_F(SphGpu, PcisphIn3dHasTheCellsDensitiesAndForcesOfTheCpu) {
    for (const bool is_round : {false, true}) {
        Scene scene = box_scene<PcisphDef>(3, {1, 1, 1}, {0.7f, 0.6f, 1}, 1200);
        if (is_round) {
            scene.domain.walls = {.shape = Shape::circle, .half = {0.5f, 0.5f, 0.5f}};
            scene.domain.fluid = {{.shape = Shape::circle, .half = {0.5f, 0.5f, 0.5f}, .lattice = true}};
        }
        const Stages stages = compare_stages(*device, scene);
        std::printf("pcisph_3d: density %.2g, acceleration %.2g\n", stages.density, stages.acceleration);
        EXPECT_TRUE(stages.same_order);
        EXPECT_LT(stages.density, 1e-5);
        EXPECT_LT(stages.acceleration, 1e-5);
    }
}

}  // namespace
}  // namespace slosh::gpu::sph_stages_test
