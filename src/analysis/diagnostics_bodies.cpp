#include "analysis/diagnostics.h"

namespace slosh {
namespace {

constexpr int body_block = 512;  // particles per task

}  // namespace

std::span<const float> Diagnostics::bodies(const ParticleFields& fluid, std::span<const Body> bodies, Jobs& jobs) {
    values_.assign(static_cast<size_t>(fluid.count), 0);
    jobs.for_range(fluid.count, body_block, [&](int begin, int end) {
        for (auto i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i) {
            const glm::vec3 at(fluid.x[i], fluid.y[i], fluid.dimensions == 3 ? fluid.z[i] : 0);
            float nearest = fluid.support;
            for (size_t b = 0; b < bodies.size(); ++b) {
                const glm::vec3 offset = at - bodies[b].position;
                const float far = bodies[b].bounding_radius(fluid.dimensions) + nearest;
                if (!(offset.x * offset.x + offset.y * offset.y + offset.z * offset.z < far * far)) continue;
                glm::vec3 outwards;
                const float distance = bodies[b].distance(bodies[b].to_local(at), fluid.dimensions, outwards);
                if (distance < nearest) {
                    nearest = distance;
                    values_[i] = static_cast<float>(b + 1);
                }
            }
        }
    });
    return values_;
}

}  // namespace slosh
