// Linked in place of pour.cpp where no fluid can be poured.
#include "app/app.h"

namespace slosh {

void App::pour() {
    const bool wanted = !input_.pours().empty() || input_.key_pours();
    if (wanted && !refused_pour_) message("warning", "this solver does not support pouring");
    refused_pour_ = wanted;
}

}  // namespace slosh
