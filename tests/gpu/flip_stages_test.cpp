// Each pass of PIC/FLIP on the GPU against the function of the CPU that it mirrors, from the same particles.
#include <algorithm>
#include <bit>
#include <glm/geometric.hpp>

#include "base/math.h"
#include "gpu/flip_tank.h"
#include "grid/extrapolate.h"
#include "grid/forces/external_forces.h"
#include "grid/liquid/g2p_advection.h"
#include "grid/liquid/surface_continuity.h"
#include "grid/liquid/trapezoidal_rule.h"
#include "grid/liquid/volume_correction.h"
#include "support/worst.h"

namespace slosh::gpu::flip_stages_test {
namespace {

constexpr float dt = 1.0f / 120;
constexpr int layers = 5;
const glm::vec3 gravity{1, -9.81f, 0.5f};

// A sub-step of the CPU path, stage by stage.
struct CpuStages {
    FlipDef def;
    GridLayout layout;
    Jobs& jobs;
    SortedParticles particles;
    FaceFields faces;
    CellFields cells;
    TransferScratch scratch;
    PressureProjection projection;
    TrapezoidalRule trapezoidal_rule;
    Extrapolation extrapolation;
    SurfaceContinuity continuity;
    std::vector<PointerForce> pointers;
    float flip = 1;

    CpuStages(const Scene& scene, const InitialParticles& start, Jobs& j)
        : def(std::get<FlipDef>(scene.solver)), jobs(j) {
        layout = lay_out_grid(scene.domain.walls, static_cast<double>(fluid_volume(scene.domain)), start.count(),
                              def.density, def.particles_per_cell);
        MacFrame& frame = layout.frame;
        for (int d = 0; d < 3; ++d)
            frame.corner[d] = scene.domain.walls.centre[d] - frame.top[d] * frame.edge[d] / 2,
            frame.velocity[d] = 0.1f * static_cast<float>(d - 1);
        particles.front.start_from(start, start.count()), particles.back.resize(start.count());
        particles.keep_slopes(def.transfer == FlipDef::Transfer::apic);
        faces.resize(layout.grid, jobs), cells.resize(layout.grid), scratch.assign(layout.grid);
        projection.resize(layout.grid), trapezoidal_rule.resize(layout.grid), extrapolation.resize(layout.grid),
            continuity.resize(layout.grid);
        flip = static_cast<float>(power(static_cast<double>(def.flip), 60.0 * static_cast<double>(dt)));
        pointers.push_back({.kind = PointerForce::drag,
                            .position = scene.domain.walls.centre,
                            .velocity = {1, 0.5f, -1},
                            .strength = 20,
                            .radius = 0.3f});
        pointers.push_back({.kind = PointerForce::repel,
                            .position = scene.domain.walls.centre - 0.5f * scene.domain.walls.half,
                            .strength = 0.5f,
                            .limit = 60});
    }
    bool affine() const { return particles.front.has_slopes(); }
    void sort() { particles.sort(layout, jobs); }
    void gather() {
        particles_to_grid(layout, particles, faces.velocity, faces.weight, scratch, jobs);
        faces.save_velocity(layout.grid, particles.cells, jobs);
        add_gravity(layout.grid, gravity, dt, faces.velocity, jobs);
        apply_pointer_forces(layout, pointers, dt, faces.velocity, jobs);
        apply_wall_friction(layout, def.wall_friction, dt, faces.velocity, jobs);
        for (int axis = 0; axis < 3; ++axis)
            for_wall_faces(layout.grid, axis, [&](int at, int) { faces.velocity.axis[axis][at] = 0; });
    }
    void level_set() {
        find_density(layout, particles.cells, faces.weight, cells.density, jobs);
        find_level_set(layout.grid, particles.cells, cells.density, def.surface, cells.phi, jobs);
        find_isolated_cells(layout.grid, particles.cells, cells.phi, cells.isolated, jobs);
    }
    void solve() {
        find_divergence_target(layout.grid, cells.density, {.phi = cells.phi, .face_fraction = faces.fraction},
                               std::min(def.volume_correction, 0.5f / dt), cells.divergence_target, jobs);
        projection.solve(
            layout.frame, cells, faces,
            {.solver = {.tolerance = def.tolerance, .max_iterations = def.max_iterations}, .gravity = gravity}, dt,
            jobs);
    }
    void subtract() {
        projection.subtract_gradient(layout.frame, cells, cells.pressure, faces, jobs);
        faces.make_velocity_delta(layout.grid, particles.cells, jobs);
        // Faces count from the second time on.
        for (int n = 0; n < 2; ++n)
            trapezoidal_rule.find_acceleration(layout.grid, particles.cells, dt, cells.phi, faces.valid,
                                               faces.velocity_delta, jobs);
    }
    void extrapolate() {
        const ExtrapolatedFields fields{.a = faces.velocity, .b = faces.velocity_delta, .valid = faces.valid};
        extrapolation.run(layout.grid, layers, fields, jobs);
        continuity.apply(layout, particles.cells, {.phi = cells.phi, .face_fraction = faces.fraction}, fields, jobs);
        projection.close_separation(faces);
        faces.add_old_velocity(layout.grid, particles.cells, affine() ? 1 : 1 - flip, !affine(), nullptr, jobs);
        mirror_in_walls(layout.grid, faces.velocity);
        mirror_in_walls(layout.grid, faces.velocity_delta);
        trapezoidal_rule.find_change(layout, particles.cells, dt, faces.velocity, jobs);
    }
    void move() {
        const AdvectionStep step{
            .scheme = def.advection, .dt = dt, .gravity_dt = gravity * dt, .isolated = cells.isolated.data()};
        if (affine()) grid_to_affine_particles(layout, faces.velocity_delta, step, particles, jobs);
        const G2pFields fields{.velocity_delta = affine() ? nullptr : &faces.velocity_delta,
                               .flip = flip,
                               .velocity = faces.velocity,
                               .layers = layers};
        grid_to_particles_and_advect(layout, fields, step, particles, scratch, jobs);
        integrate_isolated_particles(layout, step, particles, jobs);
    }
};

struct FlipStages : GpuTest {
    Jobs jobs{1};
    std::unique_ptr<CpuStages> cpu;
    std::unique_ptr<FlipPasses> gpu;
    size_t size = 0;

    void start(Scene scene, int steps) {
        FlipDef& def = std::get<FlipDef>(scene.solver);
        def.tolerance = 1e-6f, def.wall_friction = 0.05f;
        const InitialParticles state = state_after(scene, steps, jobs);
        cpu = std::make_unique<CpuStages>(scene, state, jobs);
        size = static_cast<size_t>(cpu->layout.grid.size());
        gpu = std::make_unique<FlipPasses>(*device, cpu->layout, state.count(), cpu->affine(), false, false);
        gpu->set_count(state.count());
        FlipParams params = step_params(cpu->def, gravity, cpu->layout, dt, cpu->pointers);
        params.count = params.capacity = static_cast<uint32_t>(state.count());
        params.part = gpu->pressure().part();
        if (cpu->affine()) params.pic = 0;
        gpu->write(params);
        gpu->pressure().set_limits(*device, def.tolerance, def.max_iterations);
        std::vector<float> packed;
        for (int part = 0; part < 2; ++part)
            for (int i = 0; i < state.count(); ++i) {
                const auto k = static_cast<size_t>(i);
                const glm::vec3 v = part == 0 ? state.position[k] : state.velocity[k];
                packed.insert(packed.end(), {v.x, v.y, v.z, std::bit_cast<float>(part == 0 ? i : 0)});
            }
        device->write(gpu->buffers().particles, 0, packed.data(), packed.size() * 4);
    }
    int count() const { return cpu->particles.front.count; }
    // The parts of a field on faces of both paths.
    void expect_faces(const std::vector<float>& mine, const Faces& theirs, float bar, const char* what,
                      const Faces* only = nullptr) {
        for (int axis = 0; axis < 3; ++axis) {
            std::vector<float> a(theirs.axis[axis].data(), theirs.axis[axis].data() + size);
            std::vector<float> b(mine.begin() + axis * static_cast<int>(size),
                                 mine.begin() + (axis + 1) * static_cast<int>(size));
            if (only)
                for (size_t n = 0; n < size; ++n)
                    if (!(only->axis[axis][static_cast<int>(n)] > 0)) a[n] = b[n] = 0;
            const Difference d = difference(a, b, size);
            EXPECT_LE(d.error, bar * std::max(d.scale, 1.0f)) << what << " along " << axis << " at " << place(d.at);
            EXPECT_GT(d.scale, 0) << what << " along " << axis;
        }
    }
    // The same faces count, with the same values.
    void expect_acceleration(const std::vector<float>& mine, const Faces& theirs) {
        Faces counts;
        counts.assign(cpu->layout.grid);
        for (int axis = 0; axis < 3; ++axis)
            for (int at = 0; at < static_cast<int>(size); ++at) {
                const bool here = theirs.axis[axis][at] < TrapezoidalRule::entered;
                counts.axis[axis][at] = here;
                EXPECT_EQ(mine[static_cast<size_t>(axis) * size + static_cast<size_t>(at)] < TrapezoidalRule::entered,
                          here)
                    << axis << " " << place(at);
            }
        expect_faces(mine, theirs, 1e-4f, "acceleration", &counts);
    }
    std::string place(int at) const {
        const MacGrid& g = cpu->layout.grid;
        return std::to_string(at % g.row - 1) + " " + std::to_string(at % g.slab / g.row - 1) + " " +
               std::to_string(at / g.slab - 1) + " of " + std::to_string(g.nx) + " " + std::to_string(g.ny) + " " +
               std::to_string(g.nz);
    }
    void expect_cells(const std::vector<float>& mine, const SimdArray<float>& theirs, float bar, const char* what) {
        const Difference d = difference(theirs.view(), mine, size);
        EXPECT_LE(d.error, bar * std::max(d.scale, 1.0f)) << what << " at " << place(d.at);
        EXPECT_GT(d.scale, 0) << what;
    }
    void check_all() {
        const FlipPasses::Buffers& b = gpu->buffers();
        cpu->sort(), gpu->sort();
        const auto starts = download<uint32_t>(b.starts, size + 1);
        for (size_t cell = 0; cell <= size; ++cell)
            ASSERT_EQ(starts[cell], static_cast<uint32_t>(cpu->particles.cells.begin(static_cast<int>(cell)))) << cell;
        const auto sorted = download<uint32_t>(b.sorted, 4 * static_cast<size_t>(count()));
        for (int i = 0; i < count(); ++i) ASSERT_EQ(sorted[4 * static_cast<size_t>(i) + 3], cpu->particles.front.id[i]);

        cpu->gather(), gpu->gather();
        const auto [weight, before] = split(download<float>(b.old, 6 * size));
        expect_faces(weight, cpu->faces.weight, 1e-5f, "weight");
        expect_faces(before, cpu->faces.velocity_old, 1e-5f, "velocity of P2G");
        expect_faces(split(download<float>(b.faces, 6 * size)).first, cpu->faces.velocity, 1e-5f,
                     "velocity with forces");

        cpu->level_set(), gpu->find_level_set();
        expect_cells(download<float>(b.density, size), cpu->cells.density, 1e-5f, "density");
        expect_cells(download<float>(b.phi, size), cpu->cells.phi, 1e-4f, "phi");
        const auto isolated = download<uint32_t>(b.isolated, size);
        for (size_t n = 0; n < size; ++n)
            EXPECT_EQ(isolated[n], cpu->cells.isolated[static_cast<int>(n)]) << place(static_cast<int>(n));

        cpu->solve();
        gpu->assemble_pressure(), gpu->pressure().record(*device, cpu->def.max_iterations);
        const auto matrix = download<float>(gpu->pressure().matrix(), static_cast<size_t>(gpu->pressure().part()) * 4);
        expect_cells(matrix, cpu->projection.system.diagonal, 1e-4f, "diagonal");
        for (int axis = 0; axis < 3; ++axis)
            expect_cells({matrix.begin() + (axis + 1) * gpu->pressure().part(), matrix.end()},
                         cpu->projection.system.link[axis], 1e-6f, "link");
        expect_cells(download<float>(gpu->pressure().b(), size), cpu->projection.system.b, 1e-5f, "divergence");
        const SolveResult result = download<SolveResult>(gpu->pressure().result(), 1)[0];
        std::printf("iterations %u and %d, residual %g\n", result.iterations, cpu->projection.iterations,
                    static_cast<double>(result.residual));
        EXPECT_LE(result.residual, cpu->def.tolerance);
        EXPECT_LE(static_cast<int>(result.iterations), cpu->projection.iterations + 2);
        expect_cells(download<float>(gpu->pressure().pressure(), size), cpu->cells.pressure, 1e-4f, "pressure");

        const std::vector<float> zeros(3 * size);  // all faces have counted
        device->write(b.acceleration, 0, zeros.data(), zeros.size() * sizeof(float));
        cpu->subtract(), gpu->subtract_gradient();
        expect_faces(split(download<float>(b.faces, 6 * size)).first, cpu->faces.velocity, 1e-4f, "projected velocity",
                     &cpu->faces.valid);
        expect_acceleration(download<float>(b.acceleration, 3 * size), cpu->trapezoidal_rule.acceleration());
        const auto valid = download<uint32_t>(b.valid, 3 * size);
        for (int axis = 0; axis < 3; ++axis)
            for (size_t n = 0; n < size; ++n)
                EXPECT_EQ(static_cast<float>(valid[static_cast<size_t>(axis) * size + n]),
                          cpu->faces.valid.axis[axis][static_cast<int>(n)])
                    << axis << " " << place(static_cast<int>(n));

        cpu->extrapolate(), gpu->extrapolate(layers);
        const auto [u, delta] = split(download<float>(b.faces, 6 * size));
        expect_faces(u, cpu->faces.velocity, 1e-4f, "extrapolated velocity", &cpu->faces.valid);
        expect_faces(delta, cpu->faces.velocity_delta, 1e-4f, "velocity for the particles", &cpu->faces.valid);

        expect_faces(download<float>(b.change, 3 * size), cpu->trapezoidal_rule.change(), 1e-3f,
                     "change of the acceleration");

        cpu->move(), gpu->move();
        const auto moved =
            download<float>(b.particles, static_cast<size_t>(cpu->affine() ? 20 : 8) * static_cast<size_t>(count()));
        float x_error = 0, v_error = 0, slope_error = 0, slope_scale = 1;
        const FlipParticles& p = cpu->particles.front;
        for (int i = 0; i < count(); ++i)
            for (int d = 0; d < 3; ++d) {
                const auto at = 4 * static_cast<size_t>(i) + static_cast<size_t>(d);
                const size_t part = 4 * static_cast<size_t>(count());
                keep_worst(x_error, std::abs(moved[at] - p.x[d][i]) * cpu->layout.frame.inv_edge[d]);
                keep_worst(v_error, std::abs(moved[part + at] - p.v[d][i]));
                for (int c = 0; c < 3 && cpu->affine(); ++c) {
                    keep_worst(slope_error, std::abs(moved[static_cast<size_t>(2 + c) * part + at] - p.slope[c][d][i]));
                    slope_scale = std::max(slope_scale, std::abs(p.slope[c][d][i]));
                }
            }
        std::printf("one step: %g cells, %g m/s\n", static_cast<double>(x_error), static_cast<double>(v_error));
        EXPECT_LE(x_error, 1e-4f);
        EXPECT_LE(v_error, 1e-3f);
        EXPECT_LE(slope_error, 1e-3f * slope_scale);
    }
};

TEST_F(FlipStages, DamBreakIsThatOfTheCpu) {
    start(scene_with("flip-dam-break", {{"particles", "4000"}}), 30);
    check_all();
}

TEST_F(FlipStages, SplashIsThatOfTheCpu) {
    start(scene_with("flip-double-splash", {{"particles", "6000"}, {"flip", "0.8"}, {"advection", "rk3"}}), 40);
    check_all();
}

TEST_F(FlipStages, ApicIsThatOfTheCpu) {
    start(scene_with("flip-block", {{"particles", "4000"}, {"particles-per-cell", "8"}, {"transfer", "apic"}}), 30);
    check_all();
}

TEST_F(FlipStages, FullCellsAreThoseOfTheCpu) {
    start(scene_with("flip-block", {{"particles", "4000"}, {"surface", "cells"}, {"advection", "euler"}}), 20);
    check_all();
}

}  // namespace
}  // namespace slosh::gpu::flip_stages_test
