#include "search/list_pairs.h"

#include <cmath>
#include <cstring>

#include "sph/mirror_walls.h"
#include "support/brute_force_neighbours.h"

namespace slosh {
namespace {

using namespace test;

// As in pairs_test.cpp: how many are met, their numbers, and a distance that is not a whole number. Five members and
// five sums, so that neither fills its lanes.
struct Counter {
    static constexpr int sums = 5;
    struct Side {
        Float4 x, y, z, name, square;
    };
    using Centre = Side;
    using Others = Side;

    const float *x, *y, *z, *name;
    float reach_squared;

    Side side(Float4 px, Float4 py, Float4 pz, Float4 number) const { return {px, py, pz, number, number * number}; }
    Centre centre(int s) const { return side(splat(x[s]), splat(y[s]), splat(z[s]), splat(name[s])); }
    Others others(int s) const { return side(load(x + s), load(y + s), load(z + s), load(name + s)); }
    void meet(const Centre& a, const Others& b, Float4* to_centre, Float4* to_others) const {
        const Float4 dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z, r2 = dx * dx + dy * dy + dz * dz;
        const Int4 near = r2 < reach_squared;
        const auto add = [&](int k, Float4 centres, Float4 others) {
            to_centre[k] += select(near, centres, splat(0.0f)), to_others[k] += select(near, others, splat(0.0f));
        };
        add(0, splat(1.0f), splat(1.0f)), add(1, b.name, a.name), add(2, sqrt(r2), sqrt(r2));
        add(3, splat(0.0f), splat(2.0f)), add(4, b.square, a.square);
    }
};

// One sum, or two, which take ways of their own: distances, and numbers.
template <int count>
struct Few {
    static constexpr int sums = count, fields = 4;
    using Centre = Counter::Side;
    using Others = Centre;
    Counter counter;
    Centre centre(int s) const { return counter.centre(s); }
    Others others(int s) const { return counter.others(s); }
    void meet(const Centre& a, const Others& b, Float4* to_centre, Float4* to_others) const {
        Float4 centres[Counter::sums] = {}, others[Counter::sums] = {};
        counter.meet(a, b, centres, others);
        for (int k = 0; k < count; ++k) to_centre[k] += centres[2 - k], to_others[k] += others[2 - k];
    }
};

struct Case {
    int dimensions;
    bool hash;
    float half, radius;
    bool mirrors = false;
};

// Sums by particle: five of one kernel, one of the next, two of the last.
std::vector<float> walk(const Case& c, const Points& p, int workers) {
    Jobs jobs(workers);
    NeighbourList neighbours;
    const int count = p.count();
    const float reach = c.radius * 1.001f;
    if (c.hash) neighbours.build_hash(c.dimensions, reach, count, p.x.data(), p.y.data(), p.z.data(), jobs);
    else
        neighbours.build(c.dimensions, glm::vec3(-c.half), glm::vec3(c.half), reach, count, p.x.data(), p.y.data(),
                         p.z.data(), jobs);
    SimdArray<float> at[3], name(count);
    for (auto& a : at) a.assign(count), a.pad_with(far_away);
    for (int slot = 0; slot < count; ++slot) {
        const size_t i = neighbours.order()[static_cast<size_t>(slot)];
        at[0][slot] = p.x[i], at[1][slot] = p.y[i], at[2][slot] = c.dimensions == 3 ? p.z[i] : 0;
        name[slot] = static_cast<float>(i + 1);
    }
    neighbours.build_lists(c.radius * 1.0001f, at[0].data(), at[1].data(), at[2].data(), jobs);
    const Counter counter{at[0].data(), at[1].data(), at[2].data(), name.data(), c.radius * c.radius};
    const Walls walls{Shape::box, glm::vec3(c.half)};
    PairScratch scratch;
    std::vector<float> out(static_cast<size_t>(8 * count), -1);
    // What an earlier walk has left behind must not matter.
    scratch.entries.assign(static_cast<size_t>(50 * count), 1000);
    const auto run = [&]<int D, class Kernel>(const Kernel& kernel, int first) {
        SimdArray<float> sums[Kernel::sums];
        float* kept[Kernel::sums];
        for (int k = 0; k < Kernel::sums; ++k) sums[k].assign(count, 1000), kept[k] = sums[k].data();
        const auto images = [&](int slot, auto&& meet) {
            float x[D];
            for (int d = 0; d < D; ++d) x[d] = at[d][slot];
            for_images<D>(walls, glm::vec3(0), c.radius, x, [&](const MirrorWall<D>&, const float(&image)[D]) {
                auto centre = kernel.centre(slot);
                centre.x = splat(image[0]), centre.y = splat(image[1]);
                if constexpr (D == 3) centre.z = splat(image[2]);
                meet(centre, [](float(&back)[Kernel::sums]) { back[0] += 0; });
            });
        };
        const auto finish = [&](int begin, int end) {
            for (int slot = begin; slot < end; ++slot)
                for (int k = 0; k < Kernel::sums; ++k)
                    out[static_cast<size_t>((first + k) * count) + neighbours.order()[static_cast<size_t>(slot)]] =
                        sums[k][slot];
        };
        ListPairs<D, Kernel> pairs(neighbours, kernel, scratch);
        if (c.mirrors) pairs.run(kept, jobs, images, finish);
        else pairs.run(kept, jobs, no_ghosts, finish);
    };
    if (c.dimensions == 2) {
        run.operator()<2>(counter, 0);
        run.operator()<2>(Few<1>{counter}, 5);
        run.operator()<2>(Few<2>{counter}, 6);
    } else {
        run.operator()<3>(counter, 0);
        run.operator()<3>(Few<1>{counter}, 5);
        run.operator()<3>(Few<2>{counter}, 6);
    }
    return out;
}

void expect_right(const Case& c, const Points& p) {
    const auto count = static_cast<size_t>(p.count());
    const std::vector<float> met = walk(c, p, 1);
    for (size_t i = 0; i < count; ++i) {
        double pairs = 0, names = 0, distances = 0, squares = 0;
        const auto look = [&](float x, float y, float z, bool itself) {
            for (size_t j = 0; j < count; ++j) {
                if (j == i && !itself) continue;
                const float dx = p.x[j] - x, dy = p.y[j] - y, dz = c.dimensions == 3 ? p.z[j] - z : 0;
                const float r2 = dx * dx + dy * dy + dz * dz;
                if (!(r2 < c.radius * c.radius)) continue;
                const double name = static_cast<double>(j + 1);
                pairs += 1, names += name, squares += name * name;
                distances += static_cast<double>(std::sqrt(r2));
            }
        };
        look(p.x[i], p.y[i], p.z[i], false);
        if (c.mirrors) {
            const Walls walls{Shape::box, glm::vec3(c.half)};
            if (c.dimensions == 2)
                for_images<2>(walls, glm::vec3(0), c.radius, {p.x[i], p.y[i]},
                              [&](const auto&, const float(&image)[2]) { look(image[0], image[1], 0, true); });
            else
                for_images<3>(walls, glm::vec3(0), c.radius, {p.x[i], p.y[i], p.z[i]},
                              [&](const auto&, const float(&image)[3]) { look(image[0], image[1], image[2], true); });
        }
        ASSERT_EQ(static_cast<double>(met[i]), pairs) << "particle " << i << " of " << count;
        ASSERT_EQ(static_cast<double>(met[count + i]), names) << "the right number of the wrong particles";
        ASSERT_NEAR(static_cast<double>(met[2 * count + i]), distances, 1e-4 * (1 + distances));
        ASSERT_NEAR(static_cast<double>(met[4 * count + i]), squares, 1e-5 * squares);
        for (const size_t of_few : {5u, 6u})
            ASSERT_NEAR(static_cast<double>(met[of_few * count + i]), distances, 1e-4 * (1 + distances));
        ASSERT_EQ(static_cast<double>(met[7 * count + i]), names) << "of two sums";
    }
}

void expect_right_everywhere(float half, float radius, const Points& p) {
    for (const int dimensions : {2, 3})
        for (const bool hash : {false, true}) {
            SCOPED_TRACE(testing::Message() << dimensions << "D" << (hash ? ", hash" : ""));
            expect_right({dimensions, hash, half, radius}, p);
            if (testing::Test::HasFatalFailure()) return;
        }
}

TEST(ListPairs, EveryPairOnce) {
    expect_right_everywhere(1, 0.2f, scattered(900, 1, 1));
    expect_right_everywhere(1, 0.1f, clustered(900, 1, 2));
    expect_right_everywhere(1, 7, scattered(60, 1, 3));
}

// Over several strips, whose particles give to those of others.
TEST(ListPairs, EveryPairOnceInManyStrips) { expect_right_everywhere(1, 0.07f, scattered(4000, 1, 4)); }

TEST(ListPairs, TinyCounts) {
    for (int count = 0; count < 12; ++count)
        for (uint64_t seed = 0; seed < 6; ++seed) expect_right_everywhere(1, 0.6f, scattered(count, 1, seed));
}

// More neighbours than a list has room for: they are searched for again.
TEST(ListPairs, Crowds) {
    Points p = coincident(500, 0.2f, 0.1f, 0);
    p.add(scattered(300, 1, 5));
    p.add(coincident(300, -0.5f, 0.1f, 0.3f));
    expect_right_everywhere(1, 0.15f, p);
}

TEST(ListPairs, OutsideTheBoxAndNotANumber) {
    expect_right_everywhere(1, 0.3f, scattered(300, 1.5f, 6));
    Points p = scattered(200, 1, 7);
    p.add(broken());
    expect_right_everywhere(1, 0.3f, p);
}

// The hash counts cells modulo 1024: what lies that far apart has one key, and a row crosses the seam.
TEST(ListPairs, AroundTheWorld) {
    Points p = scattered(200, 1, 8);
    for (const float far : {102.4f, 51.2f, -51.2f, 51.0f}) {
        Points other = scattered(200, 1, 8);
        for (size_t i = 0; i < other.x.size(); ++i) other.x[i] += far, other.y[i] -= far, other.z[i] += far;
        p.add(other);
    }
    for (const int dimensions : {2, 3}) expect_right({dimensions, true, 1, 0.1f / 1.001f}, p);
}

TEST(ListPairs, ImagesInTheWallsOfABox) {
    for (const int dimensions : {2, 3})
        for (const bool hash : {false, true}) {
            expect_right({dimensions, hash, 1, 0.3f, true}, scattered(700, 1, 9));
            expect_right({dimensions, hash, 1, 0.3f, true}, coincident(400, 0.9f, 0.95f, -0.9f));
        }
}

TEST(ListPairs, SumsAreTheSameBitsForAnyNumberOfWorkers) {
    Points p = clustered(5000, 1, 10);
    p.add(scattered(1001, 1, 11));
    for (const int dimensions : {2, 3})
        for (const bool hash : {false, true}) {
            const Case c{dimensions, hash, 1, 0.05f, true};
            const std::vector<float> expected = walk(c, p, 1);
            for (int workers = 2; workers <= 4; ++workers) {
                const std::vector<float> sums = walk(c, p, workers);
                ASSERT_EQ(sums.size(), expected.size());
                EXPECT_EQ(std::memcmp(sums.data(), expected.data(), sums.size() * sizeof(float)), 0)
                    << workers << " workers";
            }
        }
}

TEST(ListPairs, StripsCoverAllAndGiveLittleAway) {
    Jobs jobs(1);
    for (const int count : {0, 1, 100, 5000, 40'000})
        for (const bool hash : {false, true}) {
            const Points p = scattered(count, 1, 12);
            NeighbourList neighbours;
            const float radius = 0.1f;
            if (hash) neighbours.build_hash(3, radius, count, p.x.data(), p.y.data(), p.z.data(), jobs);
            else
                neighbours.build(3, glm::vec3(-1), glm::vec3(1), radius, count, p.x.data(), p.y.data(), p.z.data(),
                                 jobs);
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
            for (const NeighbourList::Strip& strip : neighbours.strips()) {
                EXPECT_EQ(strip.begin, end);
                EXPECT_EQ(strip.first_entry, entries);
                EXPECT_EQ(strip.begin % NeighbourList::block, 0);
                EXPECT_GE(strip.reach, strip.end);
                end = strip.end, entries += strip.reach - strip.begin;
            }
            EXPECT_EQ(end, count);
            EXPECT_EQ(entries, neighbours.entries());
            EXPECT_LE(entries, 3 * count);
            if (count < 40'000) continue;
            EXPECT_GE(neighbours.strips().size(), 16u) << "enough for the threads";
        }
}

}  // namespace
}  // namespace slosh
