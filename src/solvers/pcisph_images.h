// The particles of PCISPH and their images behind the walls, which are mirrors (fluid/mirror.h): each particle near one
// looks around from its own images. D is 2 or 3.
#pragma once
#include "fluid/mirror.h"
#include "solvers/pcisph_kernels.h"
#include "solvers/sph_images.h"

namespace slosh::pcisph {

template <int D>
struct Images {
    const Walls& walls;
    glm::vec3 offset;  // of the walls
    float h;
    const Neighbours& neighbours;
    const sph::Arrays<D>& fluid;  // sorted

    // Whether all walls are out of reach of what is at x[.][i].
    bool far_from_walls(const Padded<float>* x, int i) const {
        if (walls.shape == Shape::circle) return false;
        bool far = true;
        for (int d = 0; d < D; ++d) {
            const float from = x[d][i] - walls.centre[d] - offset[d];
            far &= (from < 0 ? -from : from) < walls.half[d] - h;
        }
        return far;
    }

    // sums += what the neighbours of particle i give to its images, turned back. The first D sums are a vector, or two.
    // adapt(centre, mirror) may change what an image is beside its place.
    template <class Kernel, class Adapt>
    [[gnu::always_inline]] void meet(const Kernel& kernel, int i, float (&sums)[Kernel::sums], Adapt&& adapt) const {
        if (far_from_walls(fluid.x, i)) return;
        for_images<D>(walls, offset, h, fluid.at(i).value, [&](const Mirror<D>& mirror, const auto& image) {
            typename Kernel::Centre centre = sph::placed<D>(kernel.centre(i), image);
            adapt(centre, mirror);
            float found[Kernel::sums] = {};
            sph::look_around<D>(neighbours, kernel, image, centre, found);
            for (int k = 0; k + D <= Kernel::sums; k += D) {
                float vector[D];
                for (int d = 0; d < D; ++d) vector[d] = found[k + d];
                mirror.reflect(vector);
                for (int d = 0; d < D; ++d) sums[k + d] += vector[d];
            }
            for (int k = Kernel::sums / D * D; k < Kernel::sums; ++k) sums[k] += found[k];
        });
    }

    // The same for where the particle will be.
    void meet_predicted(const PredictedKernel<D>& kernel, const Padded<float>* predicted, int i,
                        float (&around)[1]) const {
        if (far_from_walls(predicted, i)) return;
        float x[D];
        for (int d = 0; d < D; ++d) x[d] = predicted[d][i];
        for_images<D>(walls, offset, h, x, [&](const Mirror<D>& mirror, const auto& image) {
            // Sorted are the particles by where they were: look for them around where the image was.
            float moved[D], place[D];
            for (int d = 0; d < D; ++d) moved[d] = x[d] - fluid.x[d][i];
            mirror.reflect(moved);
            for (int d = 0; d < D; ++d) place[d] = image[d] - moved[d];
            const typename PredictedKernel<D>::Centre centre{splat(image[0]), splat(image[1]),
                                                             D == 3 ? splat(image[D - 1]) : Float4{}};
            sph::look_around<D>(neighbours, kernel, place, centre, around);
        });
    }
};

}  // namespace slosh::pcisph
