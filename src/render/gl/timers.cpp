#include "render/gl/timers.h"

#include "base/decimal.h"

namespace slosh::gl {
namespace {

// Of the extension; WebGL has the calls without it.
constexpr GLenum time_elapsed = 0x88BF, disjoint = 0x8FBB;
constexpr size_t max_asked = 400;  // a card that never answers is asked no more

}  // namespace

void Timers::begin_frame() {
    GLint disturbed = 0;
    if (!asked_.empty()) glGetIntegerv(disjoint, &disturbed);
    if (disturbed) asked_.clear();
    while (!asked_.empty()) {
        // Answers come in the order of the questions, so the frame is known with its last one.
        const int64_t frame = asked_.front().frame;
        size_t count = 0;
        while (count < asked_.size() && asked_[count].frame == frame) ++count;
        GLuint known = 0;
        glGetQueryObjectuiv(asked_[count - 1].query.id(), GL_QUERY_RESULT_AVAILABLE, &known);
        if (!known) break;
        latest_.begin_step();
        for (; count > 0; --count) {
            GLuint nanoseconds = 0;
            glGetQueryObjectuiv(asked_.front().query.id(), GL_QUERY_RESULT, &nanoseconds);
            latest_.add(asked_.front().pass, 1e-6 * nanoseconds);
            sums_.add(asked_.front().pass, 1e-6 * nanoseconds);
            asked_.pop_front();
        }
        ++frames_, ++summed_;
    }
    ++asking_;
    waits_ = asked_.size() >= max_asked;
}

bool Timers::begin(const char* pass) {
    if (open_ || waits_) return false;
    asked_.push_back({pass, asking_, {}});
    glBeginQuery(time_elapsed, asked_.back().query.id());
    return open_ = true;
}

void Timers::end() {
    glEndQuery(time_elapsed);
    open_ = false;
}

Pass::Pass(Timers* timers, const char* name) : timers_(timers && timers->begin(name) ? timers : nullptr), name_(name) {}

Pass::~Pass() {
    if (timers_) timers_->end();
    check(name_);
}

double Timers::latest_sum() const {
    double sum = 0;
    for (const Phase& phase : latest()) sum += phase.ms;
    return sum;
}

std::string Timers::take_means() {
    std::string json;
    for (const Phase& phase : sums_.phases()) {
        if (!(phase.ms > 0)) continue;
        json += (json.empty() ? "\"" : ",\"") + std::string(phase.name) +
                "\":" + write_number(phase.ms / static_cast<double>(summed_), 4);
    }
    sums_.begin_step();
    summed_ = 0;
    return "{" + json + "}";
}

}  // namespace slosh::gl
