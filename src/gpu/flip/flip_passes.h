// The buffers and passes of a sub-step of PIC/FLIP on the GPU. Each pass mirrors functions of src/grid; the heads of
// the kernels in shaders/compute/flip name them.
//
// Fields have the layout of grid/mac_grid.h. A field on faces has three parts of grid.size() entries, one by axis.
// Particles are structures of four numbers: first (position, id) of all, from `capacity` on (velocity, kind), and with
// APIC three more parts with the rows of the velocity gradient.
#pragma once
#include <array>
#include <memory>
#include <span>
#include <vector>

#include "gpu/device.h"
#include "gpu/drain_list.h"
#include "gpu/flip/flip_params.h"
#include "gpu/flip/pressure_solve.h"
#include "gpu/inlet_buffer.h"
#include "gpu/prefix_sum.h"
#include "grid/grid_layout.h"
#include "solvers/flip/flip_time_step.h"

namespace slosh::gpu {

class FlipPasses {
public:
    // Room for `capacity` particles. `affine`: APIC. `cut`: solids may cut the cells. `round_wall`: that of the tank
    // does.
    FlipPasses(Device&, const GridLayout&, int capacity, bool affine, bool cut, bool round_wall);

    static constexpr int max_layers = max_extrapolation_layers;
    // What the sort removes: struct Removals of shaders/compute/flip/count_particles.wgsl.
    struct Removals {
        uint32_t drains = 0;
        uint32_t first_id = 0;  // smaller ones are removed
        uint32_t unused[2] = {};
        std::array<DrainParams, max_drains> drain{};
    };
    static constexpr size_t wall_term_words = 5;
    static constexpr int max_emitted = 16384;  // particles in a call of append()
    // The new values of an entry of the grid in `fraction`, `cut` and `solid`.
    struct CutCellChange {
        uint32_t cell;
        float fraction[3];
        float capacity, open_volume, flux;
        float distance, owner;
    };
    // In a call of update_cut_cells(). Where more change, the fields are written as a whole.
    static constexpr size_t max_changes(int grid_size) { return static_cast<size_t>(grid_size) / 4; }

    struct Buffers {
        Buffer params;             // FlipParams
        Buffer particles, sorted;  // as above: after a sub-step, and in the order of their cells
        Buffer places, slots;      // of the sort
        Buffer counts, starts;     // particles by cell, and the first slot of each; removed ones follow the last cell
        Buffer old;                // on faces: (weight, velocity before forces)
        Buffer faces;              // on faces: (velocity, and what particles take of it)
        Buffer fraction, valid;    // on faces: open fraction; layer of the extrapolation
        Buffer acceleration, change;  // on faces: of TrapezoidalRule
        Buffer raw_density, density, phi, isolated, excess, opened;
        Buffer cut;                   // of cells that solids cut: capacity, open volume, flux of moving solids (1/s)
        Buffer wall;                  // RoundWall: struct WallTerm of wall_term.wgsl, by face, then by cell
        Buffer solid, solids;         // by corner: distance and nearest body; SolidParams
        Buffer changes;               // of update_cut_cells()
        Buffer constrained;           // on faces
        Buffer motion_parts, motion;  // MotionResult
        Buffer marks;                 // what has happened: a wall touched, a ceiling opened
        Buffer removals, emitted, inlet;
        Buffer columns;  // the particles for drawing: shaders/compute/flip/show_particles.wgsl
        Buffer layers[max_layers];
    };
    const Buffers& buffers() const { return b_; }
    PressureSolve& pressure() { return pressure_; }
    bool affine() const { return affine_; }
    bool cut() const { return cut_; }
    bool has_round_wall() const { return round_wall_; }  // and needs its terms
    int capacity() const { return capacity_; }

    // The passes take the parameters that were written last. They only record commands.
    void write(const FlipParams&);
    void set_count(int particles);  // of all passes from now on
    void prescribe_inlet();         // InletBuffer in `inlet`
    void append(int count);         // particles from `emitted`
    void update_cut_cells(std::span<const CutCellChange>);
    void sort();
    void gather();  // to faces, with external forces
    void find_level_set();
    void assemble_pressure();
    void open_ceilings();
    void subtract_gradient();
    void extrapolate(int layers);
    void move();
    void show();  // fills `columns`

    // The words of `columns` for a number of particles, with some behind them that a vector may read.
    static size_t column_words(int particles) {
        return static_cast<size_t>(round_up_to_lanes(particles)) * 37 / 4 + 2 * size_t{lanes};
    }

private:
    void make_buffers(const GridLayout&);
    void prepare();

    Device& device_;
    int capacity_, size_;
    bool affine_, cut_, round_wall_;
    Buffers b_;
    PressureSolve pressure_;
    PrefixSum starts_;
    Dispatch append_, update_cut_cells_, prescribe_inlet_, count_, place_, sort_, gather_, density_, divide_,
        level_set_, assemble_, allow_rotation_, open_, subtract_, find_acceleration_, find_change_;
    Dispatch layer_[max_layers], excess_, finish_, constrain_, take_constrained_, move_, sum_motion_, correct_, show_;
};

}  // namespace slosh::gpu
