// Particle life (after J. Ventrella's "Clusters"): microbes of several species in a fluid, each attracted by some
// species and repelled by others. With q = r/R, the life radius R and the spacing s of the particles
//
//   a_i = strength (s/R)^D sum_j f_ij(q) (x_j - x_i)/r
//   f_ij = q/core - 1                             q < core    repulsion of every pair
//        = A_ij (1 - |2q - 1 - core|/(1 - core))  else        a tent: towards j (A_ij > 0) or away from it
//
// The factor (s/R)^D makes the sum an integral over the neighbourhood: the strength means the same for any number of
// particles and any radius. A_ij, the attraction of species i to j, need not equal A_ji: then a pair accelerates
// itself, momentum is not conserved, and only drag bounds the speed.
//
// Kind 0 is plain fluid without these forces; the kinds from 1 on are the species.
#pragma once
#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <string_view>
#include <vector>

#include "base/params.h"
#include "base/simd_array.h"
#include "domain/initial_particles.h"
#include "search/cell_grid.h"

namespace slosh {

struct ParticleLifeDef {
    static constexpr int max_species = 6;
    // Row: the species that is accelerated; column: the species that it is accelerated by.
    using Matrix = std::array<float, max_species * max_species>;

    int species = 0;      // 0 to 6; 0: no particle life
    float water = 0.5f;   // fraction of the particles that is plain fluid, 0 to 1
    float strength = 60;  // u/s2, 0 to 10000
    float radius = 2;     // R in supports h of the fluid's kernel, 0.5 to 6
    float core = 0.3f;    // fraction of R within which all pairs repel each other, 0.05 to 0.9
    int seed = 0;         // of a random matrix, 0 to 1e6; 0: `matrix` counts
    Matrix matrix{};      // A_ij, -1 to 1

    bool any() const { return species > 0; }
    // The matrix in use: as set, or drawn from the seed.
    Matrix effective() const { return seed == 0 ? matrix : drawn(static_cast<uint64_t>(seed)); }
    // Random multiples of 1/16, with a bias towards attraction within a species.
    static Matrix drawn(uint64_t seed);
    // Presets. cells: attraction within a species, repulsion of the others. chase: attraction to the next species,
    // repulsion by the previous one. chains: the same, weaker.
    static constexpr std::string_view patterns[] = {"cells", "chase", "chains"};
    static Matrix pattern(int which, int species);
    // "life-2-3": attraction of species 2 to 3, both counted from 1.
    static std::string_view key(int row, int column);

    void visit(Visitor&);
    // Assigns plain fluid or a species to each particle at random.
    void assign_species(InitialParticles&, uint64_t seed) const;
};

// The particles that compute() reads, in any order.
struct ParticleLifeView {
    int dimensions = 2, count = 0;
    const float* x[3] = {};
    const uint32_t* id = nullptr;
    const uint8_t* kind = nullptr;
    glm::vec3 lo{0, 0, 0}, hi{0, 0, 0};  // a box that holds nearly all of them
    float spacing = 1, support = 1;      // of the fluid, u
};

class ParticleLife {
public:
    // Computes the acceleration of every particle. Allocates the first time, and for higher ids than before.
    void compute(const ParticleLifeDef&, const ParticleLifeView&, Jobs&);
    // By id, in u/s^2; zero for plain fluid.
    float acceleration(int axis, uint32_t id) const { return acceleration_[axis][static_cast<int>(id)]; }

private:
    void gather(const ParticleLifeView&, float radius, Jobs&);
    template <int D>
    void compute_accelerations(const ParticleLifeDef&, float radius, float scale, Jobs&);

    int count_ = 0;  // of microbes
    CellGrid cells_;
    // Microbes in the order of the fluid's slots, then in that of the cells.
    SimdArray<float> unsorted_x_[3], x_[3];
    SimdArray<uint32_t> unsorted_id_, id_;
    SimdArray<uint8_t> unsorted_kind_, kind_;
    SimdArray<float> affinity_[ParticleLifeDef::max_species];  // A_ij of each species i to the microbe j in the slot
    SimdArray<float> acceleration_[3];                         // by id, u/s^2
};

}  // namespace slosh
