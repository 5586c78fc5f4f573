#include "domain/emitters.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "base/math.h"
#include "base/vectors.h"
#include "domain/rigid_body.h"

namespace slosh {
namespace {

// Factors on the width of rows: no particle of a row is then denser than at rest. A jet whose particles are, even by
// 1e-5, has a pressure at its nozzle that speeds it up by percents.
constexpr float widening_2d = 1.005f, widening_3d = 1.02f;
constexpr float wall_distance = 0.3f;  // of a particle that is emitted from walls and bodies, in spacings
constexpr float way_step = 0.25f;      // between the positions of a row at which age_at_mouth() tests it, in spacings
constexpr size_t max_emitted = 8192;   // particles in a sub-step
constexpr size_t max_rows = 256;       // in a sub-step
constexpr size_t max_neighbours = 16384;  // particles around a row
constexpr int max_row_length = 100000;    // particles in a row

int round_to_count(float v, int max_count) {
    return std::clamp(static_cast<int>(std::min(v, 1e6f) + 0.5f), 1, max_count);
}

bool is_finite(glm::vec3 v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

bool is_inside(const Walls& walls, int dimensions, glm::vec3 at, glm::vec3 offset, float margin) {
    const glm::vec3 from = at - walls.centre - offset;
    if (walls.shape == Shape::circle) {
        const float radius = walls.half.x - margin;
        return radius > 0 &&
               from.x * from.x + from.y * from.y + (dimensions == 3 ? from.z * from.z : 0) < radius * radius;
    }
    for (int d = 0; d < dimensions; ++d)
        if (!(from[d] < walls.half[d] - margin && from[d] > margin - walls.half[d])) return false;
    return true;
}

}  // namespace

bool is_buried(glm::vec3 at, const Walls& walls, int dimensions, glm::vec3 offset, std::span<const Body> bodies,
               float margin) {
    if (!is_inside(walls, dimensions, at, offset, margin)) return true;
    for (const Body& body : bodies) {
        glm::vec3 outwards;
        if (body.distance(body.to_local(at), dimensions, outwards) < margin) return true;
    }
    return false;
}

EmitterSystem::EmitterSystem(const Domain& domain, float spacing, float volume, int capacity, float inlet_length)
    : dimensions_(domain.dimensions),
      capacity_(capacity),
      spacing_(spacing),
      volume_(volume),
      inlet_length_(inlet_length),
      walls_(domain.walls),
      drains_(domain.drains),
      domain_drains_(domain.drains.size()) {
    drains_.reserve(domain_drains_ + max_user_drains);
    nozzles_.reserve(domain.emitters.size() + max_user_emitters);
    for (const Emitter& emitter : domain.emitters)
        if (check(emitter).accepted) nozzles_.push_back(make(emitter, false));
    const auto max_particles = static_cast<size_t>(capacity);
    emitted_.reserve(std::min<size_t>(max_particles, max_emitted));
    rows_.reserve(max_rows);
    near_.reserve(max_neighbours);
    by_age_.reserve(max_particles);
}

Outcome EmitterSystem::check(const Emitter& e) const {
    const auto refuse = [](const char* why) { return Outcome::refused(why); };
    if (!is_finite(e.centre) || !is_finite(e.direction) || !std::isfinite(e.width) || !std::isfinite(e.speed))
        return refuse("emitter: its position, direction, width and speed must be finite numbers");
    if (!(e.width > 0) || !(e.speed > 0) || !(length_of(e.direction) > 0))
        return refuse("emitter: its width and speed must be above 0, its direction not 0");
    return {};
}

// The row lies perpendicular to the axis of the nozzle: along the slit, or on the disc.
void EmitterSystem::aim(Nozzle& nozzle, const Emitter& emitter) const {
    const Emitter& e = nozzle.emitter = emitter;
    glm::vec3 axis = e.direction;
    if (dimensions_ == 2) axis.z = nozzle.emitter.centre.z = 0;
    const float length = length_of(axis);
    nozzle.axis = length > 0 ? axis / length : glm::vec3(0, -1, 0);
    const glm::vec3 n = nozzle.axis;
    nozzle.row.clear();
    if (dimensions_ == 2) {
        // A slit narrower than 1.4 spacings emits single particles.
        const int count =
            e.width < 1.4f * spacing_ ? 1 : std::max(round_to_count(e.width / spacing_, max_row_length), 2);
        const glm::vec3 along_slit{-n.y, n.x, 0};
        for (int k = 0; k < count; ++k)
            nozzle.row.push_back(along_slit * (widening_2d * e.width *
                                               ((static_cast<float>(k) + 0.5f) / static_cast<float>(count) - 0.5f)));
        nozzle.gap = static_cast<float>(count) * volume_ / e.width;
        return;
    }
    const float radius = e.width / 2, area = pi * radius * radius;
    const int count = round_to_count(area / (spacing_ * spacing_), max_row_length);
    const glm::vec3 other = n.x * n.x < 0.5f ? glm::vec3(1, 0, 0) : glm::vec3(0, 1, 0);
    glm::vec3 u = glm::cross(n, other);
    u /= length_of(u);
    const glm::vec3 v = glm::cross(n, u);
    float c = 1, s = 0;  // cosine and sine of the angle on the spiral
    for (int k = 0; k < count; ++k) {
        const float r = count == 1 ? 0
                                   : widening_3d * radius *
                                         __builtin_sqrtf((static_cast<float>(k) + 0.5f) / static_cast<float>(count));
        nozzle.row.push_back((u * c + v * s) * r);
        // Rotates by the golden angle, given by its cosine and sine.
        constexpr float golden_c = -0.7373688780783197f, golden_s = 0.6754902942615238f;
        const float next_c = c * golden_c - s * golden_s;
        s = s * golden_c + c * golden_s;
        c = next_c;
    }
    nozzle.gap = static_cast<float>(count) * volume_ / area;
}

EmitterSystem::Nozzle EmitterSystem::make(const Emitter& emitter, bool is_user) const {
    Nozzle nozzle;
    nozzle.is_user = is_user;
    aim(nozzle, emitter);
    nozzle.ahead = nozzle.gap;  // the first row leaves at once
    return nozzle;
}

Outcome EmitterSystem::set_user_emitters(std::span<const Emitter> emitters) {
    Outcome result;
    size_t at = 0;
    while (at < nozzles_.size() && !nozzles_[at].is_user) ++at;
    for (const Emitter& emitter : emitters.first(std::min<size_t>(emitters.size(), max_user_emitters))) {
        if (const Outcome checked = check(emitter); !checked.accepted) {
            result = checked;
            continue;
        }
        if (at == nozzles_.size()) nozzles_.push_back(make(emitter, true));
        else aim(nozzles_[at], emitter);
        ++at;
    }
    nozzles_.resize(at);
    return result;
}

void EmitterSystem::set_volume(float volume) {
    if (volume == volume_) return;
    volume_ = volume;
    for (Nozzle& nozzle : nozzles_) aim(nozzle, Emitter(nozzle.emitter));
}

void EmitterSystem::set_user_drains(std::span<const Drain> drains) {
    drains_.resize(domain_drains_);
    drains = drains.first(std::min<size_t>(drains.size(), max_user_drains));
    drains_.insert(drains_.end(), drains.begin(), drains.end());
}

float EmitterSystem::max_speed() const {
    float max_speed = 0;
    for (const Nozzle& nozzle : nozzles_) max_speed = std::max(max_speed, nozzle.emitter.speed);
    return max_speed;
}

std::span<const EmittedParticle> EmitterSystem::emit(float dt, const Motion& container, const Surroundings& around) {
    emitted_.clear();
    rows_.clear();
    for (Nozzle& nozzle : nozzles_) {
        const Motion frame = nozzle.is_user ? Motion{} : container;
        const glm::vec3 centre = nozzle.emitter.centre + frame.offset;
        while (nozzle.gap > 0 && nozzle.ahead >= nozzle.gap) {  // the gap is 0 if particles have no volume
            nozzle.ahead -= nozzle.gap;
            const float start = nozzle.ahead + first_free_distance(nozzle, centre, around.bodies);
            add_row(nozzle, centre + nozzle.axis * start, frame, container.offset, around);
        }
        nozzle.ahead += nozzle.emitter.speed * dt;
    }
    return emitted_;
}

float EmitterSystem::first_free_distance(const Nozzle& nozzle, glm::vec3 centre, std::span<const Body> bodies) const {
    const float margin = wall_distance * spacing_;
    float start = 0;
    glm::vec3 outwards;
    for (const Body& body : bodies) {
        if (body.distance(body.to_local(centre), dimensions_, outwards) < 0) continue;
        for (const glm::vec3 at : nozzle.row) {
            const float distance = body.distance(body.to_local(centre + at), dimensions_, outwards);
            const float rise = glm::dot(body.axes * outwards, nozzle.axis);
            // 1.001: rounding must not leave it inside the margin.
            if (distance < margin && rise > 0.5f) start = std::max(start, (1.001f * margin - distance) / rise);
        }
    }
    return start;
}

void EmitterSystem::add_row(const Nozzle& nozzle, glm::vec3 centre, const Motion& frame, glm::vec3 offset,
                            const Surroundings& around) {
    const float distance = min_distance * spacing_;
    const float radius = nozzle.emitter.width / 2 + distance;
    if (rows_.size() == max_rows) return;
    const Emitter& e = nozzle.emitter;
    const glm::vec3 velocity = nozzle.axis * e.speed + frame.velocity;
    rows_.push_back({.centre = centre,
                     .radius = e.width / 2,
                     .velocity = velocity,
                     .age = nozzle.ahead / e.speed,
                     .age_at_mouth = age_at_mouth(nozzle, centre, offset, around),
                     .first = static_cast<int>(emitted_.size())});
    near_.clear();
    for (int i = 0; i < around.count; ++i) {
        const float x = around.x[i] - centre.x, y = around.y[i] - centre.y;
        const float z = dimensions_ == 3 ? around.z[i] - centre.z : 0;
        if (!(x * x + y * y + z * z < radius * radius)) continue;
        if (near_.size() == max_neighbours) return;
        near_.emplace_back(x, y, z);
    }
    for (const EmittedParticle& other : emitted_)
        if (near_.size() < max_neighbours) near_.push_back(other.position - centre);
    const size_t before = near_.size();
    for (const glm::vec3 at : nozzle.row) {
        if (emitted_.size() == emitted_.capacity()) return;
        bool is_free = has_space(centre + at, offset, around.bodies);
        for (size_t k = 0; k < before && is_free; ++k) {
            const glm::vec3 away = near_[k] - at;
            is_free = glm::dot(away, away) >= distance * distance;
        }
        if (!is_free) continue;
        emitted_.push_back({centre + at, velocity, static_cast<uint8_t>(std::max(e.kind, 0))});
        ++rows_.back().count;
    }
}

bool EmitterSystem::has_space(glm::vec3 at, glm::vec3 offset, std::span<const Body> bodies) const {
    return !is_buried(at, walls_, dimensions_, offset, bodies, wall_distance * spacing_);
}

float EmitterSystem::age_at_mouth(const Nozzle& nozzle, glm::vec3 centre, glm::vec3 offset,
                                  const Surroundings& around) const {
    const float speed = nozzle.emitter.speed, age = nozzle.ahead / speed, end = inlet_length_ / speed;
    const float dt = way_step * spacing_ / speed;
    for (float t = dt; age + t < end; t += dt) {
        const glm::vec3 moved = centre + (nozzle.axis * speed + 0.5f * t * around.gravity) * t;
        for (const glm::vec3 at : nozzle.row)
            if (!has_space(moved + at, offset, around.bodies) && has_space(centre + at, offset, around.bodies))
                return age + t;
    }
    return end;
}

bool EmitterSystem::is_drained(glm::vec3 at, glm::vec3 offset) const {
    for (const Drain& drain : drains_) {
        const glm::vec3 from = at - drain.centre - offset;
        if (drain.shape == Shape::circle) {
            const float z = dimensions_ == 3 ? from.z : 0;
            if (from.x * from.x + from.y * from.y + z * z < drain.half.x * drain.half.x) return true;
            continue;
        }
        bool within = true;
        for (int d = 0; d < dimensions_; ++d) within = within && from[d] < drain.half[d] && from[d] > -drain.half[d];
        if (within) return true;
    }
    return false;
}

std::span<const int> EmitterSystem::oldest(std::span<const uint32_t> ids, int count) {
    const auto is_older = [&](int a, int b) { return ids[static_cast<size_t>(a)] < ids[static_cast<size_t>(b)]; };
    by_age_.clear();
    for (int i = 0; i < static_cast<int>(ids.size()); ++i) by_age_.push_back(i);
    count = std::min(count, static_cast<int>(by_age_.size()));
    if (count < static_cast<int>(by_age_.size()))
        std::nth_element(by_age_.begin(), by_age_.begin() + count, by_age_.end(), is_older);
    return std::span<const int>(by_age_).first(static_cast<size_t>(count));
}

EmitterSystem::Slots EmitterSystem::slots_for(size_t emitted, std::span<const uint32_t> ids, WhenFull when_full) {
    const int total = static_cast<int>(emitted), present = static_cast<int>(ids.size());
    Slots slots{.first_free = present, .appended = std::min(total, capacity_ - present)};
    if (when_full == WhenFull::recycle && slots.appended < total) slots.replaced = oldest(ids, total - slots.appended);
    return slots;
}

}  // namespace slosh
