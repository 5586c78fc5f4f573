// What carries a fluid between particles and a MAC grid, piece by piece.
#include "grid/liquid/p2g.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <glm/geometric.hpp>

#include "base/random.h"
#include "grid/extrapolate.h"
#include "grid/liquid/g2p_advection.h"
#include "grid/liquid/projection.h"
#include "grid/sampling.h"
#include "grid/transfer_weights.h"

namespace slosh {
namespace {

constexpr int nx = 9, ny = 7, nz = 6;
constexpr int layers = 3;  // around particles

// A grid of oblong cells, somewhere in the world.
struct Tank {
    MacGrid grid{nx, ny, nz, 0.1f};
    MacFrame frame;
    Jobs jobs{3};
    FlipParticles particles;
    ParticleSort cells;
    TransferScratch room;
    VelocityBounds fastest;

    Tank() {
        const float edges[] = {0.1f, 0.11f, 0.12f}, corners[] = {-0.4f, 0.3f, 1}, tops[] = {nx, ny, nz};
        for (int d = 0; d < 3; ++d) {
            frame.edge[d] = edges[d], frame.inv_edge[d] = 1 / edges[d];
            frame.corner[d] = corners[d], frame.top[d] = tops[d];
        }
        room.assign(grid);
    }
    // Adds particles at places in cells; v as given there.
    template <class Velocity>
    void fill(const std::vector<glm::vec3>& places, Velocity&& velocity) {
        FlipParticles loose;
        InitialParticles start;
        for (const glm::vec3 place : places) {
            glm::vec3 x;
            for (int d = 0; d < 3; ++d) x[d] = frame.corner[d] + place[d] * frame.edge[d];
            start.position.push_back(x), start.velocity.push_back(velocity(x)), start.kind.push_back(0);
        }
        loose.start_from(start, start.count()), particles.resize(loose.count);
        cells.sort(grid, frame, loose, particles, jobs);
    }
    // By PIC and FLIP, and along `velocity`.
    void take(const Faces& gained, float flip, const Faces& velocity, const uint8_t* ballistic, glm::vec3 fall,
              float dt = 0, Advection scheme = Advection::rk2) {
        carry(grid, frame, cells, &gained, flip, velocity, layers, scheme, dt, ballistic, fall, particles, room,
              fastest, jobs);
    }
    glm::vec3 at(int slot) const { return {particles.x[0][slot], particles.x[1][slot], particles.x[2][slot]}; }
    glm::vec3 place(int slot) const {
        glm::vec3 place;
        for (int d = 0; d < 3; ++d) place[d] = frame.in_cells(d, particles.x[d][slot]);
        return place;
    }
};

std::vector<glm::vec3> scattered(int count, glm::vec3 lo, glm::vec3 hi) {
    Random random(5);
    std::vector<glm::vec3> places;
    for (int i = 0; i < count; ++i) {
        glm::vec3 p;
        for (int d = 0; d < 3; ++d) p[d] = random.uniform(lo[d], hi[d]);
        places.push_back(p);
    }
    return places;
}

std::vector<glm::vec3> lattice(glm::ivec3 lo, glm::ivec3 hi) {
    std::vector<glm::vec3> places;
    for (int k = 2 * lo.z; k < 2 * hi.z; ++k)
        for (int j = 2 * lo.y; j < 2 * hi.y; ++j)
            for (int i = 2 * lo.x; i < 2 * hi.x; ++i) places.push_back((glm::vec3(i, j, k) + 0.5f) / 2.0f);
    return places;
}

constexpr auto still = [](glm::vec3) { return glm::vec3(0); };
constexpr auto linear = [](glm::vec3 x) {
    return glm::vec3(1 + 2 * x.x - x.y, 0.5f * x.z + x.x, 3 - x.y + 2 * x.z + x.x);
};

TEST(ParticleSort, PutsParticlesIntoTheOrderOfTheirCells) {
    Tank tank;
    tank.fill(scattered(3000, {-1, 0, 0}, {nx + 1, ny, nz}), still);  // some are outside
    int seen = 0;
    for (int k = 0; k < nz; ++k)
        for (int j = 0; j < ny; ++j)
            for (int i = 0; i < nx; ++i) {
                const int cell = tank.grid.at(i, j, k);
                uint32_t last = 0;
                for (int slot = tank.cells.begin(cell); slot < tank.cells.end(cell); ++slot, ++seen) {
                    const glm::vec3 place = tank.place(slot);
                    EXPECT_EQ(std::min(static_cast<int>(place.x), nx - 1), i);
                    EXPECT_EQ(static_cast<int>(place.y), j);
                    EXPECT_EQ(static_cast<int>(place.z), k);
                    EXPECT_GE(tank.particles.id[slot], last) << "a stable sort";
                    last = tank.particles.id[slot];
                }
            }
    EXPECT_EQ(seen, 3000);
    std::vector<uint32_t> ids(tank.particles.id.view().begin(), tank.particles.id.view().end());
    std::sort(ids.begin(), ids.end());
    for (uint32_t i = 0; i < 3000; ++i) ASSERT_EQ(ids[i], i);
}

// In few planes of cells each part counts in its own; one that was put down at the end may be anywhere.
TEST(ParticleSort, SortsWhatWasSortedBefore) {
    Tank tank;
    tank.fill(scattered(3000, {0, 0, 0}, {nx, ny, nz}), still);
    Random random(6);
    for (int d = 0; d < 3; ++d)
        for (int slot = 0; slot < 3000; ++slot)
            tank.particles.x[d][slot] += random.uniform(-0.4f, 0.4f) * tank.frame.edge[d];
    const glm::vec3 corner(tank.frame.corner[0], tank.frame.corner[1], tank.frame.corner[2]);
    tank.particles.put(2999, corner, {0, 0, 0}, 7777, 0);
    FlipParticles sorted;
    sorted.resize(3000);
    tank.cells.sort(tank.grid, tank.frame, tank.particles, sorted, tank.jobs);
    std::vector<std::vector<uint32_t>> expected(static_cast<size_t>(tank.grid.size()));
    for (int slot = 0; slot < 3000; ++slot) {
        const glm::ivec3 c = glm::min(glm::ivec3(tank.place(slot)), glm::ivec3(nx - 1, ny - 1, nz - 1));
        expected[static_cast<size_t>(tank.grid.at(c.x, c.y, c.z))].push_back(tank.particles.id[slot]);
    }
    for (int cell = 0; cell < tank.grid.size(); ++cell) {
        const auto& here = expected[static_cast<size_t>(cell)];
        ASSERT_EQ(tank.cells.count(cell), static_cast<int>(here.size()));
        for (size_t n = 0; n < here.size(); ++n)
            ASSERT_EQ(sorted.id[tank.cells.begin(cell) + static_cast<int>(n)], here[n]);
    }
}

TEST(ParticleSort, KnowsWhichRowsAreNearParticles) {
    Tank tank;
    tank.fill({{0.5f, 0.5f, 0.5f}, {2.5f, static_cast<float>(ny) - 0.5f, static_cast<float>(nz) - 0.5f}}, still);
    for (const int rows : {1, 2, 3})
        for (int k = -1; k <= nz; ++k)
            for (int j = -1; j <= ny; ++j) {
                const bool near_first = j <= rows && k <= rows, near_last = j >= ny - 1 - rows && k >= nz - 1 - rows;
                EXPECT_EQ(tank.cells.any_around(tank.grid, j, k, rows), near_first || near_last)
                    << rows << " rows from row " << j << " of plane " << k;
            }
}

TEST(Transfer, GivesEveryFaceTheWeightedMeanOfItsParticles) {
    Tank tank;
    tank.fill(scattered(2000, {1, 1, 1}, {nx - 1, ny - 1, nz - 1}), linear);
    tank.frame.velocity[1] = 0.25f;
    Faces u, weight;
    u.assign(tank.grid), weight.assign(tank.grid);
    particles_to_grid(tank.grid, tank.frame, tank.cells, tank.particles, u, weight, tank.room, tank.jobs);
    // Straight from the definition, in double precision.
    for (int axis = 0; axis < 3; ++axis)
        for (const glm::ivec3 face : {glm::ivec3(4, 3, 3), glm::ivec3(2, 2, 2), glm::ivec3(7, 1, 4)}) {
            double sum = 0, momentum = 0;
            for (int slot = 0; slot < tank.particles.count; ++slot) {
                double w = 1;
                for (int d = 0; d < 3; ++d) {
                    const double from = tank.place(slot)[d] - (face[d] + (d == axis ? 0 : 0.5));
                    w *= std::max(0.0, 1 - std::abs(from));
                }
                sum += w, momentum += w * (tank.particles.v[axis][slot] - tank.frame.velocity[axis]);
            }
            const int at = tank.grid.at(face.x, face.y, face.z);
            EXPECT_NEAR(weight.axis[axis][at], sum, 1e-5 * sum);
            EXPECT_NEAR(u.axis[axis][at], momentum / sum, 1e-5);
        }
    // And no momentum is lost on the way.
    for (int axis = 0; axis < 3; ++axis) {
        double given = 0, found = 0;
        for (int slot = 0; slot < tank.particles.count; ++slot)
            given += static_cast<double>(tank.particles.v[axis][slot] - tank.frame.velocity[axis]);
        for (int at = 0; at < tank.grid.size(); ++at)
            found += static_cast<double>(u.axis[axis][at]) * static_cast<double>(weight.axis[axis][at]);
        EXPECT_NEAR(found, given, 1e-3);
    }
}

TEST(Transfer, ALinearFieldComesBackAsItWas) {
    Tank tank;
    tank.fill(lattice({0, 0, 0}, {nx, ny, nz}), linear);
    Faces u, weight;
    u.assign(tank.grid), weight.assign(tank.grid);
    particles_to_grid(tank.grid, tank.frame, tank.cells, tank.particles, u, weight, tank.room, tank.jobs);
    for (int axis = 0; axis < 3; ++axis)
        for (int k = 0; k < nz; ++k)
            for (int j = 0; j < ny; ++j)
                for (int i = 0; i <= (axis == 0 ? nx : nx - 1); ++i)
                    EXPECT_NEAR(weight.axis[axis][tank.grid.at(i, j, k)], 8, 1e-4) << "also beside walls and on them";
    // Pure PIC: what comes back is what was on the faces.
    const FlipParticles before = tank.particles;
    for (SimdArray<float>& v : tank.particles.v) v.assign(tank.particles.count, 77);
    tank.take(u, 0, u, nullptr, {0, 0, 0});
    int inside = 0;
    for (int slot = 0; slot < before.count; ++slot) {
        bool far = true;  // from walls, which reflect
        for (int d = 0; d < 3; ++d) far &= tank.place(slot)[d] > 1.5f && tank.place(slot)[d] < tank.frame.top[d] - 1.5f;
        if (!far) continue;
        ++inside;
        for (int d = 0; d < 3; ++d) EXPECT_NEAR(tank.particles.v[d][slot], before.v[d][slot], 2e-5);
    }
    EXPECT_GT(inside, 300);
}

TEST(Transfer, FlipAddsWhatHasChanged) {
    Tank tank;
    tank.fill(scattered(500, {0, 0, 0}, {nx, ny, nz}), linear);
    Faces gained;
    gained.assign(tank.grid);
    for (SimdArray<float>& a : gained.axis)
        for (int at = 0; at < tank.grid.size(); ++at) a[at] = 0.5f;
    SimdArray<uint8_t> ballistic(tank.grid.size());
    const int flying = tank.grid.at(3, 3, 3);
    ballistic[flying] = 1;
    const FlipParticles before = tank.particles;
    Faces velocity;
    velocity.assign(tank.grid);
    for (int axis = 0; axis < 3; ++axis)
        for (int at = 0; at < tank.grid.size(); ++at) velocity.axis[axis][at] = static_cast<float>(axis) - 3;
    tank.take(gained, 0.9f, velocity, ballistic.data(), {0, -2, 0}, 1e-4f);
    for (int slot = 0; slot < before.count; ++slot) {
        const bool flies = slot >= tank.cells.begin(flying) && slot < tank.cells.end(flying);
        for (int d = 0; d < 3; ++d) {
            const float was = before.v[d][slot], expected = flies ? was + (d == 1 ? -2.0f : 0.0f) : 0.9f * was + 0.5f;
            EXPECT_NEAR(tank.particles.v[d][slot], expected, 1e-5);
            const float way = flies ? 0 : (static_cast<float>(d) - 3) * 1e-4f;
            const float wall = tank.frame.corner[d] + 1e-3f * tank.frame.edge[d];
            const float to = before.x[d][slot] + way;
            EXPECT_NEAR(tank.particles.x[d][slot], flies ? to : std::max(to, wall), 1e-5);
        }
    }
}

// However unevenly particles lie: with slopes a linear field is the same on the faces and back on the particles.
TEST(Transfer, SlopesCarryALinearFieldExactly) {
    Tank tank;
    tank.fill(scattered(4000, {0, 0, 0}, {nx, ny, nz}), linear);
    tank.frame.velocity[2] = -0.5f;
    const float slopes[3][3] = {{2, -1, 0}, {1, 0, 0.5f}, {1, -1, 2}};
    FlipParticles& p = tank.particles;
    p.keep_slopes(true);
    for (int c = 0; c < 3; ++c)
        for (int d = 0; d < 3; ++d) p.slope[c][d].assign(p.count, slopes[c][d]);
    Faces u, weight;
    u.assign(tank.grid), weight.assign(tank.grid);
    particles_to_grid(tank.grid, tank.frame, tank.cells, p, u, weight, tank.room, tank.jobs);
    double on_faces = 0, on_particles = 0, of_slopes = 0;
    for (int axis = 0; axis < 3; ++axis)
        for (int k = 1; k < nz - 1; ++k)
            for (int j = 1; j < ny - 1; ++j)
                for (int i = 1; i < nx - 1; ++i) {
                    glm::vec3 x(i, j, k);
                    for (int d = 0; d < 3; ++d)
                        x[d] = tank.frame.corner[d] + (x[d] + (d == axis ? 0 : 0.5f)) * tank.frame.edge[d];
                    const float expected = linear(x)[axis] - tank.frame.velocity[axis];
                    on_faces = std::max<double>(
                        on_faces, std::abs(u.axis[axis][tank.grid.at(i, j, k)] - static_cast<double>(expected)));
                }
    for (SimdArray<float>& v : p.v) v.assign(p.count, 77);
    for (auto& component : p.slope)
        for (SimdArray<float>& slope : component) slope.assign(p.count, 77);
    grid_to_affine_particles(tank.grid, tank.frame, tank.cells, u, nullptr, {0, 0, 0}, p, tank.jobs);
    int inside = 0;
    for (int slot = 0; slot < p.count; ++slot) {
        bool far = true;  // from walls, which reflect
        for (int d = 0; d < 3; ++d) far &= tank.place(slot)[d] > 1.5f && tank.place(slot)[d] < tank.frame.top[d] - 1.5f;
        if (!far) continue;
        ++inside;
        const glm::vec3 expected = linear(tank.at(slot));
        for (int c = 0; c < 3; ++c) {
            on_particles = std::max(on_particles, std::abs(static_cast<double>(p.v[c][slot] - expected[c])));
            for (int d = 0; d < 3; ++d)
                of_slopes = std::max(of_slopes, std::abs(static_cast<double>(p.slope[c][d][slot] - slopes[c][d])));
        }
    }
    std::printf("linear field: off by %.1e on faces, %.1e on particles, %.1e 1/s in the slopes\n", on_faces,
                on_particles, of_slopes);
    EXPECT_GT(inside, 600);
    EXPECT_LT(on_faces, 1e-5);
    EXPECT_LT(on_particles, 1e-5);
    EXPECT_LT(of_slopes, 1e-4) << "differences over a tenth of a metre";
}

// What particles have together, spin among it, is what is on the faces, and the other way round.
TEST(Transfer, SlopesLoseNoMomentum) {
    Tank tank;
    auto random_velocity = [random = Random(8)](glm::vec3) mutable {
        glm::vec3 v;
        for (int d = 0; d < 3; ++d) v[d] = random.uniform(-1, 1);
        return v;
    };
    tank.fill(scattered(1500, {2, 2, 2}, {nx - 2, ny - 2, nz - 2}), random_velocity);
    FlipParticles& p = tank.particles;
    Random random(4);
    p.keep_slopes(true);
    for (auto& component : p.slope)
        for (SimdArray<float>& slope : component)
            for (int i = 0; i < p.count; ++i) slope[i] = random.uniform(-5, 5);
    // Spin about z: x v_y - y v_x of every particle, and of its slopes the part that turns, weighted as on the faces.
    const auto momenta = [&](const Faces& u, const Faces& weight) {
        std::array<double, 4> sums{};
        for (int k = 0; k < nz; ++k)
            for (int j = 0; j < ny; ++j)
                for (int i = 0; i < nx; ++i)
                    for (int axis = 0; axis < 3; ++axis) {
                        const int at = tank.grid.at(i, j, k);
                        const double m = static_cast<double>(u.axis[axis][at]) * weight.axis[axis][at];
                        sums[static_cast<size_t>(axis)] += m;
                        if (axis == 0) sums[3] -= (j + 0.5) * static_cast<double>(tank.frame.edge[1]) * m;
                        if (axis == 1) sums[3] += (i + 0.5) * static_cast<double>(tank.frame.edge[0]) * m;
                    }
        return sums;
    };
    Faces u, weight, again, again_weight;
    for (Faces* faces : {&u, &weight, &again, &again_weight}) faces->assign(tank.grid);
    particles_to_grid(tank.grid, tank.frame, tank.cells, p, u, weight, tank.room, tank.jobs);
    grid_to_affine_particles(tank.grid, tank.frame, tank.cells, u, nullptr, {0, 0, 0}, p, tank.jobs);
    particles_to_grid(tank.grid, tank.frame, tank.cells, p, again, again_weight, tank.room, tank.jobs);
    const auto before = momenta(u, weight), after = momenta(again, again_weight);
    std::printf("momenta %.5f %.5f %.5f, spin %.5f; after there and back %.5f %.5f %.5f, %.5f\n", before[0], before[1],
                before[2], before[3], after[0], after[1], after[2], after[3]);
    for (size_t m = 0; m < 4; ++m) EXPECT_NEAR(after[m], before[m], 1e-5 * p.count);
    for (auto& component : p.slope)
        for (SimdArray<float>& slope : component) slope.assign(p.count, 0);
    particles_to_grid(tank.grid, tank.frame, tank.cells, p, again, again_weight, tank.room, tank.jobs);
    EXPECT_GT(std::abs(momenta(again, again_weight)[3] - before[3]), 0.01) << "PIC does lose spin";
}

TEST(MacSampler, AgreesWithTheStencilOfACellAndIsExactForLinearFields) {
    Tank tank;
    tank.fill(scattered(1000, {0, 0, 0}, {nx, ny, nz}), still);
    Faces u;
    u.assign(tank.grid);
    const auto field = [](int axis, glm::vec3 place) {
        return static_cast<float>(axis + 1) * place.x - place.y + 0.3f * place.z;
    };
    for (int axis = 0; axis < 3; ++axis)
        for (int k = -1; k <= nz; ++k)
            for (int j = -1; j <= ny; ++j)
                for (int i = -1; i <= nx; ++i) {
                    glm::vec3 place(i, j, k);
                    for (int d = 0; d < 3; ++d) place[d] += d == axis ? 0 : 0.5f;
                    u.axis[axis][tank.grid.at(i, j, k)] = field(axis, place);
                }
    const MacSampler anywhere(tank.grid);
    Faces other;
    other.assign(tank.grid);
    for (int axis = 0; axis < 3; ++axis)
        for (int at = 0; at < tank.grid.size(); ++at) other.axis[axis][at] = 3 - 2 * u.axis[axis][at];
    tank.room.gained.gather(tank.grid, tank.cells, 1, other, tank.jobs);
    tank.room.velocity.gather(tank.grid, tank.cells, 1, u, tank.jobs);
    const InterleavedFaces::View views[2] = {tank.room.velocity.view(tank.grid), tank.room.gained.view(tank.grid)};
    for (int slot = 0; slot < tank.particles.count; ++slot) {
        const glm::vec3 place = tank.place(slot);
        const int i = std::min(static_cast<int>(place.x), nx - 1), j = std::min(static_cast<int>(place.y), ny - 1),
                  k = std::min(static_cast<int>(place.z), nz - 1);
        const Float4 at[3] = {splat(place.x), splat(place.y), splat(place.z)};
        const Float4 into[3] = {at[0] - static_cast<float>(i), at[1] - static_cast<float>(j),
                                at[2] - static_cast<float>(k)};
        Float4 here[3][1], there[3], slopes[3][3], both[3][2];
        const MacCorners corners = anywhere.around(at);
        EXPECT_EQ(anywhere.cell(corners)[1], tank.grid.at(i, j, k));
        anywhere.sample<1>(corners, {views[0]}, here), anywhere.sample<2>(corners, views, both);
        CellSampler(tank.grid, u, tank.grid.at(i, j, k))
            .sample(weights_in_cell(into), tent_slopes_in_cell(into), there, slopes);
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_NEAR(here[axis][0][0], field(axis, place), 1e-4);
            EXPECT_NEAR(there[axis][2], field(axis, place), 1e-4);
            EXPECT_NEAR(slopes[axis][0][1], axis + 1, 1e-4);
            EXPECT_NEAR(slopes[axis][1][2], -1, 1e-4);
            EXPECT_NEAR(slopes[axis][2][3], 0.3, 1e-4);
            EXPECT_NEAR(both[axis][0][3], field(axis, place), 1e-4);
            EXPECT_NEAR(both[axis][1][0], 3 - 2 * field(axis, place), 2e-4);
        }
    }
}

TEST(Extrapolation, SpreadsLayerByLayer) {
    const MacGrid grid(nx, ny, nz, 0.1f);
    Jobs jobs(3);
    Faces a, b, known;
    for (Faces* faces : {&a, &b, &known}) faces->assign(grid);
    const auto far = [](int i, int j, int k) { return std::abs(i - 4) + std::abs(j - 3) + std::abs(k - 3); };
    for (int axis = 0; axis < 3; ++axis) {
        const int at = grid.at(4, 3, 3);
        a.axis[axis][at] = 2, b.axis[axis][at] = -3, known.axis[axis][at] = 1;
        a.axis[axis][grid.at(0, 2, 2)] = 9;  // on a wall, or unknown and to be overwritten if it is reached
    }
    Extrapolation extrapolation;
    extrapolation.resize(grid);
    extrapolation.run(grid, 3, a, b, known, jobs);
    EXPECT_EQ(a.axis[0][grid.at(0, 2, 2)], 9) << "walls keep what they have";
    for (int k = 0; k < nz; ++k)
        for (int j = 0; j < ny; ++j)
            for (int i = 1; i < nx; ++i) {
                const int at = grid.at(i, j, k);
                const bool reached = far(i, j, k) <= 3;
                const float layer = static_cast<float>(far(i, j, k));
                EXPECT_EQ(known.axis[0][at], reached ? 1 / (layer + 1) : 0) << i << ' ' << j << ' ' << k;
                EXPECT_NEAR(a.axis[0][at], reached ? 2 : 0, 1e-6);
                EXPECT_NEAR(b.axis[0][at], reached ? -3 : 0, 1e-6);
            }
}

// A blob of cells with random velocities: afterwards nothing flows together or apart in it, up to the tolerance.
TEST(Projection, LeavesNoDivergence) {
    Tank tank;
    const MacGrid& grid = tank.grid;
    Random random(2);
    Faces u, open, known;
    for (Faces* faces : {&u, &open, &known}) faces->assign(grid);
    SimdArray<float> surface(grid.size()), pressure(grid.size());
    for (int k = 0; k < nz; ++k)
        for (int j = 0; j < ny; ++j)
            for (int i = 0; i < nx; ++i) surface[grid.at(i, j, k)] = random.uniform(-1, 0.05f) * (j < 4 ? 1.0f : -1.0f);
    for (int axis = 0; axis < 3; ++axis)
        for_inner_rows(grid, axis, tank.jobs, [&](int first, int count) {
            for (int at = first; at < first + count; ++at) open.axis[axis][at] = 1;
        });
    for (SimdArray<float>& a : u.axis)
        for (int at = 0; at < grid.size(); ++at) a[at] = random.uniform(-1, 1);
    PressureSystem system;
    system.grid = grid;
    for (SimdArray<float>* a : {&system.diagonal, &system.b, &system.link[0], &system.link[1], &system.link[2]})
        a->assign(grid.size());
    const auto divergence = [&] {
        assemble_pressure(tank.frame, surface, open, u, nullptr, system, tank.jobs);
        double sum = 0;
        for (int at = 0; at < grid.size(); ++at)
            sum += static_cast<double>(system.b[at]) * static_cast<double>(system.b[at]);
        return std::sqrt(sum);
    };
    const double before = divergence();
    PressureSolver solver;
    const PressureSolver::Result result = solver.solve(system, pressure, {.tolerance = 1e-4f}, tank.jobs);
    subtract_gradient(system, tank.frame, surface, open, pressure, u, known, tank.jobs);
    const double left = divergence() / before;
    std::printf("divergence left: %.3g after %d iterations, residual %.3g\n", left, result.iterations,
                static_cast<double>(result.residual));
    EXPECT_TRUE(result.converged);
    EXPECT_LT(left, 1.1e-4);
    EXPECT_GT(before, 1);
}

TEST(Advection, HasItsOrder) {
    Tank tank;
    for (int d = 0; d < 3; ++d) tank.frame.edge[d] = tank.frame.inv_edge[d] = 1, tank.frame.corner[d] = 0;
    Faces u;
    u.assign(tank.grid);
    // Around (4.5, 3.5), a radian in a second.
    for (int k = -1; k <= nz; ++k)
        for (int j = -1; j <= ny; ++j)
            for (int i = -1; i <= nx; ++i) {
                u.axis[0][tank.grid.at(i, j, k)] = 3.5f - (static_cast<float>(j) + 0.5f);
                u.axis[1][tank.grid.at(i, j, k)] = static_cast<float>(i) + 0.5f - 4.5f;
            }
    const auto error_of = [&](Advection scheme, float dt) {
        tank.fill({{6.5f, 3.5f, 3}}, still);
        carry(tank.grid, tank.frame, tank.cells, nullptr, 0, u, layers, scheme, dt, nullptr, {1, 1, 1}, tank.particles,
              tank.room, tank.fastest, tank.jobs);
        const glm::vec3 alone = tank.at(0);
        for (const SimdArray<float>& v : tank.particles.v) EXPECT_EQ(v[0], 0) << "nothing gained";
        tank.fill({{6.5f, 3.5f, 3}}, still);
        tank.take(u, 0, u, nullptr, {0, 0, 0}, dt, scheme);
        EXPECT_EQ(glm::length(tank.at(0) - alone), 0) << "with what it gains, the same way";
        const glm::vec3 off = tank.at(0) - glm::vec3(4.5f + 2 * std::cos(dt), 3.5f + 2 * std::sin(dt), 3);
        return std::sqrt(static_cast<double>(glm::dot(off, off)));
    };
    double falls_by = 4;  // of one step, when it is half as long
    for (const Advection scheme : {Advection::euler, Advection::rk2, Advection::rk3}) {
        const double whole = error_of(scheme, 0.4f), half = error_of(scheme, 0.2f);
        std::printf("%s: off by %.2e cells, of half the step %.2e\n",
                    std::string(advection_names[static_cast<size_t>(scheme)]).c_str(), whole, half);
        EXPECT_GT(whole / half, 0.9 * falls_by);
        EXPECT_LT(whole / half, 1.1 * falls_by);
        falls_by *= 2;
    }
    // Through a wall it does not go, and what it had towards it is gone.
    tank.fill({{8.9f, 3.5f, 3}}, [](glm::vec3) { return glm::vec3(5, 1, 0); });
    SimdArray<uint8_t> ballistic(tank.grid.size());
    ballistic[tank.grid.at(8, 3, 3)] = 1;
    const glm::vec3 before = tank.at(0);
    tank.take(u, 0, u, ballistic.data(), {0, 0, 0}, 0.5f);
    EXPECT_EQ(glm::length(tank.at(0) - before), 0) << "those that fly do so on their own";
    EXPECT_FALSE(fly(tank.grid, tank.frame, tank.cells, ballistic.data(), 0.01f, tank.particles, tank.jobs));
    EXPECT_TRUE(fly(tank.grid, tank.frame, tank.cells, ballistic.data(), 0.49f, tank.particles, tank.jobs));
    EXPECT_LT(tank.at(0).x, 9);
    EXPECT_GT(tank.at(0).x, 8.99f);
    EXPECT_NEAR(tank.at(0).y, 4, 1e-5);
    EXPECT_EQ(tank.particles.v[0][0], 0);
    EXPECT_EQ(tank.particles.v[1][0], 1);
}

// More than one block of them, the last one not full; the velocity of the container changes between steps.
TEST(Advection, KnowsTheFastest) {
    Tank tank;
    tank.fill(scattered(particle_block + 1001, {0, 0, 0}, {nx, ny, nz}), [](glm::vec3 x) {
        return glm::vec3(std::sin(91 * x.x), 2 * std::cos(83 * x.y), std::sin(77 * x.z) - 3);
    });
    const auto by_hand = [&] {
        float most = 0;
        for (int i = 0; i < tank.particles.count; ++i)
            for (int d = 0; d < 3; ++d) {
                const float speed = std::abs(tank.particles.v[d][i] - tank.frame.velocity[d]);
                most = std::max(most, speed * tank.frame.inv_edge[d]);
            }
        return most;
    };
    const auto known = [&] { return tank.fastest.max_cells_a_second(tank.frame, tank.particles, tank.jobs); };
    EXPECT_EQ(known(), by_hand()) << "at the start";
    Faces u;
    u.assign(tank.grid);
    for (int at = 0; at < tank.grid.size(); ++at) u.axis[1][at] = 0.3f;
    for (const float moving : {0.0f, -7.5f, 40.0f}) {
        for (int d = 0; d < 3; ++d) tank.frame.velocity[d] = moving;
        tank.take(u, 0.9f, u, nullptr, {0, 0, 0}, 0.02f);
        EXPECT_EQ(known(), by_hand()) << "the container at " << moving << " m/s";
        tank.frame.velocity[1] = moving / 2;
        EXPECT_EQ(known(), by_hand()) << "and when it slows down";
    }
    for (int d = 0; d < 3; ++d)
        for (int i = 0; i < tank.particles.count; ++i) tank.particles.v[d][i] += 0.1f * static_cast<float>(d + 1);
    tank.fastest.shift({0.1f, 0.2f, 0.1f * 3.0f});
    EXPECT_EQ(known(), by_hand()) << "all have gained as much";
    const float before = known();
    tank.particles.v[0][particle_block + 1000] = 1e4f;
    EXPECT_EQ(known(), before) << "known, not looked for";
    tank.fastest.forget();
    EXPECT_EQ(known(), by_hand());
    EXPECT_GT(known(), 1e4f);
    tank.particles.v[0][3] = -2e4f;
    tank.particles.set_count(particle_block + 1000);
    EXPECT_EQ(known(), by_hand()) << "others than were seen";
}

}  // namespace
}  // namespace slosh
