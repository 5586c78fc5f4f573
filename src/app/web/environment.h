// The environment image of an App, for environment_export.cpp: that is compiled once for modules with a panel and
// without, whose App differs.
#pragma once

namespace slosh {

class App;
void set_environment(App&, void (*fill)());

}  // namespace slosh
