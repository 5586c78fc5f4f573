#include "domain/initial_particles.h"

#include <algorithm>

#include "base/random.h"
#include "domain/domain.h"
#include "domain/equal_cells.h"
#include "domain/mean_spacing.h"

namespace slosh {

float fluid_volume(const Domain& domain) {
    float total = 0;
    for (const FluidRegion& region : domain.fluid) total += region_volume(region, domain.dimensions);
    return total;
}

namespace {

// Roberts' R sequence (2018), a low-discrepancy sequence: more even than random points for any number of them. The
// strides are powers of 1/g with the generalised golden ratios g = 1.3247 (2D) and 1.2207 (3D). Points in [-1, 1].
class RSequence {
public:
    RSequence(int dimensions, Random& random) : dimensions_(dimensions) {
        for (double& start : u_) start = static_cast<double>(random.uniform());
    }
    glm::vec3 next() {
        constexpr double strides[2][3] = {{0.7548776662466927, 0.5698402909980532, 0},
                                          {0.8191725133961645, 0.6710436067037893, 0.5497004779019703}};
        glm::vec3 p{0, 0, 0};
        for (int axis = 0; axis < dimensions_; ++axis) {
            u_[axis] += strides[dimensions_ - 2][axis];
            if (u_[axis] >= 1) u_[axis] -= 1;
            p[axis] = static_cast<float>(2 * u_[axis] - 1);
        }
        return p;
    }

private:
    int dimensions_;
    double u_[3];
};

bool inside(const FluidRegion& region, glm::vec3 p) {
    if (region.cut != glm::vec3(0)) {
        const glm::vec3 size = half_extents(region.shape, region.half), at = p * size;
        if (at.x * region.cut.x + at.y * region.cut.y + at.z * region.cut.z > 0) return false;
    }
    return region.shape == Shape::box || p.x * p.x + p.y * p.y + p.z * p.z <= 1;
}

// Whether a round region fills the container.
bool fills(const FluidRegion& region, const Walls& walls) {
    return !walls.open && walls.shape == Shape::circle && region.centre == walls.centre &&
           region.half.x > 0.99f * walls.half.x;
}

// The fluid at rest, in units of the region's half size; `jitter` displaces the particles by a part of the spacing.
std::vector<glm::vec3> points_at_rest(const FluidRegion& region, const Domain& domain, int count, Random& random) {
    const int dimensions = domain.dimensions;
    const glm::vec3 half = half_extents(region.shape, region.half);
    std::vector<glm::vec3> points = equal_cells(region, dimensions, count, fills(region, domain.walls));
    const float shift = region.jitter * mean_spacing(region_volume(region, dimensions), count, dimensions) / 2;
    if (!(shift > 0)) return points;
    for (glm::vec3& p : points) {
        glm::vec3 moved = p;
        for (int d = 0; d < dimensions; ++d) moved[d] += random.uniform(-1, 1) * shift / half[d];
        if (inside(region, moved)) p = moved;
    }
    return points;
}

}  // namespace

uint32_t kinds_of(const Domain& domain, int kinds) {
    uint32_t present = 0;
    for (const FluidRegion& region : domain.fluid)
        present |= region.kind == FluidRegion::mixed ? (1u << kinds) - 1 : 1u << region.kind;
    for (const Emitter& emitter : domain.emitters) present |= 1u << emitter.kind;
    return present;
}

InitialParticles seed_particles(const Domain& domain, int count, int kinds, uint64_t seed) {
    InitialParticles out;
    Random random(seed);
    const float total = fluid_volume(domain) + domain.inflow_volume;
    float volume_so_far = 0;
    int made = 0;
    for (const FluidRegion& region : domain.fluid) {
        volume_so_far += region_volume(region, domain.dimensions);
        const bool last = &region == &domain.fluid.back() && !(domain.inflow_volume > 0);
        const int until = last ? count : static_cast<int>(static_cast<float>(count) * (volume_so_far / total));
        const glm::vec3 size = half_extents(region.shape, region.half);
        const auto add = [&](glm::vec3 p) {
            out.position.push_back(region.centre + p * size);
            out.velocity.push_back(region.velocity);
            if (region.swirl_field)
                out.velocity.back() +=
                    region.swirl * region.swirl_field(domain.dimensions, out.position.back() / region.swirl_size, seed);
            out.kind.push_back(
                static_cast<uint8_t>(region.kind == FluidRegion::mixed ? random.below(kinds) : region.kind));
            ++made;
        };
        if (region.lattice) {
            for (const glm::vec3 p : points_at_rest(region, domain, until - made, random)) add(p);
            continue;
        }
        RSequence sequence(domain.dimensions, random);
        while (made < until)
            if (const glm::vec3 p = sequence.next(); inside(region, p)) add(p);
    }
    return out;
}

}  // namespace slosh
