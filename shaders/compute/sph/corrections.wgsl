// The corrections of a sub-step: the number of those done, and momentum and gain of each (Chebyshev in
// src/solvers/pcisph/pressure_corrections.h).
struct Corrections {
    done: u32,
    unused_x: u32,
    unused_y: u32,
    unused_z: u32,
    steps: array<vec4f>,
}
