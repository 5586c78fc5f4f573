// Emitters and drains. An emitter emits rows of particles: across a slit in 2D, over a disc in 3D (on Vogel's spiral,
// 1979). The gap between rows gives the emitted fluid its rest density,
//
//   gap = n V / area,   so that n V / gap * speed = area * speed
//
// for the n particles of a row and the volume V of each. A particle is not emitted into a wall, into a body or nearer
// than `min_distance` to another particle: the pressure would eject it. Rows are a little wider than the nozzle, so
// that a jet has no pressure (see emitters.cpp); for its first way see domain/inlet_rows.h. Serial, in the order of the
// particles, so the bits are the same for any number of workers.
#pragma once
#include <span>
#include <vector>

#include "base/outcome.h"
#include "domain/domain.h"
#include "domain/emitter_budget.h"

namespace slosh {

struct EmittedParticle {
    glm::vec3 position{0, 0, 0};  // m
    glm::vec3 velocity{0, 0, 0};  // m/s
    uint8_t kind = 0;             // index of the phase
};

// Whether the position `at` is blocked: in or behind a wall, or in a body, or closer to one than `margin` (m). The
// container is at `offset`.
bool is_buried(glm::vec3 at, const Walls&, int dimensions, glm::vec3 offset, std::span<const Body>, float margin = 0);

class EmitterSystem {
public:
    // A row that was emitted: `count` particles of emit(), from `first` on.
    struct Row {
        glm::vec3 centre{0, 0, 0};    // m
        float radius = 0;             // m, of the bounding circle
        glm::vec3 velocity{0, 0, 0};  // m/s
        float age = 0;                // s since it left the nozzle
        float age_at_mouth = 0;       // s, at which it leaves its inlet zone
        int first = 0, count = 0;
    };

    static constexpr float min_distance = 0.7f;  // between particles, in spacings
    static constexpr int max_user_emitters = 8, max_user_drains = 32;

    // What is there already: the positions of particles by slot (m), z only in 3D, and the bodies.
    struct Surroundings {
        const float *x = nullptr, *y = nullptr, *z = nullptr;
        int count = 0;
        std::span<const Body> bodies = {};
        glm::vec3 gravity{0, 0, 0};  // m/s2
    };

    EmitterSystem() = default;
    // `spacing` of particles at rest, m; `volume` of one, m3 (an area in 2D, m2); `capacity`: maximum number of
    // particles; `inlet_length`: of the inlet zones, m. Invalid emitters (see set_user_emitters()) are ignored.
    EmitterSystem(const Domain&, float spacing, float volume, int capacity, float inlet_length = 0);

    // Replaces the emitters of the user, in world space. The n-th one continues the rows of the n-th one before. At
    // most max_user_emitters, the others are ignored. An emitter that is not finite, or without a width, speed or
    // direction, is skipped, and the result is a refusal with the reason.
    Outcome set_user_emitters(std::span<const Emitter>);
    // The volume of a particle changed: later rows are as far apart as it needs.
    void set_volume(float volume);
    int capacity() const { return capacity_; }
    bool emits() const { return !nozzles_.empty(); }
    // Replaces the drains of the user. At most max_user_drains, the others are ignored.
    void set_user_drains(std::span<const Drain>);
    std::span<const Drain> drains() const { return drains_; }  // of the domain, then of the user
    float max_speed() const;                                   // m/s, of all emitters

    // The particles that leave the nozzles at the start of a step of dt seconds. Valid until the next call.
    std::span<const EmittedParticle> emit(float dt, const Motion& container, const Surroundings&);
    std::span<const Row> rows() const { return rows_; }  // of the last emit()
    bool is_drained(glm::vec3 at, glm::vec3 offset) const;
    // Slots of the `count` smallest ids, in any order.
    std::span<const int> oldest(std::span<const uint32_t> ids, int count);

    // The slots of emitted particles: the free ones at the end, then those of the oldest particles that they replace.
    struct Slots {
        int first_free = 0, appended = 0;
        std::span<const int> replaced = {};
        int count() const { return appended + static_cast<int>(replaced.size()); }
        int operator[](int k) const {
            return k < appended ? first_free + k : replaced[static_cast<size_t>(k - appended)];
        }
    };
    // For `emitted` particles beside those with the ids `ids`. Valid until the next call, and that of oldest().
    Slots slots_for(size_t emitted, std::span<const uint32_t> ids, WhenFull);

private:
    struct Nozzle {
        Emitter emitter;
        glm::vec3 axis{0, -1, 0};    // unit vector of the flow
        std::vector<glm::vec3> row;  // positions relative to the centre
        float gap = 1;               // between rows, m
        float ahead = 0;             // distance of the last row from the nozzle, m
        bool is_user = false;
    };

    Outcome check(const Emitter&) const;
    Nozzle make(const Emitter&, bool is_user) const;
    void aim(Nozzle&, const Emitter&) const;
    // How far along its axis from `centre` the rows of a nozzle start: where a nozzle stands on a body, particles
    // larger than the gap between the two start above it, or none would be emitted.
    float first_free_distance(const Nozzle&, glm::vec3 centre, std::span<const Body>) const;
    void add_row(const Nozzle&, glm::vec3 centre, const Motion& frame, glm::vec3 offset, const Surroundings&);
    bool has_space(glm::vec3 at, glm::vec3 offset, std::span<const Body>) const;
    // The age (s) at which the newest row of a nozzle, now at `centre`, leaves its inlet zone: at its end, or where a
    // particle of it would come to a wall or a body in free fall.
    float age_at_mouth(const Nozzle&, glm::vec3 centre, glm::vec3 offset, const Surroundings&) const;

    int dimensions_ = 2;
    int capacity_ = 0;        // maximum number of particles
    float spacing_ = 1;       // of particles at rest, m
    float volume_ = 1;        // of a particle at rest, m3 (m2 in 2D)
    float inlet_length_ = 0;  // m
    Walls walls_;
    std::vector<Drain> drains_;
    size_t domain_drains_ = 0;     // of drains_, the first ones
    std::vector<Nozzle> nozzles_;  // of the domain, then of the user
    std::vector<EmittedParticle> emitted_;
    std::vector<Row> rows_;
    std::vector<glm::vec3> near_;  // positions of the particles around a row, relative to its centre
    std::vector<int> by_age_;      // slots, of oldest()
};

}  // namespace slosh
