// Fork-join loops over blocks. The caller takes part; the blocks are fixed by `count` and `block`,
// never by the number of workers, so sums are the same bits for any number of them.
//
// Each worker begins with a share of the blocks, the same in every loop of as many: what a block touches
// is then still near the core that touched it last. Who has none left takes from the others' far ends. Where
// the order counts all blocks are one share, which everybody takes from the front.
// A claim is a compare-exchange of the share's bounds; what it needs to know was written before they were.
// The loop is over when every block is done, not when every worker has checked in. Idle workers spin
// for some tens of microseconds (the next loop of a step is usually that close), then sleep.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <type_traits>
#include <vector>

namespace slosh {

class Jobs {
public:
    // `workers` includes the caller: 1 is serial. In a module without threads it is always 1.
    explicit Jobs(int workers = 1);
    ~Jobs();
    Jobs(const Jobs&) = delete;
    Jobs& operator=(const Jobs&) = delete;

    int workers() const;

    // f(begin, end) for each block of [0, count).
    template <class F>
    void for_range(int count, int block, F&& f) {
        const int blocks = (count + block - 1) / block;
        run(blocks, [&](int b) { f(b * block, std::min(count, (b + 1) * block)); });
    }

    // The sum of f(begin, end) over the blocks, added in block order.
    template <class F>
    auto sum_range(int count, int block, F&& f) {
        using Value = std::invoke_result_t<F&, int, int>;
        const int blocks = (count + block - 1) / block;
        std::vector<Value> parts(static_cast<size_t>(blocks));
        run(blocks, [&](int b) { parts[static_cast<size_t>(b)] = f(b * block, std::min(count, (b + 1) * block)); });
        Value sum{};
        for (const Value& part : parts) sum = sum + part;
        return sum;
    }

    // f(block) for each block in [0, blocks), in any order, on any worker.
    template <class F>
    void run(int blocks, F&& f) {
        run_as(false, blocks, f);
    }

    // The same, and when a block begins, all before it have: it may wait for what they do.
    template <class F>
    void run_in_order(int blocks, F&& f) {
        run_as(true, blocks, f);
    }

private:
    template <class F>
    void run_as(bool in_order, int blocks, F&& f) {
        using Function = std::remove_reference_t<F>;
        Call call = [](void* context, int b) { (*static_cast<Function*>(context))(b); };
        // Nobody may know which one it is: a linker that does puts the loops of a step into one function, whose
        // accumulators then live on the stack.
        asm volatile("" : "+r"(call));
        run_blocks(in_order, blocks, call, const_cast<void*>(static_cast<const void*>(std::addressof(f))));
    }

    using Call = void (*)(void*, int);
    void run_blocks(bool in_order, int blocks, Call, void* context);
    struct Pool;
    std::unique_ptr<Pool> pool_;
};

}  // namespace slosh
