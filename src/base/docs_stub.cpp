// Stub of docs.cpp for modules without a panel: the linker then removes the texts.
#include "base/docs.h"

namespace slosh {

const bool has_docs = false;

}  // namespace slosh
