#include "base/jobs.h"

#if defined(__EMSCRIPTEN__)
#include <emscripten/threading.h>
#endif

namespace slosh {
namespace {

// A loop's state in one word: high half the generation, low half the blocks not yet claimed.
constexpr uint64_t generation_one = uint64_t{1} << 32;

// About 50 us of looking before sleeping: longer than the gap between two loops of a step, far
// shorter than the gap between two frames.
constexpr int looks_before_sleep = 4000;

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
    // Written by the caller before `ticket` announces a loop, read by whoever claims one of its blocks.
    Call call = nullptr;
    void* context = nullptr;
    int blocks = 0;

    alignas(64) std::atomic<uint64_t> ticket{0};
    alignas(64) std::atomic<uint32_t> blocks_done{0};
    alignas(64) std::atomic<uint32_t> bell{0};  // what sleepers watch: one ring a loop
    std::atomic<uint32_t> sleepers{0};
    std::atomic<bool> closing{false};
    std::vector<std::thread> threads;

    // Claims and runs blocks of the loop announced by `ticket` until none is left.
    void take_part() {
        uint64_t seen = ticket.load(std::memory_order_acquire);
        while (static_cast<uint32_t>(seen) != 0) {
            if (!ticket.compare_exchange_weak(seen, seen - 1, std::memory_order_acq_rel)) continue;
            call(context, blocks - static_cast<int>(static_cast<uint32_t>(seen)));
            blocks_done.fetch_add(1, std::memory_order_release);
            seen = ticket.load(std::memory_order_acquire);
        }
    }

    void work() {
        for (;;) {
            const uint32_t rung = bell.load(std::memory_order_acquire);
            // Asked after listening to the bell: who hears only the last ring must not wait for another.
            if (closing.load()) return;
            take_part();
            int looks = 0;
            while (bell.load(std::memory_order_acquire) == rung && ++looks < looks_before_sleep) relax();
            if (looks == looks_before_sleep) {
                sleepers.fetch_add(1);
                sleep_while(bell, rung);
                sleepers.fetch_sub(1);
            }
        }
    }

    void announce() {
        bell.fetch_add(1);
        if (sleepers.load() != 0) wake_all(bell);
    }
};

Jobs::Jobs(int workers) : pool_(std::make_unique<Pool>()) {
#if defined(__EMSCRIPTEN__)
    if (!emscripten_has_threading_support()) workers = 1;  // linked without
#endif
    for (int i = 1; i < workers; ++i) pool_->threads.emplace_back([pool = pool_.get()] { pool->work(); });
}

Jobs::~Jobs() {
    pool_->closing = true;
    pool_->announce();
    for (std::thread& thread : pool_->threads) thread.join();
}

int Jobs::workers() const { return static_cast<int>(pool_->threads.size()) + 1; }

void Jobs::run_blocks(int blocks, Call call, void* context) {
    Pool& pool = *pool_;
    if (blocks <= 1 || pool.threads.empty()) {
        for (int b = 0; b < blocks; ++b) call(context, b);
        return;
    }
    pool.call = call;
    pool.context = context;
    pool.blocks = blocks;
    pool.blocks_done.store(0, std::memory_order_relaxed);
    const uint64_t generation = pool.ticket.load(std::memory_order_relaxed) & ~(generation_one - 1);
    pool.ticket.store(generation + generation_one + static_cast<uint64_t>(blocks), std::memory_order_release);
    pool.announce();
    pool.take_part();
    // At most one block a worker is still running: too short a wait to sleep.
    for (int looks = 0; pool.blocks_done.load(std::memory_order_acquire) != static_cast<uint32_t>(blocks);)
        if (++looks < looks_before_sleep) relax();
        else std::this_thread::yield();  // its core was taken away
}

}  // namespace slosh
