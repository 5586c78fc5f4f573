// The sum over all groups of the parts that begin at `first`.
fn sum_of_parts(first: u32, groups: u32, local: u32) -> f32 {
    var sum = 0.0;
    for (var n = local; n < groups; n += 256u) { sum += partials[first + n]; }
    return sum_of_group(sum, local);
}
