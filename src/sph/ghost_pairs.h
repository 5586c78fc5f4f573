// The pair loop of an SPH fluid with ghost particles behind mirror walls (sph/mirror_walls.h). In a box every ghost
// interacts with the neighbour list of its particle. Behind a curved wall (circle, sphere) ghosts are not symmetric,
// and every particle gathers from all particles within the support of its own ghost.
#pragma once
#include "sph/interactions.h"
#include "sph/mirror_walls.h"

namespace slosh::sph {

// The i side of an interaction at another position.
template <int D, class Particle>
Particle at_position(Particle particle, const float (&x)[D]) {
    particle.x = splat(x[0]), particle.y = splat(x[1]);
    if constexpr (D == 3) particle.z = splat(x[2]);
    return particle;
}

// For interactions whose ghosts differ from the particle in position only.
template <int D>
auto position_ghosts(const auto& interaction) {
    return [&interaction](const MirrorWall<D>&, const float(&x)[D], int i) {
        return at_position<D>(load_i(interaction, i), x);
    };
}

// Constructed for one loop; it holds references. The sums of an interaction with D sums are a vector, which is
// reflected, unless the interaction declares them as `scalars`; of more sums the first D are, where it declares a
// `leading_vector`.
template <int D>
struct GhostPairLoop {
    const ParticleArrays<D>& p;
    const Walls& walls;
    glm::vec3 offset;
    bool mirrors;  // the walls are mirrors; else there are no ghosts
    float cutoff;  // the largest of all interactions, m
    const NeighbourList<D>& neighbours;
    PairScratch& scratch;
    Jobs& jobs;

    bool curved() const { return mirrors && walls.shape == Shape::circle; }

    // ghost_of(mirror, x, i) is the i side of the interaction for the ghost of slot i at x.
    template <PairInteraction Interaction>
    void for_pairs(const Interaction& interaction, auto& sums, const auto& ghost_of, const auto& finish) const {
        const bool has_ghosts = mirrors && !curved();
        const auto ghosts = [&](int i, auto&& visit) {
            if (!has_ghosts) return;
            const auto f = [&](const MirrorWall<D>& mirror, const float(&x)[D]) {
                visit(ghost_of(mirror, x, i),
                      [&](float(&sum)[Interaction::sums]) { reflect_back<Interaction>(mirror, sum); });
            };
            for_ghosts<D>(walls, offset, cutoff, p.at(i).value, f);
        };
        sph::for_pairs<D>(neighbours, scratch, interaction, sums, p, jobs, finish, ghosts);
    }

    // Adds the contributions of the ghosts behind a curved wall, which for_pairs() omits, to the sums of slot i.
    template <PairInteraction Interaction>
    void add_curved_wall_ghosts(const Interaction& interaction, int i, const auto& ghost_of,
                                float (&sums)[Interaction::sums]) const {
        if (!curved()) return;
        for_ghosts<D>(walls, offset, cutoff, p.at(i).value, [&](const MirrorWall<D>& mirror, const float(&x)[D]) {
            float ghost_sum[Interaction::sums] = {};
            gather_at<D>(neighbours, interaction, x, ghost_of(mirror, x, i), ghost_sum);
            reflect_back<Interaction>(mirror, ghost_sum);
            for (int k = 0; k < Interaction::sums; ++k) sums[k] += ghost_sum[k];
        });
    }

private:
    template <PairInteraction Interaction>
    static void reflect_back(const MirrorWall<D>& mirror, float (&sums)[Interaction::sums]) {
        if constexpr (requires { Interaction::leading_vector; }) {
            float vector[D];
            std::copy_n(sums, D, vector);
            mirror.reflect(vector);
            std::copy_n(vector, D, sums);
        } else if constexpr (Interaction::sums == D && !requires { Interaction::scalars; }) {
            mirror.reflect(sums);
        }
    }
};

}  // namespace slosh::sph
