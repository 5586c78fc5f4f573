// The requirements on a pair interaction (pair functor): what the pair loops of search/cell_pairs.h and
// search/list_pairs.h evaluate for two neighbours i and j. "Kernel" is kept for the smoothing function W(r, h).
//
//   struct Interaction {
//       static constexpr int sums = ...;   // floats that are summed for every particle
//       struct Particle {                  // what is read of a particle: nothing but Float4, the position first
//           Float4 x, y, ...;
//       };
//       Particle load(int slot, auto read) const;
//       void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const;
//   };
//
// load() reads every member through `read`: `broadcast` puts one particle into all lanes (the i side), `consecutive`
// loads the particles of four slots (the j side).
//
// interact() adds the contribution of j to sum_i[0 .. sums) and the reaction, that of i, to sum_j. It must add exactly
// 0 for pairs beyond the cutoff: the loops mask lanes by moving them to `far_away`, and pass candidates that a cell
// search returns but that are no neighbours. Its loops over `sums` and dimensions should be unrolled.
//
// Two members are optional:
//   static constexpr int fields = ...;     // leading members of Particle that are read; the default is all
//   static constexpr bool scalars = true;  // D sums that are not the components of a vector (sph/ghost_pairs.h)
//   static constexpr bool leading_vector = true;  // the first D of more sums are the components of a vector
#pragma once
#include <concepts>

#include "base/simd_array.h"

namespace slosh {

inline constexpr auto broadcast = [](const float* p) { return splat(*p); };
inline constexpr auto consecutive = [](const float* p) { return load(p); };

template <class F>
concept PairInteraction =
    requires(const F& interaction, const typename F::Particle& i, const typename F::Particle& j, Float4* sum) {
        requires F::sums > 0;
        requires sizeof(typename F::Particle) % sizeof(Float4) == 0;
        { interaction.load(0, broadcast) } -> std::same_as<typename F::Particle>;
        { interaction.load(0, consecutive) } -> std::same_as<typename F::Particle>;
        { i.x + i.y } -> std::same_as<Float4>;
        interaction.interact(i, j, sum, sum);
    };

// One particle, its values in all lanes.
template <PairInteraction F>
typename F::Particle load_i(const F& interaction, int slot) {
    return interaction.load(slot, broadcast);
}

// The particles of four slots.
template <PairInteraction F>
typename F::Particle load_j(const F& interaction, int slot) {
    return interaction.load(slot, consecutive);
}

}  // namespace slosh
