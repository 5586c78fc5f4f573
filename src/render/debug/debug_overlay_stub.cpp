// Linked in place of probes.cpp where there is no panel.
#include "render/debug/debug_overlay.h"

namespace slosh {

std::unique_ptr<DebugOverlay> make_debug_overlay(std::string&) { return nullptr; }

}  // namespace slosh
