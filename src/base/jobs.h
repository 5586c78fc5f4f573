// A thread pool for fork-join loops over blocks, with work stealing. The calling thread takes part. The blocks depend
// on `count` and `block`, never on the number of workers, so sums are the same bits for any number of workers.
//
// Each worker owns a contiguous range of blocks and takes them from its front; when it is empty, the worker steals from
// the back of the other ranges. A range is the same in every loop of as many blocks, so that the data of a block is
// still in the cache of the core that used it last. Ordered loops have one shared range. A claim is a compare-exchange
// of the range's bounds. A loop is over when every block is done. Idle workers spin for some tens of microseconds,
// about the gap between two loops of a step, and then sleep until the next epoch.
//
// Threads: the functions run on any worker, several at a time. A Jobs runs one loop at a time: its loops must be
// started by one thread, and not from inside its own loops. A block may run loops of another Jobs.
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
        run_as(Order::any, blocks, f);
    }

    // The same, in order: when a block begins, all blocks before it have begun, so it may wait for their results.
    template <class F>
    void run_in_order(int blocks, F&& f) {
        run_as(Order::ascending, blocks, f);
    }

private:
    enum class Order : bool { any, ascending };  // in which blocks begin

    template <class F>
    void run_as(Order order, int blocks, F&& f) {
        using Function = std::remove_reference_t<F>;
        Call call = [](void* context, int b) { (*static_cast<Function*>(context))(b); };
        // Hides the callee from link-time optimization, which would inline all loops of a step into one function, whose
        // accumulators then spill to the stack.
        asm volatile("" : "+r"(call));
        run_blocks(order, blocks, call, const_cast<void*>(static_cast<const void*>(std::addressof(f))));
    }

    using Call = void (*)(void*, int);
    void run_blocks(Order order, int blocks, Call, void* context);
    struct Pool;
    std::unique_ptr<Pool> pool_;
};

}  // namespace slosh
