// Linked in place of inflow_outflow.cpp into modules without pouring.
#include "solvers/double_density/inflow_outflow.h"

namespace slosh {

BlobInflowOutflow::BlobInflowOutflow(const Domain&, float, int, int) {}
Outcome BlobInflowOutflow::set_user_emitters(std::span<const Emitter>) { return {}; }
void BlobInflowOutflow::set_user_drains(std::span<const Drain>) {}
bool BlobInflowOutflow::drain(BlobArrays&, Relaxation&, Springs&, SlotsByIndex&, glm::vec3) { return false; }
bool BlobInflowOutflow::emit(BlobArrays&, Springs&, SlotsByIndex&, float, const Motion&, std::span<const Body>,
                             WhenFull) {
    return false;
}

}  // namespace slosh
