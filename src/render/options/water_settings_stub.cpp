// Linked in place of water_settings.cpp into modules without 3D scenes.
#include "render/options/water_settings.h"

namespace slosh {

WaterSettings WaterSettings::resolved() const { return *this; }
std::string_view WaterSettings::view_of(std::string_view) { return {}; }
void WaterSettings::visit(Visitor&) {}

}  // namespace slosh
