// Linked in place of debug_overlay.cpp into modules without a panel.
#include "render/debug/debug_overlay.h"

namespace slosh {

std::unique_ptr<DebugOverlay> make_debug_overlay(std::string&) { return nullptr; }

}  // namespace slosh
