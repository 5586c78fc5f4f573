// A smooth velocity field without sources: the curl of a gradient noise.
//
// Bridson, Hourihan, Nordenstam 2007 ("Curl-noise for procedural fluid flow"): the curl of any smooth potential is
// divergence-free. The potential is a gradient noise after Perlin 2002 ("Improving noise"): a random gradient at
// each point of the integer lattice, blended by a quintic. The curl is taken in closed form.
#pragma once
#include <cstdint>
#include <glm/vec3.hpp>

namespace slosh {

// Dimensionless, of a magnitude of about 1, with features of about unit size. In 2D the stream function is defined in
// the plane z = 0 and the result has z = 0. The same bits on every machine: + - * / sqrt and integers only.
glm::vec3 curl_noise(int dimensions, glm::vec3 at, uint64_t seed);

// The potential (one component of it in 3D), about -1/2 to 1/2, and its gradient.
struct NoiseValue {
    float value;
    glm::vec3 gradient;
};
NoiseValue gradient_noise(int dimensions, glm::vec3 at, uint64_t seed);

}  // namespace slosh
