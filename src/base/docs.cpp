#include "base/docs.h"

namespace slosh {

const bool has_docs = true;

}  // namespace slosh
