// Wall-clock time of each named stage of a step. Stages keep the order in which they were first measured; begin_step()
// sets them to zero.
#pragma once
#include <chrono>
#include <span>
#include <string_view>
#include <vector>

namespace slosh {

struct StageTime {
    std::string_view name;
    double ms = 0;
};

class Profile {
public:
    using Clock = std::chrono::steady_clock;

    class Scope {
    public:
        // Not inlined, to keep modules small: there are dozens of stages, each a few times per step.
        [[gnu::noinline]] Scope(Profile& profile, std::string_view name)
            : profile_(profile), name_(name), start_(Clock::now()) {}
        [[gnu::noinline]] ~Scope() { profile_.add(name_, milliseconds_since(start_)); }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        Profile& profile_;
        std::string_view name_;
        Clock::time_point start_;
    };

    Scope scope(std::string_view name) { return {*this, name}; }

    void begin_step() {
        for (StageTime& stage : stages_) stage.ms = 0;
    }

    void add(std::string_view name, double ms) {
        for (StageTime& stage : stages_)
            if (stage.name == name) return void(stage.ms += ms);
        stages_.push_back({name, ms});
    }

    std::span<const StageTime> stages() const { return stages_; }

    static double milliseconds_since(Clock::time_point start) {
        return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    }

private:
    std::vector<StageTime> stages_;
};

}  // namespace slosh
