#include "foam/potentials.h"

#include <glm/geometric.hpp>

#include "base/bounds.h"
#include "base/math.h"

namespace slosh {
namespace {

constexpr int potentials_block = 2048, source_block = 64;

// Calls f(j) with the first of every four slots that may be within the support of x.
template <class F>
void for_near(const CellGrid& cells, glm::vec3 x, F&& f) {
    IndexRange ranges[CellGrid::max_ranges];
    const int count = cells.ranges_3d(x.x, x.y, x.z, ranges);
    for (int k = 0; k < count; ++k)
        for (int j = ranges[k].begin; j < ranges[k].end; j += lanes) f(j);
}

}  // namespace

float phi(float value, float from, float full) {
    if (!(full > from)) return value > from ? 1.0f : 0.0f;
    return min(max((value - from) / (full - from), 0.0f), 1.0f);
}

float speed_scale(float gravity, double volume) {
    if (!(gravity > 0) || !(volume > 0)) return 0;
    return __builtin_sqrtf(gravity * static_cast<float>(cube_root(volume)));
}

void DiffusePotentials::smooth(const DiffuseFluid& fluid, Jobs& jobs) {
    const std::span<const float> x[3] = {fluid.x, fluid.y, fluid.z};
    const Walls& walls = fluid.walls;
    const glm::vec3 centre = walls.centre + fluid.offset;
    const glm::vec3 half = walls.open ? glm::vec3(far_away) : half_extents(walls.shape, walls.half);
    for (int d = 0; d < 3; ++d) {
        find_bounds(x[d].first(static_cast<size_t>(fluid.count)), lo_[d], hi_[d]);
        lo_[d] = min(max(lo_[d], centre[d] - half[d]), centre[d] + half[d]);
        hi_[d] = max(min(hi_[d], centre[d] + half[d]), lo_[d]);
    }
    grid_.build(fluid, lo_, hi_, jobs);
}

void DiffusePotentials::find(const DiffuseFluid& fluid, const FoamDef& def, Jobs& jobs) {
    if (sources_.empty()) return;
    support_ = spacings * fluid.spacing;
    sort(fluid, jobs);
    jobs.for_range(static_cast<int>(sources_.size()), source_block, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            DiffuseSource& source = sources_[static_cast<size_t>(i)];
            if (grid_.sample(source.x).density > surface) continue;
            find_air(def, source);
            find_crest(def, source);
        }
    });
}

void DiffusePotentials::pick(const DiffuseFluid& fluid, const FoamDef& def, float gravity, uint32_t subset) {
    const auto spacing = static_cast<double>(fluid.spacing);
    speed_unit_ = speed_scale(gravity, fluid.count * spacing * spacing * spacing);
    sources_.clear();
    sources_.reserve(static_cast<size_t>(fluid.count));
    const uint32_t subsets = subset_count(fluid.count);
    fraction_of_a_source_ = static_cast<float>(subsets) / static_cast<float>(std::max(fluid.count, 1));
    const float inv_speed_unit = speed_unit_ > 0 ? 1 / speed_unit_ : 0;
    for (size_t i = 0; i < static_cast<size_t>(fluid.count); ++i) {
        if (fluid.id[i] % subsets != subset % subsets) continue;
        const glm::vec3 v(fluid.vx[i], fluid.vy[i], fluid.vz[i]), in_units = v * inv_speed_unit;
        const float energy = phi(glm::dot(in_units, in_units), def.energy_min, def.energy_max);
        const glm::vec3 x(fluid.x[i], fluid.y[i], fluid.z[i]), zero_if_finite = x - x;
        if (energy > 0 && zero_if_finite == glm::vec3(0))
            sources_.push_back({.id = fluid.id[i], .x = x, .v = v, .energy = energy});
    }
}

// Copies positions and velocities into cell order. Particles with NaN or infinity are moved far away.
void DiffusePotentials::sort(const DiffuseFluid& fluid, Jobs& jobs) {
    cells_.build(3, {lo_, hi_}, support_ * cell_margin, {fluid.count, fluid.x.data(), fluid.y.data(), fluid.z.data()},
                 jobs);
    const std::span<const float> from[6] = {fluid.x, fluid.y, fluid.z, fluid.vx, fluid.vy, fluid.vz};
    for (SimdArray<float>* a : {&x_[0], &x_[1], &x_[2], &v_[0], &v_[1], &v_[2]}) {
        if (a->capacity() < fluid.count) a->assign(fluid.count);
        a->set_count(fluid.count);
    }
    const std::span<const uint32_t> order = cells_.order();
    jobs.for_range(fluid.count, potentials_block, [&](int begin, int end) {
        for (int slot = begin; slot < end; ++slot) {
            const size_t i = order[static_cast<size_t>(slot)];
            float value[6], zero_if_finite = 0;
            for (int k = 0; k < 6; ++k) {
                value[k] = from[k][i];
                zero_if_finite += value[k] * 0;
            }
            const bool finite = zero_if_finite == 0;
            for (int d = 0; d < 3; ++d) {
                x_[d][slot] = finite ? value[d] : far_away;
                v_[d][slot] = finite ? value[3 + d] : 0;
            }
        }
    });
    for (int d = 0; d < 3; ++d) {
        x_[d].pad_with(far_away);
        v_[d].pad_with(0);
    }
}

void DiffusePotentials::find_air(const FoamDef& def, DiffuseSource& source) const {
    const float h2 = support_ * support_, inv_h = 1 / support_;
    const glm::vec3 x = source.x, v = source.v;
    Float4 closing_speed{};
    for_near(cells_, x, [&](int j) {
        const Float4 dx = x.x - load(&x_[0][j]), dy = x.y - load(&x_[1][j]), dz = x.z - load(&x_[2][j]);
        const Float4 r2 = max(dx * dx + dy * dy + dz * dz, splat(1e-20f));
        const Int4 inside = r2 < h2;
        if (!any(inside)) return;
        const Float4 r = sqrt(r2);
        const Float4 w = select(inside, 1.0f - r * inv_h, Float4{});
        const Float4 ux = v.x - load(&v_[0][j]), uy = v.y - load(&v_[1][j]), uz = v.z - load(&v_[2][j]);
        closing_speed += w * (sqrt(ux * ux + uy * uy + uz * uz) - (ux * dx + uy * dy + uz * dz) / r);
    });
    source.closing_speed = reduce_add(closing_speed) * (1 / full_weight);
    source.air = phi(source.closing_speed / speed_unit_, def.air_min, def.air_max);
}

void DiffusePotentials::find_crest(const FoamDef& def, DiffuseSource& source) const {
    const float h2 = support_ * support_, inv_h = 1 / support_;
    const glm::vec3 x = source.x, v = source.v;
    const glm::vec3 n = grid_.outwards(x);
    const float out = glm::dot(v, n);
    if (!(out > 0) || out * out < outwards * outwards * glm::dot(v, v)) return;
    for_near(cells_, x, [&](int j) {
        const Float4 dx = x.x - load(&x_[0][j]), dy = x.y - load(&x_[1][j]), dz = x.z - load(&x_[2][j]);
        const Float4 r2 = dx * dx + dy * dy + dz * dz;
        // Only neighbours on the inner side of the tangent plane: there the surface is convex.
        const int which = movemask((r2 < h2) & (dx * n.x + dy * n.y + dz * n.z > 0.0f));
        for (int lane = 0; lane < lanes; ++lane) {
            if (!(which >> lane & 1)) continue;
            const glm::vec3 at(x_[0][j + lane], x_[1][j + lane], x_[2][j + lane]);
            if (grid_.sample(at).density > surface) continue;
            source.curvature += (1 - __builtin_sqrtf(r2[lane]) * inv_h) * (1 - glm::dot(n, grid_.outwards(at)));
        }
    });
    source.crest = phi(source.curvature, def.crest_min, def.crest_max);
}

}  // namespace slosh
