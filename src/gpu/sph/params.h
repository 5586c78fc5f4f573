// The uniform buffer of all kernels of wcsph and pcisph: struct Params of shaders/compute/sph/params.wgsl, member by
// member. SI units.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/vec3.hpp>

#include "gpu/drain_list.h"
#include "gpu/pointer_params.h"

namespace slosh::gpu::sph {

constexpr size_t max_pointers = 16;  // the others are ignored

struct Params {
    uint32_t columns = 1, rows_y = 1, rows_z = 1, count = 0;
    glm::vec3 lo{0};
    float radius = 1;
    glm::vec3 inv_width{0};
    float h = 1;
    glm::vec3 width{0};
    float inv_h = 1;
    glm::vec3 last{0};
    float volume = 1;
    glm::vec3 centre{0};
    uint32_t is_round = 0;
    glm::vec3 half_size{1};
    float spacing = 1;
    glm::vec3 gravity{0};
    float dt = 0;
    glm::vec3 offset{0};
    uint32_t mirrors = 1;
    glm::vec3 frame{0};
    uint32_t pointers = 0;
    glm::vec3 shift{0};
    uint32_t leapfrog = 1;
    glm::vec3 shift_velocity{0};
    float kick = 0;
    glm::vec3 up{0};
    float density_scale = 1;
    float slope_scale = 1, eta2 = 0, two_mu = 0, artificial = 0;
    float stiffness = 0;
    uint32_t is_tait = 0;
    float min_pressure = 0, interface_energy = 0;
    float no_slip = 0, wall_stiffness = 0, wall_damping = 0, list_radius = 0;
    float normal_scale = 0, tension = 0, quadratic = 0, artificial_limit = 0;
    float displacement_scale = 0, max_displacement = 0, wall_drag = 0, rest_density = 1000;
    float repulsion_by_w = 0, repulsion_at_spacing = 0, limiter_time = 0, repulsion_core = 0;
    uint32_t drains = 0, oldest_kept = 0, list_stride = 0, list_capacity = 0;
    std::array<float, 4> rest_densities{}, two_mus{}, artificials{}, inv_masses{}, bulk_rates{};  // by kind
    std::array<float, 68> wall_laplacian{};
    std::array<PointerParams, max_pointers> pointer{};
    std::array<DrainParams, max_drains> drain{};
};
static_assert(offsetof(Params, slope_scale) == 13 * 16 && offsetof(Params, wall_laplacian) == 25 * 16 &&
              offsetof(Params, pointer) == 42 * 16 && sizeof(Params) == (42 + 48 + 80) * 16);

}  // namespace slosh::gpu::sph
