#include "gpu/sph/fluid.h"

#include <algorithm>
#include <glm/geometric.hpp>

#include "base/vectors.h"

namespace slosh::gpu::sph {
namespace {

namespace cpu = slosh::sph;

glm::vec3 upwards(glm::vec3 gravity) {
    const float g = glm::length(gravity);
    return g > 0 ? -gravity / g : glm::vec3(0);
}

constexpr float no_wall = 1e9f;  // along z in 2D, m

}  // namespace

Fluid::Fluid(Device& on, const Domain& at, const InitialParticles& start, const cpu::FluidSize& size,
             const KernelShape& kernel, float search, bool pushes)
    : device(on), domain(at), capacity(particle_capacity(at, size.budget, start, size.particles)) {
    const auto [spacing_at_rest, support] = at.dimensions == 2 ? cpu::rest_lengths<2>(at, start.filling_count(), size)
                                                               : cpu::rest_lengths<3>(at, start.filling_count(), size);
    spacing = spacing_at_rest;
    h = support;
    cells = cells_over(at.dimensions, at.walls, h * search, std::max(start.count(), 1));
    params_buffer = device.make_buffer("SPH parameters", sizeof(Params));
    inlet_buffer = InletBuffer::make(device);
    for (ParticleBuffers* buffers : {&moved, &sorted}) {
        buffers->position = device.make_buffer("positions", slots() * 16);
        buffers->velocity_tag = device.make_buffer("velocities and tags", slots() * 16);
    }
    sort = NeighbourSort(device, params_buffer, cells, slots(), moved, sorted, pushes);

    cells.write_to(params);
    params.h = h;
    params.inv_h = 1 / h;
    params.spacing = spacing;
    params.centre = at.walls.centre;
    params.is_round = at.walls.shape == Shape::circle;
    params.half_size = at.walls.half;
    if (at.dimensions == 2 && !params.is_round) params.half_size.z = no_wall;
    if (at.dimensions == 2) params.centre.z = 0;
    const BoundaryIntegrals integrals(kernel, h);
    for (size_t k = 0; k < 64; ++k) params.wall_laplacian[k] = integrals.at(h * static_cast<float>(k) / 64).laplacian;
}

void Fluid::set_user_drains(std::span<const Drain> drains) {
    emitters_.set_user_drains(drains);
    write_drains();
}

void Fluid::write_drains() {
    params.drains = 0;
    for (const Drain& drain : emitters_.drains()) {
        if (params.drains == params.drain.size()) return;
        DrainParams& to = params.drain[params.drains++] = pack(drain, {0, 0, 0});
        if (domain.dimensions == 2) {
            to.centre.z = 0;
            to.half.z = no_wall;
        }
    }
}

void Fluid::start(const InitialParticles& start, const KindTable& kinds, float volume) {
    count_ = start.count();
    next_id_ = static_cast<uint32_t>(count_);
    volume_ = volume;
    params.volume = volume;
    params.up = upwards(domain.gravity);
    const size_t n = start.position.size();
    std::vector<glm::vec4> position(n);
    std::vector<Emitted::VelocityTag> velocity_tag(n);
    for (size_t i = 0; i < n; ++i) {
        const glm::vec3 x = start.position[i], v = start.velocity[i];
        const bool flat = domain.dimensions == 2;
        position[i] = {x.x, x.y, flat ? 0 : x.z, volume};
        velocity_tag[i] = {{v.x, v.y, flat ? 0 : v.z}, static_cast<uint32_t>(i) << 2 | (start.kind[i] & 3u)};
    }
    device.write(moved.position, 0, position.data(), n * 16);
    device.write(moved.velocity_tag, 0, velocity_tag.data(), n * 16);
    readback_.emplace(device, params_buffer, slots(), start, kinds.rest_density, kinds.mass, params.centre, params.up);
    emitters_ = EmitterSystem(domain, spacing, volume, capacity, h);
    write_drains();
    sort.set_count(device, static_cast<size_t>(count_));
}

void Fluid::update() {
    const int64_t before = readback_->record().step;
    readback_->update();
    const StepRecord& record = readback_->record();
    if (record.step == before) return;
    count_ = readback_->alive() + static_cast<int>(added_ - record.added);
    sort.set_count(device, static_cast<size_t>(count_));
}

bool Fluid::begin_step(float dt, float sub_dt, std::span<const PointerForce> forces, const Motion& container) {
    ++step_;
    time_ += static_cast<double>(dt);
    params.count = static_cast<uint32_t>(count_);
    params.dt = sub_dt;
    params.gravity = domain.gravity;
    if (domain.dimensions == 2) params.gravity.z = 0;
    params.up = upwards(domain.gravity);
    params.shift = next_offset_ - container.offset;
    params.shift_velocity = velocity_ - container.velocity;
    velocity_ = container.velocity;
    next_offset_ = container.offset + container.velocity * dt;
    params.offset = next_offset_;
    params.frame = container.velocity;
    params.pointers = static_cast<uint32_t>(std::min(forces.size(), params.pointer.size()));
    for (size_t k = 0; k < params.pointers; ++k) {
        params.pointer[k] = pack(forces[k], container);
        if (domain.dimensions == 2) params.pointer[k].position.z = params.pointer[k].velocity.z = 0;
    }
    return params.shift != glm::vec3(0) || params.shift_velocity != glm::vec3(0) || params.drains > 0 || recycled_ > 0;
}

const Fluid::Emitted& Fluid::emit(float dt, const Motion& container, WhenFull when_full) {
    emitted_.position.clear();
    emitted_.velocity_tag.clear();
    emitted_.rows.clear();
    recycled_ = 0;
    params.oldest_kept = 0;
    inlet_.advance(last_dt_);
    last_dt_ = dt;
    if (!emitters_.emits()) return emitted_;
    const ParticleView p = view(1);
    const std::span<const EmittedParticle> emitted =
        emitters_.emit(dt, container, {p.x.data(), p.y.data(), p.z.data(), p.count, {}, domain.gravity});
    const int total = static_cast<int>(emitted.size()), appended = std::min(total, capacity - count_);
    if (when_full == WhenFull::recycle && appended < total) {
        const int kept = p.count - recycled_ids_.count_in(p.id), wanted = std::min(total - appended, kept - 1);
        if (wanted > 0) {
            recycled_ids_.recycle(p.id, wanted);
            recycled_ = wanted;
            params.oldest_kept = recycled_ids_.first_kept();
        }
    }
    emitted_.first = count_;
    const int taken = std::max(appended, 0) + recycled_;
    const uint32_t first_id = next_id_;
    const glm::vec3 gravity{domain.gravity.x, domain.gravity.y, domain.dimensions == 3 ? domain.gravity.z : 0};
    for (const EmitterSystem::Row& row : emitters_.rows()) {
        const int end = std::min(row.first + row.count, taken);
        // The emitter places the row on a straight line.
        const glm::vec3 gained = gravity * row.age, fallen = 0.5f * row.age * gained;
        for (int k = row.first; k < end; ++k) {
            const EmittedParticle& particle = emitted[static_cast<size_t>(k)];
            const glm::vec3 x = particle.position - container.offset, v = particle.velocity - container.velocity;
            emitted_.position.push_back({x + fallen, 0});
            emitted_.velocity_tag.push_back({v + gained, next_id_++ << 2 | (particle.kind & 3u)});
        }
        // Rows that are a support away from the nozzle have others behind them all through the step.
        if (row.first < end)
            inlet_.add({first_id + static_cast<uint32_t>(row.first), first_id + static_cast<uint32_t>(end),
                        row.velocity, row.age, row.age_at_mouth});
    }
    const int added = static_cast<int>(emitted_.position.size());
    count_ += added;
    added_ += added - recycled_;
    sort.set_count(device, static_cast<size_t>(count_));
    if (added == 0) return emitted_;
    emitted_.rows.push_back({static_cast<float>(emitters_.rows().size()), 0, 0, 0});
    for (const EmitterSystem::Row& row : emitters_.rows())
        emitted_.rows.push_back({row.centre - container.offset, row.radius + h});
    return emitted_;
}

void Fluid::write_inlet(float elapsed) {
    if (elapsed == 0) inlet_writer_.write(device, inlet_buffer, inlet_, params.gravity, params.frame);
    else inlet_writer_.write_time(device, inlet_buffer, elapsed);
}

void Fluid::end_step(int substeps, float substep, float iterations) {
    newest_ = {.step = step_,
               .count = count_,
               .added = added_,
               .time = time_,
               .substeps = substeps,
               .substep = substep,
               .iterations = iterations,
               .offset = params.offset,
               .frame = params.frame};
    readback_->read(device, newest_);
    count_ -= recycled_;
    sort.set_count(device, static_cast<size_t>(count_));
}

bool Fluid::drain(glm::vec3 offset) {
    update();
    if (readback_->record().step == step_) {
        mark_removed(device, moved.velocity_tag, readback_->drain(emitters_, offset));
        return true;
    }
    // All copies were under way when the newest step ended.
    if (readback_->idle()) {
        readback_->read(device, newest_);
        device.submit();
    }
    return false;
}

void Fluid::set_gravity(glm::vec3 gravity, const KindTable& kinds) {
    const bool turns = upwards(gravity) != upwards(domain.gravity);
    domain.gravity = gravity;
    if (turns) readback_->measure_top(domain.dimensions, params.centre, upwards(gravity), kinds.rest_density);
}

ParticleView Fluid::view(float rest_density) const {
    ParticleView p = readback_->view(domain.dimensions);
    p.radius = spacing / 2;
    p.rest_density = rest_density;
    p.support = h;
    return p;
}

Stats Fluid::stats() const {
    const Measures& m = measures();
    const StepRecord& record = readback_->record();
    Stats stats;
    stats.particles = alive();
    stats.substeps = record.substeps;
    stats.substep = record.substep;
    stats.iterations = record.iterations;
    stats.kinetic_energy = static_cast<double>(m.energy);
    stats.max_speed = __builtin_sqrtf(m.speed2);
    stats.finite = m.not_finite == 0;
    if (alive() == 0) return stats;
    stats.mean_density_error = m.density_error / m.alive;
    stats.mean_compression = m.compression / m.alive;
    stats.lo = -m.minus_lo;
    stats.hi = m.hi;
    return stats;
}

const Profile& Fluid::profile() const {
    profile_.begin_step();
    for (const StageTime& time : device.times()) profile_.add(time.name, time.ms);
    return profile_;
}

float Fluid::speed_since() const {
    return length_of(domain.gravity) * static_cast<float>(time_ - readback_->record().time);
}

float Fluid::max_relative_speed(glm::vec3 velocity, bool dense) const {
    const float fastest = __builtin_sqrtf(std::max(dense ? measures().dense2 : measures().relative2, 0.0f));
    return fastest + length_of(velocity - readback_->record().frame) + speed_since();
}

float Fluid::max_speed() const { return __builtin_sqrtf(measures().speed2) + speed_since(); }

float Fluid::mean_square(glm::vec3 velocity) const {
    const glm::vec3 change = velocity - readback_->record().frame;
    const float n = std::max(measures().alive, 1.0f);
    return std::max(measures().square / n - 2 * glm::dot(change, measures().velocity / n) + glm::dot(change, change),
                    0.0f);
}

glm::vec3 Fluid::mean_velocity() const {
    return readback_->record().frame + measures().velocity / std::max(measures().alive, 1.0f);
}

}  // namespace slosh::gpu::sph
