// A button in a colour; a click on it opens a palette, sliders of red, green and blue, and a button to remove it.
#pragma once
#include "base/colour.h"

namespace slosh {

enum class SwatchChange { none, edited, removed };

SwatchChange colour_swatch(Colour&);

}  // namespace slosh
