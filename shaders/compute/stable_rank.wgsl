// The slot of particle `i` in the order of the cells and, within its cell, in the order before: the same for every run.
// `slots` has the particles by cell, within a cell in any order; `here` is the place of `i` in it.
const max_ranked = 4096u;  // a fuller cell keeps any order: each of its particles would read all others

fn stable_slot(cell: u32, i: u32, here: u32) -> u32 {
    let begin = starts[cell];
    let end = starts[cell + 1u];
    if (end - begin > max_ranked) { return here; }
    var slot = begin;
    for (var k = begin; k < end; k++) { slot += select(0u, 1u, slots[k] < i); }
    return slot;
}
