// Four float lanes over compiler vectors: the same bits from g++, clang and wasm.
//
// Arithmetic and comparisons are the compiler's own operators. `a < b ? a : b` on vectors is one
// instruction everywhere (f32x4.pmin, minps). Loops over lanes below compile to single instructions.
// Only + - * / sqrt: they are correctly rounded on every target, so the results are the same.
#pragma once
#include <cstdint>
#include <cstring>

namespace slosh {

constexpr int lanes = 4;
using Float4 = float __attribute__((vector_size(16)));
using Int4 = int32_t __attribute__((vector_size(16)));

// Stands before a loop over lanes, sums or dimensions in code that runs for every pair: modules that are built for size
// must still unroll it, or its arrays stay in memory.
#ifdef __clang__
#define SLOSH_UNROLL _Pragma("unroll")
#else
#define SLOSH_UNROLL
#endif

inline Float4 splat(float v) { return Float4{v, v, v, v}; }

inline Float4 load(const float* p) {
    Float4 v;
    std::memcpy(&v, p, sizeof v);
    return v;
}
inline void store(float* p, Float4 v) { std::memcpy(p, &v, sizeof v); }
inline void store(int* p, Int4 v) { std::memcpy(p, &v, sizeof v); }
inline void store(uint32_t* p, Int4 v) { std::memcpy(p, &v, sizeof v); }
inline Int4 load(const uint32_t* p) {
    Int4 v;
    std::memcpy(&v, p, sizeof v);
    return v;
}

// Two floats from each of two addresses.
inline Float4 load_pairs(const float* a, const float* b) {
    using Long2 = int64_t __attribute__((vector_size(16)));
    int64_t first, second;
    std::memcpy(&first, a, sizeof first);
    std::memcpy(&second, b, sizeof second);
    return reinterpret_cast<Float4>(Long2{first, second});
}

// Two floats to each of two addresses.
inline void store_pairs(float* a, float* b, Float4 v) {
    std::memcpy(a, &v, sizeof v / 2);
    std::memcpy(b, reinterpret_cast<const float*>(&v) + 2, sizeof v / 2);
}

inline Float4 sqrt(Float4 v) {
    return Float4{__builtin_sqrtf(v[0]), __builtin_sqrtf(v[1]), __builtin_sqrtf(v[2]), __builtin_sqrtf(v[3])};
}

// A NaN in `a` gives `b`: clamp(x, lo, hi) never returns NaN. g++ compiles the plain form to four instructions, the
// other compilers to one.
#if defined(__SSE__)
inline Float4 min(Float4 a, Float4 b) { return __builtin_ia32_minps(a, b); }
inline Float4 max(Float4 a, Float4 b) { return __builtin_ia32_maxps(a, b); }
#else
inline Float4 min(Float4 a, Float4 b) { return a < b ? a : b; }
inline Float4 max(Float4 a, Float4 b) { return a > b ? a : b; }
#endif
// The same for scalars. In wasm they use a vector: engines compile a choice between two floats to a branch.
#if defined(__wasm_simd128__)
inline float min(float a, float b) { return min(splat(a), splat(b))[0]; }
inline float max(float a, float b) { return max(splat(a), splat(b))[0]; }
#else
inline float min(float a, float b) { return a < b ? a : b; }
inline float max(float a, float b) { return a > b ? a : b; }
#endif

inline Float4 clamp(Float4 v, Float4 lo, Float4 hi) { return min(max(v, lo), hi); }

inline Float4 abs(Float4 v) { return v < 0.0f ? -v : v; }

// The lanes of a mask are all ones or all zeros, as comparisons give them.
inline Float4 select(Int4 mask, Float4 yes, Float4 no) { return mask ? yes : no; }
// mask ? v : 0.
inline Float4 mask_and(Int4 mask, Float4 v) { return reinterpret_cast<Float4>(mask & reinterpret_cast<Int4>(v)); }
// mask ? v : 0 for v >= 0, as a single min: a lane of ones is a NaN, for which min returns v; a lane of zeros gives 0.
// On wasm this is one instruction where mask_and() becomes a bitselect of three.
inline Float4 mask_and_nonneg(Int4 mask, Float4 v) { return min(reinterpret_cast<Float4>(mask), v); }
// One bit per lane; the lowest bit is the first lane.
inline int movemask(Int4 mask) {
#if defined(__SSE__)
    return __builtin_ia32_movmskps(reinterpret_cast<Float4>(mask));
#elif defined(__wasm_simd128__)
    return static_cast<int>(__builtin_wasm_bitmask_i32x4(mask));
#else
    return (mask[0] & 1) | (mask[1] & 2) | (mask[2] & 4) | (mask[3] & 8);
#endif
}

inline bool any(Int4 mask) { return movemask(mask) != 0; }

// A mask of the first `count` lanes, as from movemask().
inline int lane_mask(int count) { return count >= lanes ? 15 : (1 << count) - 1; }

// Stores the lanes whose bits are set in `chosen` consecutively, in their order; `to` has space for four. Returns their
// number.
inline int compress_store(float* to, Float4 v, int chosen) {
#if defined(__wasm_simd128__)
    using Bytes = signed char __attribute__((vector_size(16)));
    struct alignas(16) Table {
        signed char rows[16][16];
    };
    static constexpr Table packing = [] {
        Table table{};
        for (int bits = 0; bits < 16; ++bits)
            for (int lane = 0, packed = 0; lane < lanes; ++lane)
                if (bits >> lane & 1) {
                    for (int byte = 0; byte < 4; ++byte)
                        table.rows[bits][4 * packed + byte] = static_cast<signed char>(4 * lane + byte);
                    ++packed;
                }
        return table;
    }();
    Bytes order;
    std::memcpy(&order, packing.rows[chosen], sizeof order);
    store(to, reinterpret_cast<Float4>(__builtin_wasm_swizzle_i8x16(reinterpret_cast<Bytes>(v), order)));
    return __builtin_popcount(static_cast<unsigned>(chosen));
#else
    int stored = 0;
    for (int lane = 0; lane < lanes; ++lane) {
        to[stored] = v[lane];
        stored += chosen >> lane & 1;
    }
    return stored;
#endif
}

// Transposes a 4 x 4 matrix in place.
inline void transpose(Float4& a, Float4& b, Float4& c, Float4& d) {
    const Float4 ab = __builtin_shufflevector(a, b, 0, 4, 1, 5), cd = __builtin_shufflevector(c, d, 0, 4, 1, 5);
    const Float4 ab_end = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    const Float4 cd_end = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    a = __builtin_shufflevector(ab, cd, 0, 1, 4, 5);
    b = __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
    c = __builtin_shufflevector(ab_end, cd_end, 0, 1, 4, 5);
    d = __builtin_shufflevector(ab_end, cd_end, 2, 3, 6, 7);
}

// Towards zero; lanes must fit an int32.
inline Int4 to_int(Float4 v) { return __builtin_convertvector(v, Int4); }
inline Float4 to_float(Int4 v) { return __builtin_convertvector(v, Float4); }
// The integral part of numbers from 0 to 2^22; trunc_to_int() takes integral numbers. In wasm without a conversion,
// which engines compile to five instructions, as it must not trap.
#if defined(__wasm_simd128__)
inline Float4 trunc(Float4 v) { return __builtin_wasm_trunc_f32x4(v); }
inline Int4 trunc_to_int(Float4 v) { return reinterpret_cast<Int4>(v + 0x1p23f) & 0x7fffff; }
#else
inline Float4 trunc(Float4 v) { return to_float(to_int(v)); }
inline Int4 trunc_to_int(Float4 v) { return to_int(v); }
#endif

// Sum of the lanes in a fixed order.
inline float reduce_add(Float4 v) { return (v[0] + v[1]) + (v[2] + v[3]); }
// The sums of four vectors, each in that order.
inline Float4 reduce_add4(Float4 a, Float4 b, Float4 c, Float4 d) {
    transpose(a, b, c, d);
    return (a + b) + (c + d);
}

// Minimum of the lanes that are not NaN, and of `limit`.
inline float reduce_min(Float4 v, float limit) {
    v = min(v, splat(limit));
    v = min(v, __builtin_shufflevector(v, v, 2, 3, 0, 1));
    return min(v, __builtin_shufflevector(v, v, 1, 0, 3, 2))[0];
}

// n rounded up to a multiple of the lane count.
constexpr int round_up_to_lanes(int n) { return (n + lanes - 1) / lanes * lanes; }

}  // namespace slosh
