#include "base/jobs.h"

#if defined(__EMSCRIPTEN__)
#include <emscripten/threading.h>
#endif
#include <gtest/gtest.h>

#include <bit>
#include <chrono>
#include <vector>

#include "base/random.h"

namespace slosh::jobs_test {
namespace {

void sleep_ms(int milliseconds) { std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds)); }

// Every index is visited once, in blocks of `block` indices.
void expect_each_once(Jobs& jobs, int count, int block) {
    std::vector<std::atomic<int>> visits(static_cast<size_t>(count));
    std::atomic<int> wrong_blocks{0};
    jobs.for_range(count, block, [&](int begin, int end) {
        if (begin % block != 0 || end != std::min(count, begin + block)) ++wrong_blocks;
        for (int i = begin; i < end; ++i) ++visits[static_cast<size_t>(i)];
    });
    EXPECT_EQ(wrong_blocks.load(), 0);
    for (int i = 0; i < count; ++i)
        ASSERT_EQ(visits[static_cast<size_t>(i)].load(), 1) << i << " of " << count << " by " << block;
}

TEST(Jobs, Workers) {
#if defined(__EMSCRIPTEN__)
    const bool threads = emscripten_has_threading_support();  // as it was linked
#else
    const bool threads = true;
#endif
    EXPECT_EQ(Jobs(4).workers(), threads ? 4 : 1);
    EXPECT_EQ(Jobs().workers(), 1);
    EXPECT_EQ(Jobs(0).workers(), 1);
    EXPECT_EQ(Jobs(-3).workers(), 1);
}

TEST(Jobs, RunsEveryBlockExactlyOnce) {
    for (int workers = 1; workers <= 4; ++workers) {
        Jobs jobs(workers);
        for (const int count : {0, 1, 2, 3, 7, 64, 1000, 1001})
            for (const int block : {1, 2, 3, 64, 2000}) expect_each_once(jobs, count, block);
    }
}

// Loops of all sizes in quick succession: a late worker must not run blocks of the wrong loop.
TEST(Jobs, ManyLoopsOfOddSizes) {
    Jobs jobs(3);
    Random random(1);
    for (int loop = 0; loop < 5000; ++loop) {
        const int blocks = random.below(12);
        std::atomic<int> calls{0};
        std::atomic<uint32_t> mask{0};
        jobs.run(blocks, [&](int b) {
            ++calls;
            mask |= 1u << b;
        });
        ASSERT_EQ(calls.load(), blocks) << "loop " << loop;
        ASSERT_EQ(mask.load(), (1u << blocks) - 1) << "loop " << loop;
    }
}

// Non-atomic writes of a block are visible to the caller after the loop, and to the blocks of the next loop.
TEST(Jobs, LoopsAreOrdered) {
    Jobs jobs(4);
    std::vector<int> a(997, 0), b(997, 0);
    for (int loop = 1; loop <= 300; ++loop) {
        jobs.for_range(997, 10, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) a[static_cast<size_t>(i)] = b[static_cast<size_t>(996 - i)] + 1;
        });
        jobs.for_range(997, 7, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) b[static_cast<size_t>(i)] = a[static_cast<size_t>(996 - i)];
        });
        ASSERT_EQ(b[static_cast<size_t>(loop % 997)], loop);
    }
    EXPECT_EQ(a, std::vector<int>(997, 300));
}

TEST(Jobs, SumsHaveTheSameBitsForAnyNumberOfWorkers) {
    std::vector<float> values(10'007);
    Random random(2);
    for (float& v : values) v = random.uniform(-1, 1) * (random.below(10) ? 1.0f : 1e6f);
    const auto sum_with = [&](int workers, int block) {
        Jobs jobs(workers);
        return jobs.sum_range(static_cast<int>(values.size()), block, [&](int begin, int end) {
            float sum = 0;
            for (int i = begin; i < end; ++i) sum += values[static_cast<size_t>(i)];
            return sum;
        });
    };
    for (const int block : {1, 100, 4096, 20'000})
        for (int workers = 2; workers <= 4; ++workers)
            EXPECT_EQ(std::bit_cast<uint32_t>(sum_with(workers, block)), std::bit_cast<uint32_t>(sum_with(1, block)))
                << workers << " workers, blocks of " << block;
    EXPECT_NE(sum_with(1, 100), sum_with(1, 20'000)) << "the sum must depend on the order for the test to detect it";
}

TEST(Jobs, EmptySumIsZero) {
    Jobs jobs(2);
    EXPECT_EQ(jobs.sum_range(0, 10, [](int, int) { return 7; }), 0);
    EXPECT_EQ(jobs.sum_range(1, 10, [](int begin, int end) { return end - begin; }), 1);
}

// Two simulations in one process, one stepping inside a block of the other.
TEST(Jobs, BlocksMayRunLoopsOfAnotherPool) {
    Jobs outer(2), inner(3);
    std::atomic<int> total{0};
    for (int loop = 0; loop < 200; ++loop)
        outer.run(3, [&](int b) {
            if (b == 1) inner.for_range(50, 7, [&](int begin, int end) { total += end - begin; });
        });
    EXPECT_EQ(total.load(), 200 * 50);
}

// When a block begins, all blocks before it have been claimed. Each other worker may have claimed one block without
// having set its flag yet, so fewer flags are missing than there are workers.
TEST(Jobs, InOrderABlockBeginsAfterAllBeforeIt) {
    for (const int workers : {1, 2, 3, 5}) {
        Jobs jobs(workers);
        std::atomic<int> max_missing{0};
        for (int loop = 0; loop < 3000; ++loop) {
            constexpr int blocks = 17;
            std::atomic<bool> begun[blocks] = {};
            jobs.run_in_order(blocks, [&](int b) {
                begun[b] = true;
                int missing = 0;
                for (int k = 0; k < b; ++k) missing += !begun[k];
                for (int max = max_missing; missing > max && !max_missing.compare_exchange_weak(max, missing);) {
                }
            });
            jobs.run(2, [](int) {});  // some workers are still busy when the next loop starts
        }
        EXPECT_LT(max_missing, workers);
    }
}

TEST(Jobs, MoreWorkersThanCores) {
    Jobs jobs(8);
    for (int loop = 0; loop < 200; ++loop) expect_each_once(jobs, 100, 3);
}

TEST(Jobs, WakesUpAfterSleeping) {
    Jobs jobs(3);
    for (int loop = 0; loop < 5; ++loop) {
        expect_each_once(jobs, 100, 1);
        sleep_ms(5);  // far longer than workers spin before they sleep
    }
}

TEST(Jobs, CanBeDestroyedInAnyState) {
    for (int round = 0; round < 200; ++round) {
        Jobs jobs(3);  // before its threads have started
    }
    for (int round = 0; round < 200; ++round) {
        Jobs jobs(3);  // right after a loop
        expect_each_once(jobs, 20, 1);
    }
    for (int round = 0; round < 3; ++round) {
        Jobs jobs(3);  // workers asleep, with and without an earlier loop
        if (round) expect_each_once(jobs, 20, 1);
        sleep_ms(5);
    }
}

}  // namespace
}  // namespace slosh::jobs_test
