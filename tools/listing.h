// Everything a user can choose, as text: for `slosh list`, the site's catalog.
#pragma once
#include <string>

namespace slosh {

std::string list_text();
std::string list_json();       // {"scenes": [{..., parameters: [...]}], "styles": [...]}
std::string catalog_module();  // the JavaScript module the element reads its keys from

}  // namespace slosh
