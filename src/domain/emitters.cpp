#include "domain/emitters.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "base/math.h"
#include "domain/rigid_body.h"

namespace slosh {
namespace {

constexpr size_t max_at_once = 8192, max_rows = 256, max_near = 16384;  // in a sub-step; around a row

float length_of(glm::vec3 v) { return __builtin_sqrtf(glm::dot(v, v)); }

int whole(float v, int most) { return std::clamp(static_cast<int>(std::min(v, 1e6f) + 0.5f), 1, most); }

bool finite(glm::vec3 v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

bool is_inside(const Walls& walls, int dimensions, glm::vec3 at, glm::vec3 offset, float margin) {
    const glm::vec3 from = at - walls.centre - offset;
    if (walls.shape == Shape::circle) {
        const float room = walls.half.x - margin;
        return room > 0 && from.x * from.x + from.y * from.y + (dimensions == 3 ? from.z * from.z : 0) < room * room;
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
        if (body.distance(body.to_own(at), dimensions, outwards) < margin) return true;
    }
    return false;
}

EmitterSystem::EmitterSystem(const Domain& domain, float spacing, float volume, int capacity)
    : dimensions_(domain.dimensions), spacing_(spacing), volume_(volume), walls_(domain.walls), drains_(domain.drains) {
    nozzles_.reserve(domain.emitters.size() + max_of_hand);
    for (const Emitter& emitter : domain.emitters)
        if (check(emitter).accepted) nozzles_.push_back(make(emitter, false));
    const auto room = static_cast<size_t>(capacity);
    born_.reserve(std::min<size_t>(room, max_at_once)), rows_.reserve(max_rows);
    near_.reserve(max_near), by_age_.reserve(room);
}

Outcome EmitterSystem::check(const Emitter& e) const {
    const auto refuse = [](const char* why) { return Outcome::refused(why); };
    if (!finite(e.centre) || !finite(e.direction) || !std::isfinite(e.width) || !std::isfinite(e.speed))
        return refuse("emitter: its place, direction, width and speed must be numbers");
    if (!(e.width > 0) || !(e.speed > 0) || !(length_of(e.direction) > 0))
        return refuse("emitter: its width, speed and direction must not be 0");
    return {};
}

// Across the way out: the slit's axis, or two axes of the disc.
void EmitterSystem::aim(Nozzle& nozzle, const Emitter& wanted) const {
    const Emitter& e = nozzle.emitter = wanted;
    glm::vec3 along = e.direction;
    if (dimensions_ == 2) along.z = 0, nozzle.emitter.centre.z = 0;
    const float length = length_of(along);
    nozzle.along = length > 0 ? along / length : glm::vec3(0, -1, 0);
    const glm::vec3 n = nozzle.along;
    nozzle.row.clear();
    if (dimensions_ == 2) {
        const int count = e.width < 1.4f * spacing_ ? 1 : std::max(whole(e.width / spacing_, 100000), 2);
        const glm::vec3 across{-n.y, n.x, 0};
        for (int k = 0; k < count; ++k)
            nozzle.row.push_back(across *
                                 (e.width * ((static_cast<float>(k) + 0.5f) / static_cast<float>(count) - 0.5f)));
        nozzle.gap = static_cast<float>(count) * volume_ / e.width;
        return;
    }
    const float radius = e.width / 2, area = pi * radius * radius;
    const int count = whole(area / (spacing_ * spacing_), 100000);
    const glm::vec3 other = n.x * n.x < 0.5f ? glm::vec3(1, 0, 0) : glm::vec3(0, 1, 0);
    glm::vec3 u = glm::cross(n, other);
    u /= length_of(u);
    const glm::vec3 v = glm::cross(n, u);
    float c = 1, s = 0;
    for (int k = 0; k < count; ++k) {
        const float r =
            count == 1 ? 0 : radius * __builtin_sqrtf((static_cast<float>(k) + 0.5f) / static_cast<float>(count));
        nozzle.row.push_back((u * c + v * s) * r);
        // On by the golden angle, whose cosine and sine these are.
        constexpr float gold_c = -0.7373688780783197f, gold_s = 0.6754902942615238f;
        const float next = c * gold_c - s * gold_s;
        s = s * gold_c + c * gold_s, c = next;
    }
    nozzle.gap = static_cast<float>(count) * volume_ / area;
}

EmitterSystem::Nozzle EmitterSystem::make(const Emitter& emitter, bool by_hand) const {
    Nozzle nozzle;
    nozzle.by_hand = by_hand;
    aim(nozzle, emitter);
    nozzle.ahead = nozzle.gap;  // the first row at once
    return nozzle;
}

Outcome EmitterSystem::set_user_emitters(std::span<const Emitter> wanted) {
    Outcome result;
    size_t at = 0;
    while (at < nozzles_.size() && !nozzles_[at].by_hand) ++at;
    for (const Emitter& emitter : wanted.first(std::min<size_t>(wanted.size(), max_of_hand))) {
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

float EmitterSystem::max_speed() const {
    float most = 0;
    for (const Nozzle& nozzle : nozzles_) most = std::max(most, nozzle.emitter.speed);
    return most;
}

std::span<const EmittedParticle> EmitterSystem::emit(float dt, const Motion& container, glm::vec3 offset,
                                                     const Present& present) {
    born_.clear(), rows_.clear();
    for (Nozzle& nozzle : nozzles_) {
        const glm::vec3 centre = nozzle.emitter.centre + (nozzle.by_hand ? glm::vec3(0) : offset);
        const glm::vec3 with = nozzle.by_hand ? glm::vec3(0) : container.velocity;
        while (nozzle.ahead >= nozzle.gap) {
            nozzle.ahead -= nozzle.gap;
            add_row(nozzle, centre + nozzle.along * nozzle.ahead, with, offset, present);
        }
        nozzle.ahead += nozzle.emitter.speed * dt;
    }
    return born_;
}

void EmitterSystem::add_row(const Nozzle& nozzle, glm::vec3 centre, glm::vec3 with, glm::vec3 offset,
                            const Present& present) {
    const float apart = min_apart * spacing_, reach = nozzle.emitter.width / 2 + apart;
    if (rows_.size() == max_rows) return;
    rows_.push_back({centre, nozzle.emitter.width / 2});
    near_.clear();
    for (int i = 0; i < present.count; ++i) {
        const float x = present.x[i] - centre.x, y = present.y[i] - centre.y;
        const float z = dimensions_ == 3 ? present.z[i] - centre.z : 0;
        if (!(x * x + y * y + z * z < reach * reach)) continue;
        if (near_.size() == max_near) return;
        near_.emplace_back(x, y, z);
    }
    for (const EmittedParticle& other : born_)
        if (const glm::vec3 way = other.position - centre; near_.size() < max_near) near_.push_back(way);
    const size_t before = near_.size();
    const Emitter& e = nozzle.emitter;
    for (const glm::vec3 at : nozzle.row) {
        if (born_.size() == born_.capacity()) return;
        bool room = has_room(centre + at, offset, present);
        for (size_t k = 0; k < before && room; ++k) {
            const glm::vec3 way = near_[k] - at;
            room = glm::dot(way, way) >= apart * apart;
        }
        if (room)
            born_.push_back({centre + at, nozzle.along * e.speed + with, static_cast<uint8_t>(std::max(e.kind, 0))});
    }
}

bool EmitterSystem::has_room(glm::vec3 at, glm::vec3 offset, const Present& present) const {
    return !is_buried(at, walls_, dimensions_, offset, present.bodies, 0.3f * spacing_);
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

std::span<const int> EmitterSystem::oldest(std::span<const uint32_t> ids, int wanted) {
    const auto older = [&](int a, int b) { return ids[static_cast<size_t>(a)] < ids[static_cast<size_t>(b)]; };
    by_age_.clear();
    for (int i = 0; i < static_cast<int>(ids.size()); ++i) by_age_.push_back(i);
    wanted = std::min(wanted, static_cast<int>(by_age_.size()));
    if (wanted < static_cast<int>(by_age_.size()))
        std::nth_element(by_age_.begin(), by_age_.begin() + wanted, by_age_.end(), older);
    return std::span<const int>(by_age_).first(static_cast<size_t>(wanted));
}

}  // namespace slosh
