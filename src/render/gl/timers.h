// How long the graphics card works on each pass of a frame: EXT_disjoint_timer_query_webgl2. Its answers come frames
// later, and not at all where the card was disturbed meanwhile.
#pragma once
#include <deque>
#include <span>
#include <string>

#include "base/profile.h"
#include "render/gl/gl.h"

namespace slosh::gl {

// GL objects, only where the extension is there.
class Timers {
public:
    // Takes what has arrived, and begins to ask for the passes of another frame.
    void begin_frame();

    // Milliseconds of the latest frame that is known; 0 for what it did not draw.
    std::span<const Phase> latest() const { return latest_.phases(); }
    double latest_sum() const;
    // How many frames are known so far.
    int64_t frames() const { return frames_; }
    // {"pass": milliseconds, ...}, the means of the frames that became known since it was asked for last.
    std::string take_means();

private:
    friend class Pass;
    bool begin(const char* pass);
    void end();

    using Query = Object<glGenQueries, glDeleteQueries>;
    struct Asked {
        const char* pass;
        int64_t frame;
        Query query;
    };
    std::deque<Asked> asked_;
    Profile latest_, sums_;
    int64_t asking_ = 0, frames_ = 0, summed_ = 0;
    bool open_ = false, waits_ = false;
};

// A pass lasts as long as this. One within another counts to the outer one.
class Pass {
public:
    // Without timers nothing is timed. Every pass ends with gl::check.
    Pass(Timers* timers, const char* name);
    ~Pass();
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;

private:
    [[maybe_unused]] Timers* timers_;
    const char* name_;
};

}  // namespace slosh::gl
