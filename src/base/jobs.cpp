#include "base/jobs.h"

#if defined(__EMSCRIPTEN__)
#include <emscripten/threading.h>
#endif

namespace slosh {
namespace {

// About 50 us of spinning before sleeping: longer than the gap between two loops of a step, much shorter than the gap
// between two frames. Without a pause instruction a spin is shorter.
#if defined(__x86_64__)
constexpr int spins_before_sleep = 4000;
#else
constexpr int spins_before_sleep = 40000;
#endif

inline void relax() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

// The wasm C++ library implements atomic::wait by polling; the instruction below really sleeps.
inline void sleep_while(std::atomic<uint32_t>& word, uint32_t seen) {
#if defined(__wasm_atomics__)
    __builtin_wasm_memory_atomic_wait32(reinterpret_cast<int*>(&word), static_cast<int>(seen), -1);
#else
    word.wait(seen);
#endif
}

inline void wake_all(std::atomic<uint32_t>& word) {
#if defined(__wasm_atomics__)
    __builtin_wasm_memory_atomic_notify(reinterpret_cast<int*>(&word), ~0u);
#else
    word.notify_all();
#endif
}

}  // namespace

struct Jobs::Pool {
    // A worker's blocks of a loop in one atomic word: the first that is not claimed, their end, and whether the loop is
    // ordered, so that all workers take from the front.
    struct alignas(64) WorkRange {
        static constexpr uint32_t in_order = 1u << 31;
        std::atomic<uint64_t> remaining{0};

        static uint64_t pack(uint32_t begin, uint32_t end, uint32_t order) {
            return static_cast<uint64_t>(begin) << 32 | order | end;
        }
        void fill(uint32_t begin, uint32_t end, uint32_t order) {
            remaining.store(pack(begin, end, order), std::memory_order_release);
        }
        // Returns the first block to the owner, the last block to other workers (stealing); -1 if none is left.
        int claim(bool is_owner) {
            uint64_t seen = remaining.load(std::memory_order_acquire);
            for (;;) {
                const auto begin = static_cast<uint32_t>(seen >> 32), low = static_cast<uint32_t>(seen);
                const uint32_t end = low & ~in_order, order = low & in_order;
                if (begin >= end) return -1;
                const bool first = is_owner || order;
                const uint64_t rest = first ? pack(begin + 1, end, order) : pack(begin, end - 1, order);
                if (remaining.compare_exchange_weak(seen, rest, std::memory_order_acq_rel))
                    return static_cast<int>(first ? begin : end - 1);
            }
        }
    };

    // Written by the caller before any range is filled, read by workers that have claimed a block.
    Call call = nullptr;
    void* context = nullptr;

    std::vector<WorkRange> ranges;  // by worker; worker 0 is the caller
    alignas(64) std::atomic<uint32_t> blocks_done{0};
    alignas(64) std::atomic<uint32_t> epoch{0};  // number of loops started; sleeping workers wait for a change
    std::atomic<uint32_t> sleepers{0};
    std::atomic<bool> closing{false};
    std::vector<std::thread> threads;

    explicit Pool(size_t workers) : ranges(workers) {}

    // Claims and runs blocks until none is left, beginning with the worker's own range. Reports the number of blocks at
    // the end, so that the loop is not over while this worker still searches for blocks.
    void run_available_blocks(size_t worker) {
        uint32_t done = 0;
        for (size_t n = 0; n < ranges.size(); ++n) {
            Pool::WorkRange& range = ranges[(worker + n) % ranges.size()];
            for (int block; (block = range.claim(n == 0)) >= 0; ++done) call(context, block);
        }
        if (done > 0) blocks_done.fetch_add(done, std::memory_order_release);
    }

    void work(size_t worker) {
        for (;;) {
            const uint32_t seen = epoch.load(std::memory_order_acquire);
            // Read after `epoch`: a worker that observes the last epoch must also observe `closing`, or it would sleep
            // forever.
            if (closing.load()) return;
            run_available_blocks(worker);
            int spins = 0;
            while (epoch.load(std::memory_order_acquire) == seen && ++spins < spins_before_sleep) relax();
            if (spins == spins_before_sleep) {
                sleepers.fetch_add(1);
                sleep_while(epoch, seen);
                sleepers.fetch_sub(1);
            }
        }
    }

    void wake_workers() {
        epoch.fetch_add(1);
        if (sleepers.load() != 0) wake_all(epoch);
    }
};

Jobs::Jobs(int workers) {
#if defined(__EMSCRIPTEN__)
    if (!emscripten_has_threading_support()) workers = 1;  // linked without threads
#endif
    const auto count = static_cast<size_t>(std::max(workers, 1));
    pool_ = std::make_unique<Pool>(count);
    for (size_t worker = 1; worker < count; ++worker)
        pool_->threads.emplace_back([pool = pool_.get(), worker] { pool->work(worker); });
}

Jobs::~Jobs() {
    pool_->closing = true;
    pool_->wake_workers();
    for (std::thread& thread : pool_->threads) thread.join();
}

int Jobs::workers() const { return static_cast<int>(pool_->threads.size()) + 1; }

void Jobs::run_blocks(Order order, int blocks, Call call, void* context) {
    Pool& pool = *pool_;
    if (blocks <= 1 || pool.threads.empty()) {
        for (int b = 0; b < blocks; ++b) call(context, b);
        return;
    }
    pool.call = call;
    pool.context = context;
    pool.blocks_done.store(0, std::memory_order_relaxed);
    const auto all = static_cast<uint64_t>(blocks), workers = static_cast<uint64_t>(pool.ranges.size());
    for (uint64_t n = 0; Pool::WorkRange & range : pool.ranges) {
        if (order == Order::ascending)
            range.fill(0, n == 0 ? static_cast<uint32_t>(all) : 0, Pool::WorkRange::in_order);
        else range.fill(static_cast<uint32_t>(all * n / workers), static_cast<uint32_t>(all * (n + 1) / workers), 0);
        ++n;
    }
    pool.wake_workers();
    pool.run_available_blocks(0);
    // At most one block a worker is still running: too short a wait to sleep.
    for (int spins = 0; pool.blocks_done.load(std::memory_order_acquire) != static_cast<uint32_t>(blocks);)
        if (++spins < spins_before_sleep) relax();
        else std::this_thread::yield();  // the worker was preempted
}

}  // namespace slosh
