// Access to an App without its definition, for environment_export.cpp: that file is compiled once for modules with and
// without a panel, in which App differs.
#pragma once

namespace slosh {

class App;
void set_environment(App&, void (*fill)());

}  // namespace slosh
