#include "fluid/diffuse_potentials.h"

#include <algorithm>
#include <limits>

namespace slosh {
namespace {

constexpr int cheap_block = 2048, neighbour_block = 128;

// f(j) for every four slots that may be within reach.
template <class F>
void for_near(const Cells& cells, float x, float y, float z, F&& f) {
    Run runs[Cells::most_runs];
    const int count = cells.runs_3d(x, y, z, runs);
    for (int k = 0; k < count; ++k)
        for (int j = runs[k].begin; j < runs[k].end; j += lanes) f(j);
}

}  // namespace

float speed_scale(float gravity, double volume) {
    if (!(gravity > 0) || !(volume > 0)) return 0;
    double edge = volume > 1 ? volume : 1;
    for (int i = 0; i < 100; ++i) edge = (2 * edge + volume / (edge * edge)) / 3;  // Newton's, from above
    return __builtin_sqrtf(gravity * static_cast<float>(edge));
}

void DiffusePotentials::find(const DiffuseFluid& fluid, const DiffuseDef& def, float gravity, Jobs& jobs) {
    support_ = spacings * fluid.spacing;
    const auto spacing = static_cast<double>(fluid.spacing);
    speed_unit_ = speed_scale(gravity, fluid.count * spacing * spacing * spacing);
    sort(fluid, jobs);
    jobs.for_range(count(), neighbour_block, [&](int begin, int end) { find_air(def, begin, end); });
    jobs.for_range(count(), neighbour_block, [&](int begin, int end) { find_crests(def, begin, end); });
}

void DiffusePotentials::sort(const DiffuseFluid& fluid, Jobs& jobs) {
    const std::span<const float> from[6] = {fluid.x, fluid.y, fluid.z, fluid.vx, fluid.vy, fluid.vz};
    glm::vec3 lo(0), hi(0);
    for (int d = 0; d < 3; ++d) {
        lo[d] = std::numeric_limits<float>::max(), hi[d] = std::numeric_limits<float>::lowest();
        // What is not a number compares as false.
        for (const float at : from[d]) lo[d] = at < lo[d] ? at : lo[d], hi[d] = at > hi[d] ? at : hi[d];
        lo[d] = max(lo[d], -far_away), hi[d] = min(hi[d], far_away);
        if (!(hi[d] >= lo[d])) lo[d] = hi[d] = 0;
    }
    cells_.build(3, lo, hi, support_ * 1.001f, fluid.count, fluid.x.data(), fluid.y.data(), fluid.z.data(), jobs);
    for (Padded<float>* a : {&x_[0], &x_[1], &x_[2], &v_[0], &v_[1], &v_[2], &n_[0], &n_[1], &n_[2], &air_, &crest_,
                             &energy_, &neighbours_, &closing_}) {
        if (a->capacity() < fluid.count) a->assign(fluid.count);
        a->set_count(fluid.count);
    }
    jobs.for_range(fluid.count, cheap_block, [&](int begin, int end) {
        for (int slot = begin; slot < end; ++slot) {
            const size_t i = order()[static_cast<size_t>(slot)];
            float value[6], trap = 0;
            for (int k = 0; k < 6; ++k) value[k] = from[k][i], trap += value[k] * 0;
            const bool sane = trap == 0;
            for (int d = 0; d < 3; ++d) x_[d][slot] = sane ? value[d] : far_away, v_[d][slot] = sane ? value[3 + d] : 0;
        }
    });
    for (int d = 0; d < 3; ++d) x_[d].pad_with(far_away), v_[d].pad_with(0), n_[d].pad_with(0);
}

// And the normals, which the crests need.
void DiffusePotentials::find_air(const DiffuseDef& def, int begin, int end) {
    const float h = support_, h2 = h * h, per_h = 1 / h;
    const float per_unit = speed_unit_ > 0 ? 1 / speed_unit_ : 0;
    for (int i = begin; i < end; ++i) {
        const float vx = v_[0][i], vy = v_[1][i], vz = v_[2][i], speed = __builtin_sqrtf(vx * vx + vy * vy + vz * vz);
        const float in_units = speed * per_unit, energy = phi(in_units * in_units, def.energy_from, def.energy_full);
        energy_[i] = energy, air_[i] = crest_[i] = neighbours_[i] = closing_[i] = 0;
        n_[0][i] = n_[1][i] = n_[2][i] = 0;
        if (!(energy > 0)) continue;
        const float px = x_[0][i], py = x_[1][i], pz = x_[2][i];
        Float4 closing{}, found{}, normal[3] = {};
        for_near(cells_, px, py, pz, [&](int j) {
            const Float4 dx = px - load(&x_[0][j]), dy = py - load(&x_[1][j]), dz = pz - load(&x_[2][j]);
            const Float4 r2 = dx * dx + dy * dy + dz * dz;
            const Int4 inside = r2 < h2;
            if (!any(inside)) return;
            const Float4 r = sqrt(max(r2, splat(1e-20f)));
            const Float4 w = select(inside, 1.0f - r * per_h, Float4{});
            const Float4 ux = vx - load(&v_[0][j]), uy = vy - load(&v_[1][j]), uz = vz - load(&v_[2][j]);
            const Float4 between = sqrt(ux * ux + uy * uy + uz * uz);
            closing += w * (between - (ux * dx + uy * dy + uz * dz) / r);
            normal[0] += w * dx, normal[1] += w * dy, normal[2] += w * dz;
            found += select(inside, splat(1), splat(0));
        });
        neighbours_[i] = sum(found) - 1;
        closing_[i] = sum(closing) * (1 / full_weight);
        air_[i] = phi(closing_[i] * per_unit, def.air_from, def.air_full);
        const float nx = sum(normal[0]), ny = sum(normal[1]), nz = sum(normal[2]);
        const float length = __builtin_sqrtf(nx * nx + ny * ny + nz * nz);
        if (!(length > surface_normal * full_weight * h) || neighbours_[i] > surface_count * full_count) continue;
        n_[0][i] = nx / length, n_[1][i] = ny / length, n_[2][i] = nz / length;
    }
}

void DiffusePotentials::find_crests(const DiffuseDef& def, int begin, int end) {
    const float h = support_, h2 = h * h, per_h = 1 / h;
    for (int i = begin; i < end; ++i) {
        const float nx = n_[0][i], ny = n_[1][i], nz = n_[2][i];
        const float vx = v_[0][i], vy = v_[1][i], vz = v_[2][i], out = vx * nx + vy * ny + vz * nz;
        if (!(out > 0) || out * out < outwards * outwards * (vx * vx + vy * vy + vz * vz)) continue;
        const float px = x_[0][i], py = x_[1][i], pz = x_[2][i];
        Float4 bent{};
        for_near(cells_, px, py, pz, [&](int j) {
            const Float4 dx = px - load(&x_[0][j]), dy = py - load(&x_[1][j]), dz = pz - load(&x_[2][j]);
            const Float4 r2 = dx * dx + dy * dy + dz * dz;
            const Float4 mx = load(&n_[0][j]), my = load(&n_[1][j]), mz = load(&n_[2][j]);
            // Those of length 1 only, and convex: the other one is on the inner side.
            const Int4 counts = (r2 < h2) & (mx * mx + my * my + mz * mz > 0.5f) & (dx * nx + dy * ny + dz * nz > 0.0f);
            if (!any(counts)) return;
            const Float4 w = 1.0f - sqrt(max(r2, splat(1e-20f))) * per_h;
            bent += select(counts, w * (1.0f - (mx * nx + my * ny + mz * nz)), Float4{});
        });
        crest_[i] = phi(sum(bent), def.crest_from, def.crest_full);
    }
}

}  // namespace slosh
