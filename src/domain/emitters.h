// Emitters and drains at work. An emitter lets rows of particles go: across a slit in 2D, over a disc in 3D (on Vogel's
// spiral, 1979), each row so far ahead of the next that the fluid that leaves is as dense as at rest,
//
//   gap = n V / area,   so that n V / gap * speed = area * speed
//
// for the n particles of a row and the volume V of each. A particle for which there is no room (a wall, a body, another
// particle nearer than `min_apart` spacings) is left out, or the pressure would throw it out again. What is done
// depends on the particles in their order alone: the same bits for any number of workers.
#pragma once
#include <span>
#include <vector>

#include "base/outcome.h"
#include "domain/domain.h"

namespace slosh {

struct EmittedParticle {
    glm::vec3 position{0, 0, 0}, velocity{0, 0, 0};
    uint8_t kind = 0;
};

// Whether an emitter there lets nothing out: its middle is in or behind a wall, or in a body.
bool is_buried(glm::vec3 at, const Walls&, int dimensions, glm::vec3 offset, std::span<const Body>, float margin = 0);

class EmitterSystem {
public:
    // One that was let go.
    struct Row {
        glm::vec3 centre{0, 0, 0};
        float radius = 0;
    };

    static constexpr float min_apart = 0.7f;
    static constexpr int max_of_hand = 8;

    // The particles there are: positions by slot, z only in 3D.
    struct Present {
        const float *x, *y, *z;
        int count;
        std::span<const Body> bodies;
    };

    EmitterSystem() = default;
    // `spacing` of particles at rest, `volume` of one (an area in 2D), and how many there may be. Emitters that make
    // no sense are left out.
    EmitterSystem(const Domain&, float spacing, float volume, int capacity);

    // Emitters in the user's hand from now on, in world space: those that go on keep their rows.
    Outcome set_user_emitters(std::span<const Emitter>);
    bool emits() const { return !nozzles_.empty(); }
    bool drains() const { return !drains_.empty(); }
    float max_speed() const;

    // What has left the nozzles when dt seconds begin, with the container at `offset`. Valid until the next call.
    std::span<const EmittedParticle> emit(float dt, const Motion& container, glm::vec3 offset, const Present&);
    std::span<const Row> rows() const { return rows_; }  // of the last emit()
    bool is_drained(glm::vec3 at, glm::vec3 offset) const;
    // Slots of the `wanted` smallest ids, in no order that matters.
    std::span<const int> oldest(std::span<const uint32_t> ids, int wanted);

private:
    struct Nozzle {
        Emitter emitter;
        glm::vec3 along{0, -1, 0};
        std::vector<glm::vec3> row;  // from the centre
        float gap = 1;               // from row to row
        float ahead = 0;             // how far the last row is
        bool by_hand = false;
    };

    Outcome check(const Emitter&) const;
    Nozzle make(const Emitter&, bool by_hand) const;
    void aim(Nozzle&, const Emitter&) const;
    void add_row(const Nozzle&, glm::vec3 centre, glm::vec3 with, glm::vec3 offset, const Present&);
    bool has_room(glm::vec3 at, glm::vec3 offset, const Present&) const;

    int dimensions_ = 2;
    float spacing_ = 1, volume_ = 1;
    Walls walls_;
    std::vector<Drain> drains_;
    std::vector<Nozzle> nozzles_;  // the domain's, then the hand's
    std::vector<EmittedParticle> born_;
    std::vector<Row> rows_;
    std::vector<glm::vec3> near_;  // particles around a row
    std::vector<int> by_age_;
};

}  // namespace slosh
