// GPU time of each pass of a frame, by EXT_disjoint_timer_query_webgl2. Results arrive some frames later; after a
// disjoint event (such as a change of clock rate) the pending ones are dropped.
#pragma once
#include <deque>
#include <span>
#include <string>

#include "base/profile.h"
#include "render/gl/gl.h"

namespace slosh::gl {

// Requires the extension.
class Timers {
public:
    // Reads the available results, and starts the queries of another frame.
    void begin_frame();

    // Milliseconds per pass of the latest frame with results; 0 for a pass that the frame did not have.
    std::span<const StageTime> latest() const { return latest_.stages(); }
    double latest_sum() const;
    // Number of frames with results so far.
    int64_t frames() const { return frames_; }
    // {"pass": milliseconds, ...}: means over the frames whose results arrived since the last call.
    std::string take_means();

private:
    friend class Pass;
    bool begin(const char* pass);
    void end();

    using Query = Object<glGenQueries, glDeleteQueries>;
    struct Pending {
        const char* pass;
        int64_t frame;
        Query query;
    };
    std::deque<Pending> pending_;
    Profile latest_, sums_;
    int64_t frame_ = 0;     // number of the current frame
    int64_t frames_ = 0;    // with results
    int64_t summed_ = 0;    // frames in sums_
    bool active_ = false;   // a query is active: queries cannot be nested
    bool stalled_ = false;  // too many queries are pending
};

// Scope of a pass. A nested pass counts as part of the outer one.
class Pass {
public:
    // `timers` may be null: not timed. The destructor calls gl::check.
    Pass(Timers* timers, const char* name);
    ~Pass();
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;

private:
    [[maybe_unused]] Timers* timers_;
    const char* name_;
};

}  // namespace slosh::gl
