// Neighbour lists with a cutoff for each particle.
#include "search/neighbour_list.h"

#include <algorithm>
#include <utility>

#include "base/simd_array.h"
#include "support/brute_force_neighbours.h"

namespace slosh::neighbour_list_test {
namespace {

using namespace test;

constexpr float radius = 0.3f;

struct Particles {
    SimdArray<float> x, y, z, cutoff;

    bool near(int i, int j) const {
        const float dx = x[i] - x[j], dy = y[i] - y[j], dz = z[i] - z[j], larger = std::max(cutoff[i], cutoff[j]);
        return dx * dx + dy * dy + dz * dz < larger * larger;
    }
};

template <int D>
std::vector<std::pair<int, int>> listed(const NeighbourList<D>& neighbours) {
    std::vector<std::pair<int, int>> pairs;
    const uint16_t* list = nullptr;
    for (int slot = 0; slot < neighbours.count(); ++slot) {
        if (slot % NeighbourList<D>::block == 0) list = neighbours.lists(slot / NeighbourList<D>::block);
        const int length = neighbours.length(slot);
        if (length == NeighbourList<D>::not_listed) {
            neighbours.search(slot, [&](int base, const uint16_t* offsets, int found) {
                for (int k = 0; k < found; ++k) pairs.push_back({slot, base + offsets[k]});
            });
            continue;
        }
        for (int k = 0; k < length; ++k) pairs.push_back({slot, slot + list[k]});
        list += round_up_to_lanes(length);
    }
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

template <int D>
void expect_pairs_within_own_cutoffs(const PointCloud& p, float min_cutoff) {
    for (const bool hash : {false, true}) {
        const int count = p.count();
        Jobs jobs(2);
        NeighbourList<D> neighbours;
        if (hash) neighbours.build_hash(radius * cell_margin, p, jobs);
        else neighbours.build({glm::vec3(-1), glm::vec3(1)}, radius * cell_margin, p, jobs);
        Particles at;
        for (SimdArray<float>* a : {&at.x, &at.y, &at.z, &at.cutoff}) a->assign(count);
        for (SimdArray<float>* a : {&at.x, &at.y, &at.z}) a->pad_with(far_away);
        Random random(3);
        for (int slot = 0; slot < count; ++slot) {
            const size_t i = neighbours.order()[static_cast<size_t>(slot)];
            at.x[slot] = p.x[i], at.y[slot] = p.y[i], at.z[slot] = D == 3 ? p.z[i] : 0;
            at.cutoff[slot] = random.uniform(min_cutoff, radius);
        }
        neighbours.build_lists(radius, at.x.data(), at.y.data(), at.z.data(), jobs, at.cutoff.data());
        std::vector<std::pair<int, int>> expected;
        for (int i = 0; i < count; ++i)
            for (int j = i + 1; j < count; ++j)
                if (at.near(i, j)) expected.push_back({i, j});
        EXPECT_EQ(listed(neighbours), expected) << D << "D" << (hash ? ", hash" : "");
        EXPECT_GT(expected.size(), 100u);
    }
}

void expect_pairs_within_own_cutoffs_in_2d_and_3d(const PointCloud& p, float min_cutoff) {
    expect_pairs_within_own_cutoffs<2>(p, min_cutoff);
    expect_pairs_within_own_cutoffs<3>(p, min_cutoff);
}

TEST(NeighbourList, PairsCloserThanTheLargerOfTheirCutoffs) {
    expect_pairs_within_own_cutoffs_in_2d_and_3d(scattered(700, 1, 1), 0.05f);
    expect_pairs_within_own_cutoffs_in_2d_and_3d(clustered(700, 1, 2), 0.05f);
    PointCloud dense = coincident(300, 0.2f, 0.1f, 0);
    dense.add(scattered(200, 1, 3));
    expect_pairs_within_own_cutoffs_in_2d_and_3d(dense, 0.1f);
}

}  // namespace
}  // namespace slosh::neighbour_list_test
