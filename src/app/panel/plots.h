// What a simulation does over time, in the panel: a few plots below each other over the same ten seconds.
#pragma once
#include <array>
#include <cstdint>

#include "app/panel/panel_interface.h"

namespace slosh {

class Plots {
public:
    // Of every frame; one that shows no new step adds nothing. Another run begins anew.
    void add(const Sample&);
    // Returns whether the section is open: only then is there something to add.
    bool draw(const Scene&, float dpr);
    // The iterations of the pressure solve only, for a section of their own.
    void draw_iterations(const Scene&, float dpr);

private:
    static constexpr int frames = 600;  // ten seconds of steps
    struct Plot;

    float at(int age, Sample::Quantity) const;  // age 0: the latest
    // Returns the age under the pointer, -1 for none.
    int draw_plot(const Plot&, const Scene&, float dpr) const;

    std::array<std::array<float, Sample::quantities>, frames> history_{};
    int next_ = 0, count_ = 0, run_ = -1;
    int64_t step_ = -1;
    bool held_ = false;
    int looked_at_ = -1;  // the age under the pointer, in whichever of them
    bool open_ = false;
};

}  // namespace slosh
