// Walks over all pairs of an SPH fluid and over the images of its particles behind mirror walls (sph/mirror_walls.h).
// In a box each particle meets the list of its neighbours from its images, too; behind a round wall images have no
// symmetry, and each particle looks at all that its own image reaches.
#pragma once
#include "sph/mirror_walls.h"
#include "sph/sph.h"

namespace slosh::sph {

// A kernel's centre at another place.
template <int D, class Centre>
Centre placed(Centre centre, const float (&at)[D]) {
    centre.x = splat(at[0]), centre.y = splat(at[1]);
    if constexpr (D == 3) centre.z = splat(at[2]);
    return centre;
}

// The image of a kernel's centre that has nothing to turn round but its place.
template <int D>
auto images_of(const auto& kernel) {
    return [&kernel](const MirrorWall<D>&, const float(&at)[D], int i) { return placed<D>(kernel.centre(i), at); };
}

// For one pass: all by reference. A kernel of D sums adds up a vector, unless it says that they are `scalars`.
template <int D>
struct GhostPairLoop {
    const Arrays<D>& p;
    const Walls& walls;
    glm::vec3 offset;
    bool mirrors;
    float reach;  // of any kernel
    const NeighbourList& neighbours;
    PairScratch& scratch;
    Jobs& jobs;

    bool round() const { return mirrors && walls.shape == Shape::circle; }

    // image_of(mirror, place, i) is the kernel's centre for one of the images of slot i.
    template <class Kernel>
    void over_pairs(const Kernel& kernel, auto& sums, const auto& image_of, const auto& finish) const {
        const bool has_images = mirrors && !round();
        const auto images = [&](int i, auto&& meet) {
            if (!has_images) return;
            const auto f = [&](const MirrorWall<D>& mirror, const float(&at)[D]) {
                meet(image_of(mirror, at, i), [&](float(&back)[Kernel::sums]) { turn_back<Kernel>(mirror, back); });
            };
            for_images<D>(walls, offset, reach, p.at(i).value, f);
        };
        walk<D>(neighbours, scratch, kernel, sums, p, jobs, finish, images);
    }

    // What the walk leaves out for slot i: what it gets from behind a round wall.
    template <class Kernel>
    void add_round(const Kernel& kernel, int i, const auto& image_of, float (&sums)[Kernel::sums]) const {
        if (!round()) return;
        for_images<D>(walls, offset, reach, p.at(i).value, [&](const MirrorWall<D>& mirror, const float(&at)[D]) {
            float found[Kernel::sums] = {};
            look_around<D>(neighbours, kernel, at, image_of(mirror, at, i), found);
            turn_back<Kernel>(mirror, found);
            for (int k = 0; k < Kernel::sums; ++k) sums[k] += found[k];
        });
    }

private:
    template <class Kernel>
    static void turn_back(const MirrorWall<D>& mirror, float (&sums)[Kernel::sums]) {
        if constexpr (Kernel::sums == D && !requires { Kernel::scalars; }) mirror.reflect(sums);
    }
};

}  // namespace slosh::sph
