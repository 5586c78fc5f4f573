#include "gpu/flip/flip_passes.h"

#include <algorithm>

#include "grid/liquid/trapezoidal_rule.h"
#include "shaders.h"

namespace slosh::gpu {
namespace {

constexpr size_t word = sizeof(uint32_t);
// Layout of the buffer of changes, in words: the head, and one change.
constexpr size_t changes_head = 2, change_words = sizeof(FlipPasses::CutCellChange) / word;
static_assert(change_words == 9);

// The shaders are compiled for what a tank has.
ComputePipeline make(Device& device, std::string_view label, bool affine, bool has_solids, bool has_round_wall,
                     std::span<const std::string_view> file) {
    std::vector<std::string_view> texts{
        affine ? "const affine = true;\n" : "const affine = false;\n",
        has_solids ? "const has_solids = true;\n" : "const has_solids = false;\n",
        has_round_wall ? "const has_round_wall = true;\n" : "const has_round_wall = false;\n"};
    texts.insert(texts.end(), file.begin(), file.end());
    return device.make_pipeline(label, texts);
}

}  // namespace

FlipPasses::FlipPasses(Device& device, const GridLayout& layout, int capacity, bool affine, bool cut, bool round_wall)
    : device_(device),
      capacity_(std::max(capacity, 1)),
      size_(layout.grid.size()),
      affine_(affine),
      cut_(cut),
      round_wall_(round_wall && !affine),
      pressure_(device, layout.grid) {
    make_buffers(layout);
    prepare();
}

void FlipPasses::make_buffers(const GridLayout& layout) {
    const auto capacity = static_cast<size_t>(capacity_), size = static_cast<size_t>(size_);
    const auto buffer = [&](std::string_view label, size_t words) { return device_.make_buffer(label, words * word); };
    b_.params = buffer("flip parameters", sizeof(FlipParams) / word);
    const size_t parts = affine_ ? 5 : 2;
    b_.particles = buffer("particles", 4 * parts * capacity);
    b_.sorted = buffer("sorted particles", 4 * parts * capacity);
    b_.places = buffer("places", 2 * capacity);
    b_.slots = buffer("slots", capacity);
    b_.counts = buffer("counts", size + 2);
    b_.starts = buffer("starts", size + 2);
    b_.old = buffer("old faces", 6 * size);
    b_.faces = buffer("faces", 6 * size);
    b_.fraction = buffer("face fractions", 3 * size);
    b_.valid = buffer("valid faces", 3 * size);
    b_.acceleration = buffer("acceleration", 3 * size);
    b_.change = buffer("change of the acceleration", 3 * size);
    b_.raw_density = buffer("raw density", cut_ ? size : 1);
    b_.density = buffer("density", size);
    b_.phi = buffer("phi", size);
    b_.isolated = buffer("isolated", size);
    b_.excess = buffer("excess", 2 * size);
    b_.opened = buffer("opened", size);
    b_.cut = buffer("cut cells", cut_ ? 3 * size : 1);
    b_.wall = buffer("round wall", round_wall_ ? 4 * wall_term_words * size : wall_term_words);
    b_.solid = buffer("solid", cut_ ? 2 * size : 1);
    b_.solids = buffer("solids", sizeof(SolidParams) / word);
    b_.changes = buffer("changes of cut cells", changes_head + (cut_ ? max_changes(size_) * change_words : 0));
    b_.constrained = buffer("constrained", cut_ ? 3 * size : 1);
    b_.motion_parts = buffer("parts of the motion", size_t{20} * workgroups_for(capacity));
    b_.motion = buffer("motion", sizeof(MotionResult) / word);
    b_.marks = buffer("marks", 4);
    b_.removals = buffer("removals", sizeof(Removals) / word);
    b_.emitted = buffer("emitted", 4 + 8 * max_emitted);
    b_.inlet = InletBuffer::make(device_);
    b_.columns = buffer("columns", column_words(capacity_));
    for (uint32_t n = 0; n < max_layers; ++n) {
        const uint32_t layer[4] = {n + 2};
        b_.layers[n] = buffer("layer", 4);
        device_.write(b_.layers[n], layer);
    }
    const std::vector<float> outside(3 * size, TrapezoidalRule::outside);
    device_.write(b_.acceleration, 0, outside.data(), outside.size() * sizeof(float));
    // Open between the cells.
    std::vector<float> fraction(3 * size);
    const MacGrid& grid = layout.grid;
    for (int axis = 0; axis < 3; ++axis)
        for (int k = axis == 2; k < grid.nz; ++k)
            for (int j = axis == 1; j < grid.ny; ++j)
                for (int i = axis == 0; i < grid.nx; ++i)
                    fraction[static_cast<size_t>(axis) * size + static_cast<size_t>(grid.at(i, j, k))] = 1;
    device_.write(b_.fraction, 0, fraction.data(), fraction.size() * sizeof(float));
}

void FlipPasses::prepare() {
    namespace wgsl = shaders::compute::flip;
    const uint32_t over_particles = workgroups_for(static_cast<size_t>(capacity_));
    const uint32_t over_cells = workgroups_for(static_cast<size_t>(size_));
    const auto dispatch = [&](std::string_view label, std::span<const std::string_view> file,
                              std::initializer_list<const Buffer*> buffers, uint32_t groups) {
        return device_.prepare(make(device_, label, affine_, cut_, round_wall_, file), buffers, groups);
    };
    const Buffer &params = b_.params, &pressure = pressure_.pressure(), &matrix = pressure_.matrix();
    starts_ = PrefixSum(device_, b_.counts, b_.starts, static_cast<uint32_t>(size_) + 2);
    append_ = dispatch("append", wgsl::append_particles, {&b_.emitted, &b_.particles}, 0);
    prescribe_inlet_ = dispatch("inlet", wgsl::prescribe_inlet, {&params, &b_.inlet, &b_.particles}, over_particles);
    count_ = dispatch("count", wgsl::count_particles, {&params, &b_.particles, &b_.counts, &b_.places, &b_.removals},
                      over_particles);
    place_ = dispatch("place", wgsl::place_particles, {&params, &b_.places, &b_.starts, &b_.slots}, over_particles);
    sort_ = dispatch("sort", wgsl::sort_particles,
                     {&params, &b_.particles, &b_.places, &b_.starts, &b_.slots, &b_.sorted}, over_particles);
    gather_ = dispatch("gather", wgsl::gather_faces,
                       {&params, &b_.starts, &b_.sorted, &b_.old, &b_.faces, &b_.marks, &b_.change}, over_cells);
    density_ =
        dispatch("density", wgsl::find_density, {&params, &b_.old, cut_ ? &b_.raw_density : &b_.density}, over_cells);
    if (cut_) {
        update_cut_cells_ =
            dispatch("cut cells", wgsl::update_cut_cells, {&b_.changes, &b_.fraction, &b_.cut, &b_.solid}, 0);
        divide_ = dispatch("capacity", wgsl::divide_by_capacity,
                           {&params, &b_.raw_density, &b_.cut, &b_.fraction, &b_.density}, over_cells);
    }
    level_set_ = dispatch("level set", wgsl::find_level_set,
                          {&params, &b_.starts, &b_.density, &b_.cut, &b_.phi, &b_.isolated}, over_cells);
    assemble_ =
        dispatch("assemble", wgsl::assemble_pressure,
                 {&params, &b_.phi, &b_.fraction, &b_.density, &b_.cut, &b_.faces, &matrix, &pressure_.b(), &pressure},
                 over_cells);
    if (round_wall_)
        allow_rotation_ = dispatch("rotation", wgsl::allow_rotation,
                                   {&params, &b_.old, &b_.wall, &matrix, &pressure_.b()}, over_cells);
    open_ =
        dispatch("ceilings", wgsl::open_ceilings,
                 {&params, &pressure, &matrix, &b_.phi, &b_.fraction, &b_.faces, &b_.opened, &b_.marks}, over_cells);
    subtract_ =
        dispatch("gradient", wgsl::subtract_gradient,
                 {&params, &b_.phi, &b_.fraction, &pressure, &b_.old, &b_.opened, &b_.faces, &b_.valid}, over_cells);
    find_acceleration_ = dispatch("acceleration", wgsl::find_acceleration,
                                  {&params, &b_.phi, &b_.faces, &b_.valid, &b_.change, &b_.acceleration}, over_cells);
    find_change_ =
        dispatch("change", wgsl::find_change, {&params, &b_.faces, &b_.acceleration, &b_.change}, over_cells);
    const ComputePipeline extrapolate = device_.make_pipeline("extrapolate", wgsl::extrapolate_faces);
    for (int n = 0; n < max_layers; ++n)
        layer_[n] = device_.prepare(extrapolate, {&params, &b_.layers[n], &b_.faces, &b_.valid}, over_cells);
    excess_ = dispatch("excess", wgsl::find_excess, {&params, &b_.phi, &b_.fraction, &b_.faces, &b_.valid, &b_.excess},
                       over_cells);
    finish_ =
        dispatch("finish", wgsl::finish_faces,
                 {&params, &b_.valid, &b_.excess, &b_.old, &b_.faces, &b_.fraction, &b_.opened, &b_.wall}, over_cells);
    if (cut_) {
        constrain_ = dispatch("constrain", wgsl::constrain_faces,
                              {&params, &b_.faces, &b_.fraction, &b_.solid, &b_.constrained, &b_.solids}, over_cells);
        take_constrained_ = dispatch("constrained", wgsl::take_constrained,
                                     {&params, &b_.constrained, &b_.faces, &b_.fraction, &b_.opened}, over_cells);
    }
    move_ =
        dispatch("move", wgsl::move_particles,
                 {&params, &b_.sorted, &b_.faces, &b_.isolated, &b_.solid, &b_.particles, &b_.motion_parts, &b_.solids},
                 over_particles);
    sum_motion_ =
        dispatch("sum motion", wgsl::sum_motion, {&params, &b_.motion_parts, &b_.marks, &b_.starts, &b_.motion}, 1);
    correct_ = dispatch("momentum", wgsl::correct_momentum, {&params, &b_.motion, &b_.particles}, 0);
    correct_.set_workgroups(b_.motion, offsetof(MotionResult, groups));
    show_ = dispatch("show", wgsl::show_particles, {&params, &b_.particles, &b_.density, &pressure, &b_.columns},
                     over_particles);
}

void FlipPasses::write(const FlipParams& params) { device_.write(b_.params, params); }

void FlipPasses::set_count(int particles) {
    const uint32_t groups = workgroups_for(static_cast<size_t>(particles));
    for (Dispatch* dispatch : {&prescribe_inlet_, &count_, &place_, &sort_, &move_, &show_})
        dispatch->set_workgroups(groups);
}

void FlipPasses::append(int count) {
    append_.set_workgroups(workgroups_for(static_cast<size_t>(count)));
    device_.run(append_);
}

void FlipPasses::update_cut_cells(std::span<const CutCellChange> changes) {
    if (changes.empty()) return;
    const uint32_t head[changes_head] = {static_cast<uint32_t>(changes.size()), static_cast<uint32_t>(size_)};
    device_.write(b_.changes, head);
    device_.write(b_.changes, sizeof head, changes.data(), changes.size_bytes());
    update_cut_cells_.set_workgroups(workgroups_for(changes.size()));
    device_.run(update_cut_cells_);
}

void FlipPasses::prescribe_inlet() { device_.run(prescribe_inlet_); }

void FlipPasses::sort() {
    device_.stage("sort");
    device_.clear(b_.counts);
    device_.run(count_);
    starts_.run(device_);
    device_.run(place_);
    device_.run(sort_);
}

void FlipPasses::gather() {
    device_.stage("particles to grid");
    device_.clear(b_.marks);
    device_.run(gather_);
}

void FlipPasses::find_level_set() {
    device_.stage("level set");
    device_.run(density_);
    if (cut_) device_.run(divide_);
    device_.run(level_set_);
}

void FlipPasses::assemble_pressure() {
    device_.stage("pressure");
    device_.run(assemble_);
    if (round_wall_) device_.run(allow_rotation_);
}

void FlipPasses::open_ceilings() { device_.run(open_); }

void FlipPasses::subtract_gradient() {
    device_.stage("project velocity");
    device_.run(subtract_);
    device_.run(find_acceleration_);
}

void FlipPasses::extrapolate(int layers) {
    device_.stage("extrapolation");
    for (int n = 0; n < std::min(layers, max_layers); ++n) device_.run(layer_[n]);
    device_.run(excess_);
    device_.run(finish_);
    if (cut_) {
        device_.run(constrain_);
        device_.run(take_constrained_);
    }
    device_.run(find_change_);
}

void FlipPasses::move() {
    device_.stage("advection");
    device_.run(move_);
    device_.run(sum_motion_);
    device_.run(correct_);
}

void FlipPasses::show() {
    device_.stage("display");
    device_.run(show_);
}

}  // namespace slosh::gpu
