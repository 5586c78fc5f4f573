#include "foam/diffuse_particles.h"

#include <algorithm>
#include <array>
#include <glm/geometric.hpp>

#include "base/hash.h"
#include "base/vectors.h"

namespace slosh {
namespace {

constexpr int move_block = 256;

// Removes the velocity component outwards, relative to the wall.
void clip_velocity(glm::vec3 normal, glm::vec3 wall_velocity, glm::vec3& v) {
    const float out = glm::dot(v - wall_velocity, normal);
    if (out > 0) v -= out * normal;
}

// Collision with the walls. True if x was outside.
bool keep_inside(const DiffuseEnvironment& tank, glm::vec3& x, glm::vec3& v) {
    const Walls& walls = tank.walls;
    if (walls.open) return false;
    const glm::vec3 centre = walls.centre + tank.offset;
    const glm::vec3 from = x - centre;
    if (walls.shape == Shape::circle) {
        const float r = length_of(from);
        if (!(r > walls.half.x)) return false;
        const glm::vec3 normal = from / r;
        x = centre + normal * walls.half.x;
        clip_velocity(normal, tank.velocity, v);
        return true;
    }
    bool touched = false;
    for (int d = 0; d < 3; ++d) {
        const float side = from[d] < 0 ? -1.0f : 1.0f;
        if (!(from[d] * side > walls.half[d])) continue;
        touched = true;
        x[d] = centre[d] + side * walls.half[d];
        glm::vec3 normal(0);
        normal[d] = side;
        clip_velocity(normal, tank.velocity, v);
    }
    return touched;
}

// The same with a body. True if x was inside it.
bool keep_out_of(const Body& body, glm::vec3& x, glm::vec3& v) {
    const glm::vec3 from = x - body.position;
    const float radius = body.bounding_radius(3);
    if (!(glm::dot(from, from) < radius * radius)) return false;
    glm::vec3 local_normal(0);
    const float distance = body.distance(body.to_local(x), 3, local_normal);
    if (!(distance < 0)) return false;
    const glm::vec3 normal = body.axes * local_normal;
    const glm::vec3 velocity = body.velocity_at(x);
    x -= normal * distance;
    clip_velocity(-normal, velocity, v);
    return true;
}

// Two unit vectors perpendicular to `axis`, a unit vector, and to each other.
void span_across(glm::vec3 axis, glm::vec3& a, glm::vec3& b) {
    const glm::vec3 size(axis.x < 0 ? -axis.x : axis.x, axis.y < 0 ? -axis.y : axis.y, axis.z < 0 ? -axis.z : axis.z);
    const glm::vec3 other = size.x <= size.y && size.x <= size.z ? glm::vec3(1, 0, 0)
                            : size.y <= size.z                   ? glm::vec3(0, 1, 0)
                                                                 : glm::vec3(0, 0, 1);
    a = glm::cross(axis, other);
    a /= length_of(a);
    b = glm::cross(axis, a);
}

}  // namespace

void DiffuseParticles::step(float dt, const FoamDef& def, DiffuseFluid fluid, const DiffuseEnvironment& tank,
                            Jobs& jobs) {
    fluid.walls = tank.walls;
    fluid.offset = tank.offset;
    reserve(def.budget);
    potentials_.clear_sources();
    if (steps_++ % interval == 0)
        potentials_.pick(fluid, def, length_of(tank.gravity), static_cast<uint32_t>(steps_ / interval));
    // Calm fluid without diffuse particles needs no fields.
    if (count_ > 0 || !potentials_.sources().empty()) potentials_.smooth(fluid, jobs);
    potentials_.find(fluid, def, jobs);
    jobs.for_range(count_, move_block, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) move(static_cast<size_t>(i), dt, def, tank);
    });
    const BudgetThreshold threshold = find_threshold(def, interval * dt);
    remove(threshold);
    generate(def, fluid.spacing, tank, interval * dt, threshold);
}

void DiffuseParticles::reserve(int budget) {
    const auto capacity = static_cast<size_t>(std::max(budget, count_));
    if (life_.size() >= capacity) return;
    for (auto* a : {&x_[0], &x_[1], &x_[2], &v_[0], &v_[1], &v_[2], &life_, &shown_, &fade_}) a->resize(capacity);
    kind_.resize(capacity);
}

void DiffuseParticles::add(glm::vec3 x, glm::vec3 v, float life, DiffuseView::Kind kind) {
    const auto i = static_cast<size_t>(count_);
    if (i >= life_.size()) return;
    for (int d = 0; d < 3; ++d) {
        x_[d][i] = x[d];
        v_[d][i] = v[d];
    }
    life_[i] = life;
    kind_[i] = kind;
    shown_[i] = kind;
    fade_[i] = 0;
    ++count_;
}

DiffuseView::Kind DiffuseParticles::kind_of(float density) {
    return density < min_foam ? DiffuseView::spray : density > max_foam ? DiffuseView::bubble : DiffuseView::foam;
}

void DiffuseParticles::move(size_t i, float dt, const FoamDef& def, const DiffuseEnvironment& tank) {
    glm::vec3 x(x_[0][i], x_[1][i], x_[2][i]), v(v_[0][i], v_[1][i], v_[2][i]);
    const SmoothedFields::Sample around = potentials_.grid().sample(x);
    const DiffuseView::Kind kind = kind_of(around.density);
    float ageing = 1;
    if (kind == DiffuseView::spray) {
        x += v * dt + tank.gravity * (0.5f * dt * dt);
        v += tank.gravity * dt;
        ageing = slow_ageing;
    } else if (kind == DiffuseView::foam) {
        v = around.velocity;
        x += v * dt;
    } else {
        // Implicit in the drag, which may be strong.
        const float drag = def.drag * dt;
        v = (v - tank.gravity * (def.buoyancy * dt) + drag * around.velocity) / (1 + drag);
        x += v * dt;
        ageing = slow_ageing;
    }
    bool touched = keep_inside(tank, x, v);
    for (const Body& body : tank.bodies) touched |= keep_out_of(body, x, v);
    if (touched && kind == DiffuseView::spray) ageing = fast_ageing;
    for (int d = 0; d < 3; ++d) {
        x_[d][i] = x[d];
        v_[d][i] = v[d];
    }
    life_[i] -= ageing * dt;
    kind_[i] = kind;
    shown_[i] += (static_cast<float>(kind) - shown_[i]) * min(dt / kind_change, 1.0f);
    fade_[i] = max(min(min(fade_[i] + dt / fade_in, 1.0f), life_[i] / fade_out), 0.0f);
}

// Calls f(source, life, random) for each particle to generate, in the order of the sources. The random numbers depend
// on the source and the step only, so every call gives the same. A source with larger potentials gives longer lives.
template <class F>
void DiffuseParticles::for_new(const FoamDef& def, float dt, F&& f) const {
    const float scale = static_cast<float>(def.budget) * potentials_.fraction_of_a_source() * dt;
    for (const DiffuseSource& source : potentials_.sources()) {
        const float rate = source.energy * (def.air_rate * source.air + def.crest_rate * source.crest);
        if (!(rate > 0)) continue;
        const uint64_t seed = mix(steps_, static_cast<uint64_t>(source.id));
        const float count = min(rate * scale, max_generated) + Random(seed).uniform();
        const float max_life = def.life * (0.35f + 0.65f * source.energy * max(source.air, source.crest));
        for (int k = 1; k <= static_cast<int>(count); ++k) {
            Random random(mix(seed, static_cast<uint64_t>(k)));
            const float life = max_life * random.uniform(0.6f, 1);
            f(source, life, random);
        }
    }
}

int DiffuseParticles::BudgetThreshold::bin_of(float life) const {
    const float at = life * scale;
    return at < bins ? static_cast<int>(max(at, 0.0f)) : bins - 1;
}

// Histogram of the remaining lives, present and new; the threshold keeps at most the budget of the longest ones.
DiffuseParticles::BudgetThreshold DiffuseParticles::find_threshold(const FoamDef& def, float dt) const {
    BudgetThreshold threshold;
    threshold.scale = static_cast<float>(BudgetThreshold::bins) / def.life;
    std::array<int, BudgetThreshold::bins> in_bin{};
    for (const float left : this->life())
        if (left > 0) ++in_bin[static_cast<size_t>(threshold.bin_of(left))];
    for_new(def, dt,
            [&](const DiffuseSource&, float life, Random&) { ++in_bin[static_cast<size_t>(threshold.bin_of(life))]; });
    int stay = 0;
    for (threshold.bin = BudgetThreshold::bins - 1; threshold.bin > 0; --threshold.bin) {
        stay += in_bin[static_cast<size_t>(threshold.bin)];
        if (stay >= def.budget) break;
    }
    if (threshold.bin == 0) stay += in_bin[0];
    threshold.excess = std::max(stay - def.budget, 0);
    return threshold;
}

// Keeps the order, so that the first are the oldest; in the threshold bin these are removed first.
void DiffuseParticles::remove(BudgetThreshold threshold) {
    size_t to = 0;
    for (size_t i = 0; i < static_cast<size_t>(count_); ++i) {
        const int bin = threshold.bin_of(life_[i]);
        if (!(life_[i] > 0) || bin < threshold.bin) continue;
        if (bin == threshold.bin && threshold.excess > 0) {
            --threshold.excess;
            continue;
        }
        for (auto* a : {&x_[0], &x_[1], &x_[2], &v_[0], &v_[1], &v_[2], &life_, &shown_, &fade_}) (*a)[to] = (*a)[i];
        kind_[to] = kind_[i];
        ++to;
    }
    count_ = static_cast<int>(to);
}

// Places new particles at random in the cylinder that their source, as wide as it is long, sweeps along its path: a
// source that moves less than a spacing would leave the lattice of the fluid in the foam, as rows. Their velocity
// across the path grows with the closing speed of the neighbours.
void DiffuseParticles::generate(const FoamDef& def, float spacing, const DiffuseEnvironment& tank, float dt,
                                BudgetThreshold threshold) {
    for_new(def, dt, [&](const DiffuseSource& source, float life, Random& random) {
        if (count_ >= def.budget || threshold.bin_of(life) < threshold.bin) return;
        float across, up;
        do {
            across = random.uniform(-1, 1);
            up = random.uniform(-1, 1);
        } while (across * across + up * up > 1);
        glm::vec3 v = source.v, a, b;
        const glm::vec3 along = v / length_of(v);  // never 0: sources have energy
        span_across(along, a, b);
        const glm::vec3 aside = a * across + b * up;
        // One after the other: compilers call the functions of an expression in different orders.
        const float ahead = random.uniform(-1, 1);
        const float passed = dt * random.uniform();
        glm::vec3 x = source.x + (aside + along * ahead) * spacing - v * passed;
        v += aside * (spread * source.closing_speed);
        keep_inside(tank, x, v);
        for (const Body& body : tank.bodies) keep_out_of(body, x, v);
        add(x, v, life, kind_of(potentials_.grid().sample(x).density));
    });
}

DiffuseView DiffuseParticles::view() const {
    return {.count = count_,
            .x = first(x_[0]),
            .y = first(x_[1]),
            .z = first(x_[2]),
            .kind = std::span(kind_).first(static_cast<size_t>(count_)),
            .shown = first(shown_),
            .fade = first(fade_)};
}

}  // namespace slosh
