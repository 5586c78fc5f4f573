// A small MAC grid with particles, for the tests of the functions on such a grid.
#pragma once
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <vector>

#include "base/random.h"
#include "grid/extrapolate.h"
#include "grid/liquid/g2p_advection.h"
#include "grid/liquid/p2g.h"
#include "grid/transfer_weights.h"

namespace slosh {

inline constexpr int nx = 9, ny = 7, nz = 6;
inline constexpr int layers = 3;  // around particles

// The cells are not cubes, and the grid does not begin at the origin.
struct MacTank {
    GridLayout layout{.grid = MacGrid(nx, ny, nz, 0.1f), .frame = {}};
    SortedParticles sorted;
    MacGrid& grid = layout.grid;
    MacFrame& frame = layout.frame;
    FlipParticles& particles = sorted.front;
    ParticleSort& cells = sorted.cells;
    Jobs jobs{3};
    TransferScratch scratch;
    VelocityRange range;  // of the last advection

    MacTank(const MacTank&) = delete;
    MacTank() {
        const float edges[] = {0.1f, 0.11f, 0.12f}, corners[] = {-0.4f, 0.3f, 1}, tops[] = {nx, ny, nz};
        for (int d = 0; d < 3; ++d) {
            frame.edge[d] = edges[d], frame.inv_edge[d] = 1 / edges[d];
            frame.corner[d] = corners[d], frame.top[d] = tops[d];
        }
        scratch.assign(grid);
    }
    // Sets particles at positions in units of cells, with the velocity velocity(x) at their world position x.
    template <class Velocity>
    void fill(const std::vector<glm::vec3>& coords, Velocity&& velocity) {
        FlipParticles loose;
        InitialParticles start;
        for (const glm::vec3 coord : coords) {
            glm::vec3 x;
            for (int d = 0; d < 3; ++d) x[d] = frame.corner[d] + coord[d] * frame.edge[d];
            start.position.push_back(x), start.velocity.push_back(velocity(x)), start.kind.push_back(0);
        }
        loose.start_from(start, start.count()), particles.resize(loose.count);
        cells.sort(grid, frame, loose, particles, jobs);
    }
    // Updates the velocities by the blend of PIC and FLIP, and advects the particles with `velocity`.
    void take(const Faces& gained, float flip, const Faces& velocity, const uint8_t* isolated, glm::vec3 fall,
              float dt = 0, Advection scheme = Advection::rk2) {
        const G2pFields fields{.velocity_delta = &gained, .flip = flip, .velocity = velocity, .layers = layers};
        const AdvectionStep step{.scheme = scheme, .dt = dt, .gravity_dt = fall, .isolated = isolated};
        range = grid_to_particles_and_advect(layout, fields, step, sorted, scratch, jobs);
    }
    glm::vec3 at(int slot) const { return {particles.x[0][slot], particles.x[1][slot], particles.x[2][slot]}; }
    glm::vec3 cell_coord(int slot) const {
        glm::vec3 coord;
        for (int d = 0; d < 3; ++d) coord[d] = frame.in_cells(d, particles.x[d][slot]);
        return coord;
    }
};

inline std::vector<glm::vec3> scattered(int count, glm::vec3 lo, glm::vec3 hi) {
    Random random(5);
    std::vector<glm::vec3> coords;
    for (int i = 0; i < count; ++i) {
        glm::vec3 p;
        for (int d = 0; d < 3; ++d) p[d] = random.uniform(lo[d], hi[d]);
        coords.push_back(p);
    }
    return coords;
}

inline std::vector<glm::vec3> lattice(glm::ivec3 lo, glm::ivec3 hi) {
    std::vector<glm::vec3> coords;
    for (int k = 2 * lo.z; k < 2 * hi.z; ++k)
        for (int j = 2 * lo.y; j < 2 * hi.y; ++j)
            for (int i = 2 * lo.x; i < 2 * hi.x; ++i) coords.push_back((glm::vec3(i, j, k) + 0.5f) / 2.0f);
    return coords;
}

inline constexpr auto still = [](glm::vec3) { return glm::vec3(0); };
inline constexpr auto linear_velocity = [](glm::vec3 x) {
    return glm::vec3(1 + 2 * x.x - x.y, 0.5f * x.z + x.x, 3 - x.y + 2 * x.z + x.x);
};

}  // namespace slosh
