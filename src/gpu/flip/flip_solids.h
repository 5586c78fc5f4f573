// The solids in the tank of PIC/FLIP on the GPU: obstacles and the round wall. The CPU moves them and finds the cells
// that they cut (grid/boundaries/cut_cells.h); what they change when they move is uploaded.
#pragma once
#include <memory>

#include "gpu/flip/flip_passes.h"
#include "grid/boundaries/cut_cells.h"
#include "grid/boundaries/obstacles.h"

namespace slosh::gpu {

class FlipSolids {
public:
    // The frame is that of the container at rest.
    FlipSolids(const GridLayout&, Jobs&);

    Obstacles bodies;

    // Whether solids cut cells.
    bool any() const { return bodies.any(); }
    // Takes over what has changed. `all`: uploads everything, to passes that are new.
    void update(Device&, FlipPasses&, const Motion& container, bool all = false);
    // Moves them over dt and uploads what has changed. `container`: at the start of the sub-step.
    void advance(Device&, FlipPasses&, float dt, const Motion& container);
    // Moves particles out of solids, at the start.
    void push_out(const MacFrame& frame, FlipParticles& particles);

private:
    void find_cut_cells();
    void find_flux();
    void upload_all(Device&, const FlipPasses&);
    // `moved`: the geometry has changed; else only velocities.
    void upload_changes(Device&, FlipPasses&, bool moved);
    void upload_bodies(Device&, const FlipPasses&);
    void upload_round_wall(Device&, const FlipPasses&);

    GridLayout at_rest_;
    Jobs& jobs_;
    std::unique_ptr<CutCells> cut_;
    Faces fraction_;
    SimdArray<float> flux_, uploaded_flux_;
    SimdArray<uint8_t> near_, scratch_;
    std::vector<float> packed_;
    std::vector<FlipPasses::CutCellChange> changes_;
};

}  // namespace slosh::gpu
