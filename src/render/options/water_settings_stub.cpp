// Linked in place of deep_look.cpp where no scene has three dimensions.
#include "render/options/water_settings.h"

namespace slosh {

DeepLook DeepLook::resolved() const { return *this; }
std::string_view DeepLook::view_of(std::string_view) { return {}; }
void DeepLook::visit(Visitor&) {}

}  // namespace slosh
