// The ghost particles of PCISPH behind its walls, which are mirrors (sph/mirror_walls.h): each particle near a wall
// gathers from its own ghosts. D is 2 or 3.
#pragma once
#include "solvers/pcisph/interactions.h"
#include "sph/ghost_pairs.h"
#include "sph/mirror_walls.h"

namespace slosh::pcisph {

template <int D>
struct GhostPairs {
    const Walls& walls;
    glm::vec3 offset;  // of the walls
    float h;
    const NeighbourList<D>& neighbours;
    const sph::ParticleArrays<D>& fluid;  // sorted

    // Calls f(i) for each of the particles, now at x, that may have a wall within h.
    template <class F>
    void for_each_near_walls(const SimdArray<float>* x, int begin, int end, F&& f) const {
        for (int i = begin; i < end; i += lanes) {
            Int4 far = ~Int4{};
            for (int d = 0; d < D; ++d) far &= abs(load(&x[d][i]) - walls.centre[d] - offset[d]) < walls.half[d] - h;
            int near = lane_mask(end - i);
            if (walls.shape == Shape::box) near &= ~movemask(far);
            for (; near != 0; near &= near - 1) f(i + __builtin_ctz(static_cast<unsigned>(near)));
        }
    }

    // Adds to the sums of particle i what its ghosts gather, reflected back. The first D sums are a vector, or the
    // first 2 D are two. reflect(ghost, mirror) changes what a ghost has beside its position.
    template <PairInteraction Interaction, class Reflect>
    [[gnu::always_inline]] void add_ghost_sums(const Interaction& interaction, int i,
                                               sph::Sums<Interaction::sums>& sums, Reflect&& reflect) const {
        for_ghosts<D>(walls, offset, h, fluid.at(i).value, [&](const MirrorWall<D>& mirror, const auto& x) {
            typename Interaction::Particle ghost = sph::at_position<D>(load_i(interaction, i), x);
            reflect(ghost, mirror);
            float ghost_sum[Interaction::sums] = {};
            sph::gather_at<D>(neighbours, interaction, x, ghost, ghost_sum);
            for (int k = 0; k + D <= Interaction::sums; k += D) {
                float vector[D];
                for (int d = 0; d < D; ++d) vector[d] = ghost_sum[k + d];
                mirror.reflect(vector);
                for (int d = 0; d < D; ++d) sums.result(k + d)[i] += vector[d];
            }
            for (int k = Interaction::sums / D * D; k < Interaction::sums; ++k) sums.result(k)[i] += ghost_sum[k];
        });
    }

    // Velocities of a ghost of particle i: mirrored relative to the walls.
    [[gnu::always_inline]] void reflect_velocity(auto& ghost, const MirrorWall<D>& mirror, int i,
                                                 glm::vec3 wall_velocity) const {
        float v[D];
        for (int d = 0; d < D; ++d) v[d] = fluid.v[d][i] - wall_velocity[d];
        mirror.reflect_velocity(v);
        ghost.vx = splat(v[0] + wall_velocity[0]), ghost.vy = splat(v[1] + wall_velocity[1]);
        if constexpr (D == 3) ghost.vz = splat(v[2] + wall_velocity[2]);
    }

    // Adds what the ghosts of particle i gather to its density at the predicted positions.
    void add_predicted_density(const PredictedDensityInteraction<D>& density, const SimdArray<float>* predicted, int i,
                               float* sums) const {
        float x[D], sum[1] = {sums[i]};
        for (int d = 0; d < D; ++d) x[d] = predicted[d][i];
        for_ghosts<D>(walls, offset, h, x, [&](const MirrorWall<D>& mirror, const auto& ghost_x) {
            // The cells hold particles by their positions before the prediction: search around the ghost of that time.
            float displacement[D], search_x[D];
            for (int d = 0; d < D; ++d) displacement[d] = x[d] - fluid.x[d][i];
            mirror.reflect(displacement);
            for (int d = 0; d < D; ++d) search_x[d] = ghost_x[d] - displacement[d];
            const auto ghost = sph::at_position<D>(load_i(density, i), ghost_x);
            sph::gather_at<D>(neighbours, density, search_x, ghost, sum);
        });
        sums[i] = sum[0];
    }
};

}  // namespace slosh::pcisph
