#include "search/list_pairs.h"

#include <cmath>
#include <cstring>

#include "sph/mirror_walls.h"
#include "support/brute_force_neighbours.h"

namespace slosh::list_pairs_test {
namespace {

using namespace test;

// As in cell_pairs_test.cpp: the count of the neighbours, their labels and their distances. Five members and five sums,
// so that neither is a multiple of the lanes.
struct Counter {
    static constexpr int sums = 5;
    struct Particle {
        Float4 x, y, z, label, square;
    };

    const float *x, *y, *z, *label;
    float cutoff2;

    Particle load(int s, auto read) const {
        const Float4 number = read(label + s);
        return {read(x + s), read(y + s), read(z + s), number, number * number};
    }
    void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        const Float4 dx = j.x - i.x, dy = j.y - i.y, dz = j.z - i.z, r2 = dx * dx + dy * dy + dz * dz;
        const Int4 near = r2 < cutoff2;
        const auto add = [&](int k, Float4 to_i, Float4 to_j) {
            sum_i[k] += select(near, to_i, splat(0.0f)), sum_j[k] += select(near, to_j, splat(0.0f));
        };
        add(0, splat(1.0f), splat(1.0f)), add(1, j.label, i.label), add(2, sqrt(r2), sqrt(r2));
        add(3, splat(0.0f), splat(2.0f)), add(4, j.square, i.square);
    }
};

// One or two sums, for which the loop has separate code: distances and labels.
template <int count>
struct Few {
    static constexpr int sums = count, fields = 4;
    using Particle = Counter::Particle;
    Counter counter;
    Particle load(int s, auto read) const { return counter.load(s, read); }
    void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        Float4 to_i[Counter::sums] = {}, to_j[Counter::sums] = {};
        counter.interact(i, j, to_i, to_j);
        for (int k = 0; k < count; ++k) sum_i[k] += to_i[2 - k], sum_j[k] += to_j[2 - k];
    }
};

struct Case {
    int dimensions;
    bool hash;
    float half, radius;
    bool mirrors = false;
};

// Sums by particle: five of one interaction, one of the next, two of the last.
template <int D>
std::vector<float> pair_sums_in(const Case& c, const PointCloud& p, int workers) {
    Jobs jobs(workers);
    NeighbourList<D> neighbours;
    const int count = p.count();
    const float radius = c.radius * 1.001f;
    if (c.hash) neighbours.build_hash(radius, p, jobs);
    else neighbours.build({glm::vec3(-c.half), glm::vec3(c.half)}, radius, p, jobs);
    SimdArray<float> at[3], label(count);
    for (auto& a : at) a.assign(count), a.pad_with(far_away);
    for (int slot = 0; slot < count; ++slot) {
        const size_t i = neighbours.order()[static_cast<size_t>(slot)];
        at[0][slot] = p.x[i], at[1][slot] = p.y[i], at[2][slot] = D == 3 ? p.z[i] : 0;
        label[slot] = static_cast<float>(i + 1);
    }
    neighbours.build_lists(c.radius * 1.0001f, at[0].data(), at[1].data(), at[2].data(), jobs);
    const Counter counter{at[0].data(), at[1].data(), at[2].data(), label.data(), c.radius * c.radius};
    const Walls walls{Shape::box, glm::vec3(c.half)};
    PairScratch scratch;
    std::vector<float> out(static_cast<size_t>(8 * count), -1);
    // Values of an earlier loop must not matter.
    scratch.strip_sums.assign(static_cast<size_t>(50 * count), 1000);
    const auto run = [&]<class Interaction>(const Interaction& interaction, int first) {
        SimdArray<float> sums[Interaction::sums];
        float* result[Interaction::sums];
        for (int k = 0; k < Interaction::sums; ++k) sums[k].assign(count, 1000), result[k] = sums[k].data();
        const auto ghosts = [&](int slot, auto&& visit) {
            float x[D];
            for (int d = 0; d < D; ++d) x[d] = at[d][slot];
            for_ghosts<D>(walls, glm::vec3(0), c.radius, x, [&](const MirrorWall<D>&, const float(&image)[D]) {
                auto ghost = load_i(interaction, slot);
                ghost.x = splat(image[0]), ghost.y = splat(image[1]);
                if constexpr (D == 3) ghost.z = splat(image[2]);
                visit(ghost, [](float(&sum)[Interaction::sums]) { sum[0] += 0; });
            });
        };
        const auto finish = [&](int begin, int end) {
            for (int slot = begin; slot < end; ++slot)
                for (int k = 0; k < Interaction::sums; ++k)
                    out[static_cast<size_t>((first + k) * count) + neighbours.order()[static_cast<size_t>(slot)]] =
                        sums[k][slot];
        };
        ListPairs<D, Interaction> pairs(neighbours, interaction, scratch);
        if (c.mirrors) pairs.run(result, jobs, ghosts, finish);
        else pairs.run(result, jobs, no_ghosts, finish);
    };
    run(counter, 0);
    run(Few<1>{counter}, 5);
    run(Few<2>{counter}, 6);
    return out;
}

std::vector<float> pair_sums(const Case& c, const PointCloud& p, int workers) {
    return c.dimensions == 2 ? pair_sums_in<2>(c, p, workers) : pair_sums_in<3>(c, p, workers);
}

void expect_correct_sums(const Case& c, const PointCloud& p) {
    const auto count = static_cast<size_t>(p.count());
    const std::vector<float> found = pair_sums(c, p, 1);
    for (size_t i = 0; i < count; ++i) {
        double pairs = 0, labels = 0, distances = 0, squares = 0;
        const auto add_around = [&](float x, float y, float z, bool itself) {
            for (size_t j = 0; j < count; ++j) {
                if (j == i && !itself) continue;
                const float dx = p.x[j] - x, dy = p.y[j] - y, dz = c.dimensions == 3 ? p.z[j] - z : 0;
                const float r2 = dx * dx + dy * dy + dz * dz;
                if (!(r2 < c.radius * c.radius)) continue;
                const double label = static_cast<double>(j + 1);
                pairs += 1, labels += label, squares += label * label;
                distances += static_cast<double>(std::sqrt(r2));
            }
        };
        add_around(p.x[i], p.y[i], p.z[i], false);
        if (c.mirrors) {
            const Walls walls{Shape::box, glm::vec3(c.half)};
            if (c.dimensions == 2)
                for_ghosts<2>(walls, glm::vec3(0), c.radius, {p.x[i], p.y[i]},
                              [&](const auto&, const float(&image)[2]) { add_around(image[0], image[1], 0, true); });
            else
                for_ghosts<3>(
                    walls, glm::vec3(0), c.radius, {p.x[i], p.y[i], p.z[i]},
                    [&](const auto&, const float(&image)[3]) { add_around(image[0], image[1], image[2], true); });
        }
        ASSERT_EQ(static_cast<double>(found[i]), pairs) << "particle " << i << " of " << count;
        ASSERT_EQ(static_cast<double>(found[count + i]), labels) << "correct count of wrong particles";
        ASSERT_NEAR(static_cast<double>(found[2 * count + i]), distances, 1e-4 * (1 + distances));
        ASSERT_NEAR(static_cast<double>(found[4 * count + i]), squares, 1e-5 * squares);
        for (const size_t few : {5u, 6u})
            ASSERT_NEAR(static_cast<double>(found[few * count + i]), distances, 1e-4 * (1 + distances));
        ASSERT_EQ(static_cast<double>(found[7 * count + i]), labels) << "of two sums";
    }
}

void expect_correct_sums_in_all_cases(float half, float radius, const PointCloud& p) {
    for (const int dimensions : {2, 3})
        for (const bool hash : {false, true}) {
            SCOPED_TRACE(testing::Message() << dimensions << "D" << (hash ? ", hash" : ""));
            expect_correct_sums({dimensions, hash, half, radius}, p);
            if (testing::Test::HasFatalFailure()) return;
        }
}

TEST(ListPairs, EveryPairOnce) {
    expect_correct_sums_in_all_cases(1, 0.2f, scattered(900, 1, 1));
    expect_correct_sums_in_all_cases(1, 0.1f, clustered(900, 1, 2));
    expect_correct_sums_in_all_cases(1, 7, scattered(60, 1, 3));
}

// Several strips, which contribute to each other's slots.
TEST(ListPairs, EveryPairOnceInManyStrips) { expect_correct_sums_in_all_cases(1, 0.07f, scattered(4000, 1, 4)); }

TEST(ListPairs, TinyCounts) {
    for (int count = 0; count < 12; ++count)
        for (uint64_t seed = 0; seed < 6; ++seed) expect_correct_sums_in_all_cases(1, 0.6f, scattered(count, 1, seed));
}

// More neighbours than the capacity of a list: every pair loop searches them again.
TEST(ListPairs, ManyNeighbours) {
    PointCloud p = coincident(500, 0.2f, 0.1f, 0);
    p.add(scattered(300, 1, 5));
    p.add(coincident(300, -0.5f, 0.1f, 0.3f));
    expect_correct_sums_in_all_cases(1, 0.15f, p);
}

TEST(ListPairs, OutsideTheBoxAndNaN) {
    expect_correct_sums_in_all_cases(1, 0.3f, scattered(300, 1.5f, 6));
    PointCloud p = scattered(200, 1, 7);
    p.add(broken());
    expect_correct_sums_in_all_cases(1, 0.3f, p);
}

// Hash keys count cells modulo 1024: cells that far apart share a key, and a row crosses the wrap.
TEST(ListPairs, DistantCellsWithEqualHashKeys) {
    PointCloud p = scattered(200, 1, 8);
    for (const float far : {102.4f, 51.2f, -51.2f, 51.0f}) {
        PointCloud other = scattered(200, 1, 8);
        for (size_t i = 0; i < other.x.size(); ++i) other.x[i] += far, other.y[i] -= far, other.z[i] += far;
        p.add(other);
    }
    for (const int dimensions : {2, 3}) expect_correct_sums({dimensions, true, 1, 0.1f / 1.001f}, p);
}

TEST(ListPairs, GhostsBehindTheWallsOfABox) {
    for (const int dimensions : {2, 3})
        for (const bool hash : {false, true}) {
            expect_correct_sums({dimensions, hash, 1, 0.3f, true}, scattered(700, 1, 9));
            expect_correct_sums({dimensions, hash, 1, 0.3f, true}, coincident(400, 0.9f, 0.95f, -0.9f));
        }
}

TEST(ListPairs, SumsHaveTheSameBitsForAnyNumberOfWorkers) {
    PointCloud p = clustered(5000, 1, 10);
    p.add(scattered(1001, 1, 11));
    for (const int dimensions : {2, 3})
        for (const bool hash : {false, true}) {
            const Case c{dimensions, hash, 1, 0.05f, true};
            const std::vector<float> expected = pair_sums(c, p, 1);
            for (int workers = 2; workers <= 4; ++workers) {
                const std::vector<float> sums = pair_sums(c, p, workers);
                ASSERT_EQ(sums.size(), expected.size());
                EXPECT_EQ(std::memcmp(sums.data(), expected.data(), sums.size() * sizeof(float)), 0)
                    << workers << " workers";
            }
        }
}

TEST(ListPairs, StripsCoverAllAndTheirHalosAreSmall) {
    Jobs jobs(1);
    for (const int count : {0, 1, 100, 5000, 40'000})
        for (const bool hash : {false, true}) {
            const PointCloud p = scattered(count, 1, 12);
            NeighbourList<3> neighbours;
            const float radius = 0.1f;
            if (hash) neighbours.build_hash(radius, p, jobs);
            else neighbours.build({glm::vec3(-1), glm::vec3(1)}, radius, p, jobs);
            SimdArray<float> at[3];
            for (int d = 0; d < 3; ++d) {
                at[d].assign(count), at[d].pad_with(far_away);
                for (int slot = 0; slot < count; ++slot) {
                    const size_t i = neighbours.order()[static_cast<size_t>(slot)];
                    at[d][slot] = d == 0 ? p.x[i] : d == 1 ? p.y[i] : p.z[i];
                }
            }
            neighbours.build_lists(radius * 0.999f, at[0].data(), at[1].data(), at[2].data(), jobs);
            int end = 0, entries = 0;
            for (const NeighbourList<3>::Strip& strip : neighbours.strips()) {
                EXPECT_EQ(strip.begin, end);
                EXPECT_EQ(strip.buffer_begin, entries);
                EXPECT_EQ(strip.begin % NeighbourList<3>::block, 0);
                EXPECT_GE(strip.write_end, strip.end);
                end = strip.end, entries += strip.write_end - strip.begin;
            }
            EXPECT_EQ(end, count);
            EXPECT_EQ(entries, neighbours.buffer_size());
            EXPECT_LE(entries, 3 * count);
            if (count < 40'000) continue;
            EXPECT_GE(neighbours.strips().size(), 16u) << "enough for the threads";
        }
}

}  // namespace
}  // namespace slosh::list_pairs_test
