// Linked in place of deep.cpp where no scene has three dimensions.
#include "render/deep.h"

namespace slosh {

std::unique_ptr<Deep> make_deep(std::string&) { return nullptr; }

}  // namespace slosh
