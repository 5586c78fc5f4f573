// Linked in place of docs.cpp where nobody reads them. The linker then drops the texts.
#include "base/docs.h"

namespace slosh {

const bool has_docs = false;

}  // namespace slosh
