// docs/parameters.md, generated from the declarations.
#pragma once
#include <string>

namespace slosh {

// Markdown: first the parameters of every scene, then those with the same declaration in several solvers, then one
// table per solver. The default is that of the solver's first scene with the parameter.
std::string parameter_page();

}  // namespace slosh
