// Every pair of neighbours once, from the lists of search/neighbour_list.h.
//
// What a kernel reads of a particle is packed into one record first, so that four neighbours that lie anywhere are
// four records, turned into lanes. A particle meets its list four at a time; what a meeting gives to the other side is
// added to its entry at once. Each strip has entries of its own for all that it may give to; they are added up in the
// order of the strips, so the sums are the same bits for any number of workers.
//
// A Kernel has
//   static constexpr int sums;                      how many floats it adds up
//   static constexpr int fields;                    optional: how many of the members of Others it reads
//   Centre centre(int slot) const;                  one particle, its values in all four lanes
//   Others others(int slot) const;                  four particles; nothing but Float4, the first are x, y and in space
//   z void meet(const Centre&, const Others&, Float4* to_centre, Float4* to_others) const;
// meet() must add nothing for particles out of reach: that is how empty lanes are switched off.
#pragma once
#include <algorithm>
#include <cstring>
#include <vector>

#include "base/simd_array.h"
#include "search/neighbour_list.h"

namespace slosh {

// Room that walks share: each uses it for itself.
struct PairScratch {
    std::vector<Float4> records;
    std::vector<float> entries;

    // For `count` particles, of which a kernel reads so many fields and adds up so many sums at most.
    void reserve(int count, int fields, int sums) {
        records.reserve(static_cast<size_t>(round_up_to_lanes(count)) *
                        static_cast<size_t>((fields + lanes - 1) / lanes));
        entries.reserve(static_cast<size_t>(3 * count) * static_cast<size_t>(round_up_to_lanes(sums)));
    }
};

// A walk's last argument if nobody meets images: images(slot, meet) may call meet(centre, turn_back) for each place
// from where the particle meets its neighbours, and itself, once more; turn_back(float (&sums)[n]) makes what it gets
// there its own. What the others get counts for them as it is, so this is for images in plane mirrors.
inline constexpr auto no_ghosts = [](int, auto&&) {};

template <int D, class Kernel>
class ListPairs {
public:
    static constexpr int sums = Kernel::sums;
    using Centre = typename Kernel::Centre;
    using Others = typename Kernel::Others;

    ListPairs(const NeighbourList& neighbours, const Kernel& kernel, PairScratch& scratch)
        : neighbours_(neighbours),
          kernel_(kernel),
          reach_squared_(neighbours.distance() * neighbours.distance()),
          scratch_(scratch) {}

    // Then `finish(begin, end)` over ranges of slots whose `kept[k]` are complete.
    template <class Images, class Finish>
    void run(float* const* kept, Jobs& jobs, const Images& images, Finish&& finish) {
        const int count = neighbours_.count();
        scratch_.records.resize(
            std::max(scratch_.records.size(), static_cast<size_t>(round_up_to_lanes(count)) * vectors));
        // As many as there can be: no step must need more than the first.
        scratch_.entries.resize(std::max(scratch_.entries.size(), static_cast<size_t>(3 * count) * width));
        records_ = scratch_.records.data();
        jobs.for_range(count, 512, [&](int begin, int end) { pack(begin, end); });
        const int strips = static_cast<int>(neighbours_.strips().size());
        jobs.run(strips, [&](int s) { walk_strip(neighbours_.strips()[static_cast<size_t>(s)], images); });
        jobs.run(strips, [&](int s) {
            const NeighbourList::Strip strip = neighbours_.strips()[static_cast<size_t>(s)];
            collect(s, kept);
            finish(strip.begin, strip.end);
        });
    }

private:
    static constexpr int fields = [] {
        if constexpr (requires { Kernel::fields; }) return Kernel::fields;
        else return static_cast<int>(sizeof(Others) / sizeof(Float4));
    }();
    static constexpr int vectors = round_up_to_lanes(fields) / lanes;         // of a record
    static constexpr int width = sums <= 2 ? sums : round_up_to_lanes(sums);  // floats of an entry
    static constexpr int sum_vectors = round_up_to_lanes(sums) / lanes;

    void pack(int begin, int end) const {
        for (int j = begin; j < end; j += lanes) {
            const Others others = kernel_.others(j);
            Float4 f[vectors * lanes] = {};
            std::memcpy(f, &others, fields * sizeof(Float4));
            for (int v = 0; v < vectors; ++v) {
                transpose(f[4 * v], f[4 * v + 1], f[4 * v + 2], f[4 * v + 3]);
                for (int lane = 0; lane < lanes; ++lane) records_[(j + lane) * vectors + v] = f[4 * v + lane];
            }
        }
    }

    // Members 4 v to 4 v + 3 of four neighbours, given by where their records lie from `at` on.
    static void gather(const Float4* at, const size_t (&off)[lanes], int v, Float4* f) {
        SLOSH_UNROLL for (int lane = 0; lane < lanes; ++lane) f[4 * v + lane] =
            at[off[lane] * vectors + static_cast<size_t>(v)];
        transpose(f[4 * v], f[4 * v + 1], f[4 * v + 2], f[4 * v + 3]);
    }

    // The first members; those from `left` on are switched off.
    static void begin_gather(const Float4* at, const size_t (&off)[lanes], int left, Float4* f) {
        gather(at, off, 0, f);
        f[0] += mask_and_nonneg(Int4{0, 1, 2, 3} >= left, splat(far_away));
    }

    static Others end_gather(const Float4* at, const size_t (&off)[lanes], Float4* f) {
        SLOSH_UNROLL for (int v = 1; v < vectors; ++v) gather(at, off, v, f);
        Others others{};
        std::memcpy(&others, f, fields * sizeof(Float4));
        return others;
    }

    Int4 in_reach(const Centre& centre, const Float4* f) const {
        const Float4 dx = f[0] - centre.x, dy = f[1] - centre.y;
        Float4 r2 = dx * dx + dy * dy;
        if constexpr (D == 3) r2 += (f[2] - centre.z) * (f[2] - centre.z);
        return r2 < reach_squared_;
    }

    // `entry`: of the slot `base`. `image`: the list holds mostly what is too far from the centre. One copy of the
    // kernel serves for all: modules are downloaded.
    [[gnu::noinline]] void meet_list(bool image, const Centre& centre, int base, const uint16_t* list, int length,
                                     float* entry, Float4* to_centre) const {
        const Kernel kernel = kernel_;
        const Float4* const at = records_ + static_cast<size_t>(base) * vectors;
        Float4 mine[sums];
        SLOSH_UNROLL for (int k = 0; k < sums; ++k) mine[k] = to_centre[k];
        for (; length > 0; list += lanes, length -= lanes) {
            const size_t off[lanes] = {list[0], list[1], list[2], list[3]};
            Float4 f[vectors * lanes], given[sum_vectors * lanes] = {};
            begin_gather(at, off, length, f);
            if (image && !any(in_reach(centre, f))) continue;
            kernel.meet(centre, end_gather(at, off, f), mine, given);
            if constexpr (width == 1) {
                SLOSH_UNROLL for (int lane = 0; lane < lanes; ++lane) entry[off[lane]] += given[0][lane];
            } else if constexpr (width == 2) {
                // Two neighbours at a time. Only those that are switched off are the same, and they get nothing.
                const auto add = [&](size_t one, size_t other, Float4 gift) {
                    float *to_one = entry + one * width, *to_other = entry + other * width;
                    store_pairs(to_one, to_other, load_pairs(to_one, to_other) + gift);
                };
                add(off[0], off[1], __builtin_shufflevector(given[0], given[1], 0, 4, 1, 5));
                add(off[2], off[3], __builtin_shufflevector(given[0], given[1], 2, 6, 3, 7));
            } else {
                SLOSH_UNROLL for (int v = 0; v < sum_vectors; ++v) {
                    transpose(given[4 * v], given[4 * v + 1], given[4 * v + 2], given[4 * v + 3]);
                    SLOSH_UNROLL for (int lane = 0; lane < lanes; ++lane) {
                        float* to = entry + off[lane] * width + 4 * v;
                        store(to, load(to) + given[4 * v + lane]);
                    }
                }
            }
        }
        SLOSH_UNROLL for (int k = 0; k < sums; ++k) to_centre[k] = mine[k];
    }

    void meet_all(bool image, const Centre& centre, int slot, const uint16_t* list, int length, float* entry,
                  Float4* mine) const {
        if (length != NeighbourList::not_listed) return meet_list(image, centre, slot, list, length, entry, mine);
        neighbours_.search(slot, [&](int base, const uint16_t* offsets, int found) {
            meet_list(image, centre, base, offsets, found, entry + (base - slot) * width, mine);
        });
    }

    template <class Images>
    void walk_strip(const NeighbourList::Strip& strip, const Images& images) {
        float* const own = scratch_.entries.data() + strip.first_entry * width;
        std::fill(own, own + (strip.reach - strip.begin) * width, 0.0f);
        const uint16_t* list = nullptr;
        for (int slot = strip.begin; slot < strip.end; ++slot) {
            if (slot % NeighbourList::block == 0) list = neighbours_.lists(slot / NeighbourList::block);
            const int length = neighbours_.length(slot);
            float* const entry = own + (slot - strip.begin) * width;
            Float4 mine[sums] = {};
            meet_all(false, kernel_.centre(slot), slot, list, length, entry, mine);
            for (int k = 0; k < sums; ++k) entry[k] += reduce_add(mine[k]);
            images(slot, [&](const Centre& image, auto&& turn_back) {
                Float4 seen[sums] = {};
                const uint16_t itself[lanes] = {};
                float unused[width] = {};
                meet_list(true, image, slot, itself, 1, unused, seen);
                meet_all(true, image, slot, list, length, entry, seen);
                float back[sums];
                for (int k = 0; k < sums; ++k) back[k] = reduce_add(seen[k]);
                turn_back(back);
                for (int k = 0; k < sums; ++k) entry[k] += back[k];
            });
            if (length != NeighbourList::not_listed) list += round_up_to_lanes(length);
        }
    }

    // All entries of this strip's slots, in the order of the strips.
    void collect(int s, float* const* kept) const {
        const std::span<const NeighbourList::Strip> strips = neighbours_.strips();
        const NeighbourList::Strip& mine = strips[static_cast<size_t>(s)];
        float* const own = scratch_.entries.data() + mine.first_entry * width;
        for (int before = 0; before < s; ++before) {
            const NeighbourList::Strip& strip = strips[static_cast<size_t>(before)];
            const int end = std::min(strip.reach, mine.end);
            if (end <= mine.begin) continue;
            const float* given = scratch_.entries.data() + (strip.first_entry + mine.begin - strip.begin) * width;
            for (int k = 0; k < (end - mine.begin) * width; ++k) own[k] += given[k];
        }
        for (int k = 0; k < sums; ++k)
            for (int i = 0; i < mine.end - mine.begin; ++i) kept[k][mine.begin + i] = own[i * width + k];
    }

    const NeighbourList& neighbours_;
    const Kernel kernel_;
    const float reach_squared_;
    PairScratch& scratch_;
    Float4* records_ = nullptr;
};

}  // namespace slosh
