// Neighbour lists: row 0 has their lengths, row k the k-th neighbours of all particles. Calls visit(j) for the neighbours
// of particle i; for an image of it, which lies at `at`, too: behind a flat wall it has no others. Without a list, as where
// there are more neighbours than it holds, and behind a curved wall, the cells are searched around `at`. `listed` is a
// constant in front of this text.
fn for_listed(i: u32, at: vec3f, image: u32) {
    let count = list[i];
    if (!listed || count > params.list_capacity || (image != 0u && params.is_round != 0u)) {
        for_neighbours(at);
        return;
    }
    for (var k = 1u; k <= count; k++) {
        visit(list[k * params.list_stride + i]);
    }
}
