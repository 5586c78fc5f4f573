// Scenes, styles and parameters as text: for `slosh list` and the catalog of the site.
#pragma once
#include <string>

#include "base/params.h"

namespace slosh {

std::string list_text();
std::string list_json();       // {"scenes": [{..., parameters: [...]}], "styles": [...]}
std::string catalog_module();  // the JavaScript module from which the element reads its keys
std::string panel_texts();     // a JSON list: what the panel shows of scenes, presets and parameters
// The values that a parameter may have: "0 to 500", "true, false" or its choices.
std::string range_text(const ParamInfo&);

}  // namespace slosh
