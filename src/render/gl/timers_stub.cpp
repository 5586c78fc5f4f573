// Linked in place of timers.cpp into modules without a panel.
#include "render/gl/timers.h"

namespace slosh::gl {

Pass::Pass(Timers*, const char* name) : timers_(nullptr), name_(name) {}
Pass::~Pass() { check(name_); }

}  // namespace slosh::gl
