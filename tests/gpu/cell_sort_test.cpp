#include "gpu/cell_sort.h"

#include <algorithm>
#include <numeric>
#include <random>

#include "gpu/gpu_fixture.h"
#include "grid/particle_sort.h"
#include "search/cell_grid.h"
#include "shaders.h"

namespace slosh::gpu::cell_sort_test {
namespace {

using GpuCellSort = GpuTest;

struct FindParams {
    CellBox box;
    uint32_t particles = 0, unused[3] = {};
};

// Positions in and around the unit cube, many of them exactly on faces of cells that are a 16th wide.
std::vector<float> random_positions(uint32_t count) {
    std::mt19937 random(5);
    std::vector<float> positions(4 * count);
    for (float& x : positions) {
        x = static_cast<float>(random() % 100000) * 1.2e-5f - 0.1f;
        if (random() % 4 == 0) x = static_cast<float>(random() % 19) / 16 - 0.0625f;
    }
    return positions;
}

std::vector<uint32_t> stable_order(const std::vector<uint32_t>& cell_of, uint32_t cells) {
    std::vector<uint32_t> order(cell_of.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t a, uint32_t b) { return std::min(cell_of[a], cells) < std::min(cell_of[b], cells); });
    return order;
}

TEST_F(GpuCellSort, IsAStableSort) {
    for (uint32_t count : {0u, 1u, 255u, 256u, 257u, 65537u, 400000u}) {
        SCOPED_TRACE(count);
        const uint32_t cells = count / 8 + 1;
        std::mt19937 random(count);
        std::vector<uint32_t> cell_of(count);
        for (uint32_t& cell : cell_of) cell = static_cast<uint32_t>(random() % cells);
        CellSort sort(*device, count, cells);
        device->write(sort.cell_of(), 0, cell_of.data(), cell_of.size() * 4);
        for (int run = 0; run < 2; ++run) sort.run(*device);  // twice: the second begins with the counts of the first
        const auto expected = stable_order(cell_of, cells);
        ASSERT_EQ(download<uint32_t>(sort.order(), count), expected);
        const auto starts = download<uint32_t>(sort.cell_start(), cells + 1);
        for (uint32_t cell = 0; cell <= cells; ++cell) {
            const auto first =
                std::partition_point(expected.begin(), expected.end(), [&](uint32_t i) { return cell_of[i] < cell; });
            ASSERT_EQ(starts[cell], static_cast<uint32_t>(first - expected.begin())) << cell;
        }
    }
}

TEST_F(GpuCellSort, RemovedParticlesComeLast) {
    const std::vector<uint32_t> cell_of{4, ~0u, 1, 5, 0, 7, 4};
    CellSort sort(*device, 100, 50);
    sort.set_size(*device, 7, 5);
    device->write(sort.cell_of(), 0, cell_of.data(), cell_of.size() * 4);
    sort.run(*device);
    EXPECT_EQ(download<uint32_t>(sort.order(), 7), (std::vector<uint32_t>{4, 2, 0, 6, 1, 3, 5}));
    EXPECT_EQ(download<uint32_t>(sort.cell_start(), 6), (std::vector<uint32_t>{0, 1, 2, 2, 2, 4}));
}

TEST_F(GpuCellSort, ACrowdedCellHasEachParticleOnce) {
    constexpr uint32_t count = 20000;
    const std::vector<uint32_t> cell_of(count, 3);
    CellSort sort(*device, count, 9);
    device->write(sort.cell_of(), 0, cell_of.data(), cell_of.size() * 4);
    sort.run(*device);
    auto order = download<uint32_t>(sort.order(), count);
    std::sort(order.begin(), order.end());
    for (uint32_t i = 0; i < count; ++i) ASSERT_EQ(order[i], i);
}

TEST_F(GpuCellSort, ReordersWordsAndVectors) {
    constexpr uint32_t count = 3000, cells = 100;
    std::mt19937 random(1);
    std::vector<uint32_t> cell_of(count), words(count), vectors(4 * count);
    for (uint32_t& cell : cell_of) cell = static_cast<uint32_t>(random() % cells);
    std::iota(words.begin(), words.end(), 7u), std::iota(vectors.begin(), vectors.end(), 70000u);
    CellSort sort(*device, count, cells);
    device->write(sort.cell_of(), 0, cell_of.data(), cell_of.size() * 4);
    const Buffer old_words = upload<uint32_t>("words", words), old_vectors = upload<uint32_t>("vectors", vectors);
    const Buffer new_words = device->make_buffer("words", 4 * count);
    const Buffer new_vectors = device->make_buffer("vectors", 16 * count);
    sort.run(*device);
    device->run(sort.reorder_words(*device, old_words, new_words));
    device->run(sort.reorder_vectors(*device, old_vectors, new_vectors));
    const auto order = stable_order(cell_of, cells);
    const auto sorted_words = download<uint32_t>(new_words, count);
    const auto sorted_vectors = download<uint32_t>(new_vectors, 4 * count);
    for (uint32_t slot = 0; slot < count; ++slot) {
        ASSERT_EQ(sorted_words[slot], words[order[slot]]);
        for (uint32_t k = 0; k < 4; ++k) ASSERT_EQ(sorted_vectors[4 * slot + k], vectors[4 * order[slot] + k]);
    }
}

void sort_positions(Device& device, const CellSort& sort, const CellBox& box, const std::vector<float>& positions) {
    const auto count = static_cast<uint32_t>(positions.size() / 4);
    const Buffer uploaded = device.make_buffer("positions", positions.size() * 4);
    const Buffer params = device.make_buffer("find cells", sizeof(FindParams));
    device.write(uploaded, 0, positions.data(), positions.size() * 4);
    device.write(params, FindParams{box, count});
    device.run(device.prepare(device.make_kernel("find cells", shaders::compute::find_cells),
                              {&params, &uploaded, &sort.cell_of()}, groups_for(count)));
    sort.run(device);
}

// Against the sort of the PIC/FLIP particles on the CPU: cells, ranges and order.
TEST_F(GpuCellSort, AgreesWithParticleSort) {
    constexpr uint32_t count = 20000;
    const MacGrid grid(17, 13, 11, 0.07f);
    MacFrame frame;
    frame.corner[0] = -0.05f, frame.corner[1] = 0.01f, frame.corner[2] = 0.0625f;
    for (int d = 0; d < 3; ++d) frame.inv_edge[d] = 1 / 0.07f;
    frame.top[0] = 17, frame.top[1] = 13, frame.top[2] = 11;
    const std::vector<float> positions = random_positions(count);
    FlipParticles particles, sorted;
    particles.resize(count), sorted.resize(count);
    for (uint32_t i = 0; i < count; ++i) {
        for (int d = 0; d < 3; ++d) particles.x[d][i] = positions[4 * i + d];
        particles.id[i] = i;
    }
    Jobs jobs(1);
    ParticleSort reference;
    reference.sort(grid, frame, particles, sorted, jobs);

    CellSort sort(*device, count, static_cast<uint32_t>(grid.size()));
    sort_positions(*device, sort, cell_box(grid, frame), positions);
    const auto order = download<uint32_t>(sort.order(), count);
    for (uint32_t slot = 0; slot < count; ++slot) ASSERT_EQ(order[slot], sorted.id[slot]) << slot;
    const auto starts = download<uint32_t>(sort.cell_start(), grid.size() + 1);
    for (int cell = 0; cell < grid.size(); ++cell)
        ASSERT_EQ(starts[cell], static_cast<uint32_t>(reference.begin(cell)));
}

// Against the cells of SPH on the CPU: rows along x, whose cells are a quarter of the radius wide.
TEST_F(GpuCellSort, AgreesWithCellGrid) {
    constexpr uint32_t count = 20000, rows = 16, columns = 64;
    const std::vector<float> positions = random_positions(count);
    std::vector<float> x(count + 4), y(count + 4), z(count + 4);
    for (uint32_t i = 0; i < count; ++i)
        x[i] = positions[4 * i], y[i] = positions[4 * i + 1], z[i] = positions[4 * i + 2];
    Jobs jobs(1);
    CellGrid reference;
    reference.build(3, {0, 0, 0}, {1, 1, 1}, 1.0f / rows, count, x.data(), y.data(), z.data(), jobs);
    ASSERT_EQ(reference.rows(), static_cast<int>(rows * rows));

    CellSort sort(*device, count, columns * rows * rows);
    const CellBox box{{0, 0, 0}, 0, {columns, rows, rows}, columns, {columns - 1, rows - 1, rows - 1}, columns * rows};
    sort_positions(*device, sort, box, positions);
    const auto order = download<uint32_t>(sort.order(), count);
    for (uint32_t slot = 0; slot < count; ++slot) ASSERT_EQ(order[slot], reference.order()[slot]) << slot;
}

}  // namespace
}  // namespace slosh::gpu::cell_sort_test
