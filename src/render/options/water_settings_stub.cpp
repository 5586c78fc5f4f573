// Linked in place of deep_look.cpp where no scene has three dimensions.
#include "render/options/water_settings.h"

namespace slosh {

WaterSettings WaterSettings::resolved() const { return *this; }
std::string_view WaterSettings::view_of(std::string_view) { return {}; }
void WaterSettings::visit(Visitor&) {}

}  // namespace slosh
