// The pair loop over half neighbour lists (search/neighbour_list.h): applies a pair interaction
// (search/pair_interaction.h) to every pair of neighbours once.
//
// Listed neighbours lie anywhere in memory. So the members that an interaction reads of a particle are first packed
// into one record (array of structures), and four records are gathered and transposed into lanes. Contributions to i
// stay in registers; those to the neighbours j are scattered to a buffer.
//
// The threads work on the strips of the list. Each strip has a buffer of its own for all slots that it contributes to,
// its halo included; the buffers are added in the order of the strips (halo reduction), so the sums are bitwise the
// same for any number of workers.
#pragma once
#include <algorithm>
#include <cstring>
#include <vector>

#include "base/simd_array.h"
#include "search/neighbour_list.h"
#include "search/pair_interaction.h"

namespace slosh {

// Buffers that pair loops share, one loop at a time.
struct PairScratch {
    std::vector<Float4> records;    // the fields that the interaction reads, by slot
    std::vector<float> strip_sums;  // the sums of all strips, one strip after the other

    // For `count` particles and interactions with at most `fields` fields and `sums` sums.
    void reserve(int count, int fields, int sums) {
        records.reserve(static_cast<size_t>(round_up_to_lanes(count)) *
                        static_cast<size_t>((fields + lanes - 1) / lanes));
        strip_sums.reserve(static_cast<size_t>(3 * count) * static_cast<size_t>(round_up_to_lanes(sums)));
    }
};

// Default ghost generator: none. A generator `ghosts(slot, visit)` calls visit(ghost_i, reflect_back) once per mirror
// image (ghost particle) of particle i. The interaction is then evaluated between that ghost and i's listed neighbours,
// and i itself. reflect_back(float (&sums)[n]) maps the sums of the ghost from the mirrored frame to i's frame. The
// j side takes its contribution unreflected, which is right for plane mirrors only.
inline constexpr auto no_ghosts = [](int, auto&&) {};

template <int D, PairInteraction Interaction>
class ListPairs {
public:
    static constexpr int sums = Interaction::sums;
    using Particle = typename Interaction::Particle;
    using Neighbours = NeighbourList<D>;
    using Strip = typename Neighbours::Strip;

    ListPairs(const Neighbours& neighbours, const Interaction& interaction, PairScratch& scratch)
        : neighbours_(neighbours),
          interaction_(interaction),
          cutoff2_(neighbours.cutoff() * neighbours.cutoff()),
          scratch_(scratch) {}

    // Sums into result[k], then calls finish(begin, end) for ranges of slots whose sums are complete.
    template <class Ghosts, class Finish>
    void run(float* const* result, Jobs& jobs, const Ghosts& ghosts, Finish&& finish) {
        const int count = neighbours_.count();
        scratch_.records.resize(
            std::max(scratch_.records.size(), static_cast<size_t>(round_up_to_lanes(count)) * vectors));
        // The upper bound of buffer_size(), so that no later step has to allocate.
        scratch_.strip_sums.resize(std::max(scratch_.strip_sums.size(), static_cast<size_t>(3 * count) * width));
        records_ = scratch_.records.data();
        jobs.for_range(count, 512, [&](int begin, int end) { pack(begin, end); });
        const int strips = static_cast<int>(neighbours_.strips().size());
        jobs.run(strips, [&](int s) { interact_strip(neighbours_.strips()[static_cast<size_t>(s)], ghosts); });
        jobs.run(strips, [&](int s) {
            const Strip strip = neighbours_.strips()[static_cast<size_t>(s)];
            reduce_strip(s, result);
            finish(strip.begin, strip.end);
        });
    }

private:
    static constexpr int fields = [] {
        if constexpr (requires { Interaction::fields; }) return Interaction::fields;
        else return static_cast<int>(sizeof(Particle) / sizeof(Float4));
    }();
    static constexpr int vectors = round_up_to_lanes(fields) / lanes;         // Float4 of a record
    static constexpr int width = sums <= 2 ? sums : round_up_to_lanes(sums);  // floats of a slot in strip_sums
    static constexpr int sum_vectors = round_up_to_lanes(sums) / lanes;

    void pack(int begin, int end) const {
        for (int slot = begin; slot < end; slot += lanes) {
            const Particle four = load_j(interaction_, slot);
            Float4 f[vectors * lanes] = {};
            std::memcpy(f, &four, fields * sizeof(Float4));
            for (int v = 0; v < vectors; ++v) {
                transpose(f[4 * v], f[4 * v + 1], f[4 * v + 2], f[4 * v + 3]);
                for (int lane = 0; lane < lanes; ++lane) records_[(slot + lane) * vectors + v] = f[4 * v + lane];
            }
        }
    }

    // Members 4 v to 4 v + 3 of four neighbours, whose records are at these offsets from `base`.
    static void gather(const Float4* base, const size_t (&offset)[lanes], int v, Float4* f) {
        SLOSH_UNROLL for (int lane = 0; lane < lanes; ++lane) f[4 * v + lane] =
            base[offset[lane] * vectors + static_cast<size_t>(v)];
        transpose(f[4 * v], f[4 * v + 1], f[4 * v + 2], f[4 * v + 3]);
    }

    // The first four members. Lanes from `count` on are masked.
    static void begin_gather(const Float4* base, const size_t (&offset)[lanes], int count, Float4* f) {
        gather(base, offset, 0, f);
        f[0] += mask_and_nonneg(Int4{0, 1, 2, 3} >= count, splat(far_away));
    }

    static Particle end_gather(const Float4* base, const size_t (&offset)[lanes], Float4* f) {
        SLOSH_UNROLL for (int v = 1; v < vectors; ++v) gather(base, offset, v, f);
        Particle j{};
        std::memcpy(&j, f, fields * sizeof(Float4));
        return j;
    }

    Int4 is_within_cutoff(const Particle& i, const Float4* f) const {
        const Float4 dx = f[0] - i.x, dy = f[1] - i.y;
        Float4 r2 = dx * dx + dy * dy;
        if constexpr (D == 3) r2 += (f[2] - i.z) * (f[2] - i.z);
        return r2 < cutoff2_;
    }

    // `slot_sums` are the sums of the slot `base`, to which the list is relative. For a ghost most of the list is
    // beyond the cutoff, and groups of four that are all beyond it are skipped. Particles and ghosts share one copy of
    // the code to keep the module small.
    [[gnu::noinline]] void interact_list(bool is_ghost, const Particle& i, int base, const uint16_t* list, int length,
                                         float* slot_sums, Float4* sums_i) const {
        const Interaction interaction = interaction_;
        const Float4* const base_record = records_ + static_cast<size_t>(base) * vectors;
        Float4 sum_i[sums];
        SLOSH_UNROLL for (int k = 0; k < sums; ++k) sum_i[k] = sums_i[k];
        for (; length > 0; list += lanes, length -= lanes) {
            const size_t offset[lanes] = {list[0], list[1], list[2], list[3]};
            Float4 f[vectors * lanes], sum_j[sum_vectors * lanes] = {};
            begin_gather(base_record, offset, length, f);
            if (is_ghost && !any(is_within_cutoff(i, f))) continue;
            interaction.interact(i, end_gather(base_record, offset, f), sum_i, sum_j);
            if constexpr (width == 1) {
                SLOSH_UNROLL for (int lane = 0; lane < lanes; ++lane) slot_sums[offset[lane]] += sum_j[0][lane];
            } else if constexpr (width == 2) {
                // Two neighbours at a time. Only masked lanes can name the same slot twice, and they add 0.
                const auto scatter = [&](size_t first, size_t second, Float4 reaction) {
                    float *to_first = slot_sums + first * width, *to_second = slot_sums + second * width;
                    store_pairs(to_first, to_second, load_pairs(to_first, to_second) + reaction);
                };
                scatter(offset[0], offset[1], __builtin_shufflevector(sum_j[0], sum_j[1], 0, 4, 1, 5));
                scatter(offset[2], offset[3], __builtin_shufflevector(sum_j[0], sum_j[1], 2, 6, 3, 7));
            } else {
                SLOSH_UNROLL for (int v = 0; v < sum_vectors; ++v) {
                    transpose(sum_j[4 * v], sum_j[4 * v + 1], sum_j[4 * v + 2], sum_j[4 * v + 3]);
                    SLOSH_UNROLL for (int lane = 0; lane < lanes; ++lane) {
                        float* to = slot_sums + offset[lane] * width + 4 * v;
                        store(to, load(to) + sum_j[4 * v + lane]);
                    }
                }
            }
        }
        SLOSH_UNROLL for (int k = 0; k < sums; ++k) sums_i[k] = sum_i[k];
    }

    // With the stored list, or with a search where the list did not fit.
    void interact_neighbours(bool is_ghost, const Particle& i, int slot, const uint16_t* list, int length,
                             float* slot_sums, Float4* sums_i) const {
        if (length != Neighbours::not_listed) return interact_list(is_ghost, i, slot, list, length, slot_sums, sums_i);
        neighbours_.search(slot, [&](int base, const uint16_t* offsets, int found) {
            interact_list(is_ghost, i, base, offsets, found, slot_sums + (base - slot) * width, sums_i);
        });
    }

    template <class Ghosts>
    void interact_strip(const Strip& strip, const Ghosts& ghosts) {
        float* const strip_sums = scratch_.strip_sums.data() + strip.buffer_begin * width;
        std::fill(strip_sums, strip_sums + (strip.write_end - strip.begin) * width, 0.0f);
        const uint16_t* list = nullptr;
        for (int slot = strip.begin; slot < strip.end; ++slot) {
            if (slot % Neighbours::block == 0) list = neighbours_.lists(slot / Neighbours::block);
            const int length = neighbours_.length(slot);
            float* const slot_sums = strip_sums + (slot - strip.begin) * width;
            Float4 sum_i[sums] = {};
            interact_neighbours(false, load_i(interaction_, slot), slot, list, length, slot_sums, sum_i);
            for (int k = 0; k < sums; ++k) slot_sums[k] += reduce_add(sum_i[k]);
            ghosts(slot, [&](const Particle& ghost, auto&& reflect_back) {
                Float4 ghost_sum[sums] = {};
                const uint16_t itself[lanes] = {};
                float unused[width] = {};
                interact_list(true, ghost, slot, itself, 1, unused, ghost_sum);
                interact_neighbours(true, ghost, slot, list, length, slot_sums, ghost_sum);
                float reflected[sums];
                for (int k = 0; k < sums; ++k) reflected[k] = reduce_add(ghost_sum[k]);
                reflect_back(reflected);
                for (int k = 0; k < sums; ++k) slot_sums[k] += reflected[k];
            });
            if (length != Neighbours::not_listed) list += round_up_to_lanes(length);
        }
    }

    // Halo reduction: adds the halos of earlier strips to the slots of this one, in the order of the strips.
    void reduce_strip(int s, float* const* result) const {
        const std::span<const Strip> strips = neighbours_.strips();
        const Strip& own = strips[static_cast<size_t>(s)];
        float* const own_sums = scratch_.strip_sums.data() + own.buffer_begin * width;
        for (int earlier = 0; earlier < s; ++earlier) {
            const Strip& strip = strips[static_cast<size_t>(earlier)];
            const int end = std::min(strip.write_end, own.end);
            if (end <= own.begin) continue;
            const float* halo = scratch_.strip_sums.data() + (strip.buffer_begin + own.begin - strip.begin) * width;
            for (int k = 0; k < (end - own.begin) * width; ++k) own_sums[k] += halo[k];
        }
        for (int k = 0; k < sums; ++k)
            for (int i = 0; i < own.end - own.begin; ++i) result[k][own.begin + i] = own_sums[i * width + k];
    }

    const Neighbours& neighbours_;
    const Interaction interaction_;
    const float cutoff2_;
    PairScratch& scratch_;
    Float4* records_ = nullptr;
};

}  // namespace slosh
