#include "render/gl/timers.h"

#include "base/decimal.h"

namespace slosh::gl {
namespace {

// TIME_ELAPSED_EXT and GPU_DISJOINT_EXT of the extension; the functions are part of WebGL 2.
constexpr GLenum time_elapsed = 0x88BF, disjoint = 0x8FBB;
constexpr size_t max_pending = 400;  // queries, for a driver that never returns results

}  // namespace

void Timers::begin_frame() {
    GLint was_disjoint = 0;
    if (!pending_.empty()) glGetIntegerv(disjoint, &was_disjoint);
    if (was_disjoint) pending_.clear();
    while (!pending_.empty()) {
        // Results arrive in the order of the queries: the last one of a frame completes it.
        const int64_t frame = pending_.front().frame;
        size_t count = 0;
        while (count < pending_.size() && pending_[count].frame == frame) ++count;
        GLuint available = 0;
        glGetQueryObjectuiv(pending_[count - 1].query.id(), GL_QUERY_RESULT_AVAILABLE, &available);
        if (!available) break;
        latest_.begin_step();
        for (; count > 0; --count) {
            GLuint nanoseconds = 0;
            glGetQueryObjectuiv(pending_.front().query.id(), GL_QUERY_RESULT, &nanoseconds);
            latest_.add(pending_.front().pass, 1e-6 * nanoseconds);
            sums_.add(pending_.front().pass, 1e-6 * nanoseconds);
            pending_.pop_front();
        }
        ++frames_;
        ++summed_;
    }
    ++frame_;
    stalled_ = pending_.size() >= max_pending;
}

bool Timers::begin(const char* pass) {
    if (active_ || stalled_) return false;
    pending_.push_back({pass, frame_, {}});
    glBeginQuery(time_elapsed, pending_.back().query.id());
    active_ = true;
    return true;
}

void Timers::end() {
    glEndQuery(time_elapsed);
    active_ = false;
}

Pass::Pass(Timers* timers, const char* name) : timers_(timers && timers->begin(name) ? timers : nullptr), name_(name) {}

Pass::~Pass() {
    if (timers_) timers_->end();
    check(name_);
}

double Timers::latest_sum() const {
    double sum = 0;
    for (const StageTime& stage : latest()) sum += stage.ms;
    return sum;
}

std::string Timers::take_means() {
    std::string json;
    for (const StageTime& stage : sums_.stages()) {
        if (!(stage.ms > 0)) continue;
        json += (json.empty() ? "\"" : ",\"") + std::string(stage.name) +
                "\":" + write_number(stage.ms / static_cast<double>(summed_), 4);
    }
    sums_.begin_step();
    summed_ = 0;
    return "{" + json + "}";
}

}  // namespace slosh::gl
