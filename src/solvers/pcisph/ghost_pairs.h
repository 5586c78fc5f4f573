// The particles of PCISPH and their images behind the walls, which are mirrors (sph/mirror_walls.h): each particle near
// one looks around from its own images. D is 2 or 3.
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
    const NeighbourList& neighbours;
    const sph::Arrays<D>& fluid;  // sorted

    // of_one(i) for each of the particles, now at x, that has a wall in reach, or may have.
    template <class F>
    void each_near_walls(const SimdArray<float>* x, int begin, int end, F&& of_one) const {
        for (int i = begin; i < end; i += lanes) {
            Int4 far = ~Int4{};
            for (int d = 0; d < D; ++d) far &= abs(load(&x[d][i]) - walls.centre[d] - offset[d]) < walls.half[d] - h;
            int near = lane_mask(end - i);
            if (walls.shape == Shape::box) near &= ~bits(far);
            for (; near != 0; near &= near - 1) of_one(i + __builtin_ctz(static_cast<unsigned>(near)));
        }
    }

    // Adds to particle i's sums what the neighbours give to its images, turned back. The first D are a vector, or two.
    // adapt(centre, mirror) may change what an image is beside its place.
    template <class Kernel, class Adapt>
    [[gnu::always_inline]] void meet(const Kernel& kernel, int i, sph::Sums<Kernel::sums>& sums, Adapt&& adapt) const {
        for_images<D>(walls, offset, h, fluid.at(i).value, [&](const MirrorWall<D>& mirror, const auto& image) {
            typename Kernel::Centre centre = sph::placed<D>(kernel.centre(i), image);
            adapt(centre, mirror);
            float found[Kernel::sums] = {};
            sph::look_around<D>(neighbours, kernel, image, centre, found);
            for (int k = 0; k + D <= Kernel::sums; k += D) {
                float vector[D];
                for (int d = 0; d < D; ++d) vector[d] = found[k + d];
                mirror.reflect(vector);
                for (int d = 0; d < D; ++d) sums.kept(k + d)[i] += vector[d];
            }
            for (int k = Kernel::sums / D * D; k < Kernel::sums; ++k) sums.kept(k)[i] += found[k];
        });
    }

    // The same for where the particle will be.
    void meet_predicted(const PredictedKernel<D>& kernel, const SimdArray<float>* predicted, int i, float* sums) const {
        float x[D], around[1] = {sums[i]};
        for (int d = 0; d < D; ++d) x[d] = predicted[d][i];
        for_images<D>(walls, offset, h, x, [&](const MirrorWall<D>& mirror, const auto& image) {
            // Sorted are the particles by where they were: look for them around where the image was.
            float moved[D], place[D];
            for (int d = 0; d < D; ++d) moved[d] = x[d] - fluid.x[d][i];
            mirror.reflect(moved);
            for (int d = 0; d < D; ++d) place[d] = image[d] - moved[d];
            const auto centre = sph::placed<D>(kernel.centre(i), image);
            sph::look_around<D>(neighbours, kernel, place, centre, around);
        });
        sums[i] = around[0];
    }
};

}  // namespace slosh::pcisph
