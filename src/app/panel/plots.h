// Plots of the last ten seconds in the panel.
#pragma once
#include <array>
#include <cstdint>

#include "app/panel/panel_interface.h"

namespace slosh {

class Plots {
public:
    // Adds the sample of a frame if there was a new step. A new run clears the history.
    void add(const Sample&);
    // Returns whether the section is open, so that samples are needed.
    bool draw(const Scene&, float dpr);
    // Only the iterations of the pressure solve, in another section.
    void draw_iterations(const Scene&, float dpr);

private:
    static constexpr int frames = 600;  // ten seconds of steps
    struct Plot;

    float at(int age, Sample::Quantity) const;  // age 0: the latest
    // Returns the age under the pointer, -1 for none.
    int draw_plot(const Plot&, const Scene&, float dpr) const;

    std::array<std::array<float, Sample::quantities>, frames> history_{};  // ring buffer
    int next_ = 0, count_ = 0;  // index of the next sample; number of samples
    int run_ = -1;              // of the last sample
    int64_t step_ = -1;         // of the last sample
    bool paused_ = false;
    int inspected_age_ = -1;  // the age under the pointer in any plot; -1: none
    bool open_ = false;
};

}  // namespace slosh
