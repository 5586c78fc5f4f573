// docs/parameters.md, generated from the declarations.
#pragma once
#include <string>

namespace slosh {

// Markdown: first the parameters that every scene has, then those that several solvers declare alike, then one table a
// solver with its own sentences. The default is that of the solver's first scene that has the parameter.
std::string parameter_page();

}  // namespace slosh
