// Triangle mesh of a rigid body in body coordinates; in 2D a rectangle, from which the shader cuts the shape.
#pragma once
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <vector>

#include "base/math.h"
#include "domain/domain.h"

namespace slosh {

struct MeshVertex {
    glm::vec3 local, normal;
};

namespace mesh {

inline void add_rectangle(const Body& b, std::vector<MeshVertex>& out) {
    constexpr float margin = 1.1f;  // factor: leaves space for the antialiased rim
    const float width = b.half.x * margin, height = (b.shape == BodyShape::ball ? b.half.x : b.half.y) * margin;
    for (const glm::vec3 corner : {glm::vec3(-1, -1, 0), glm::vec3(1, -1, 0), glm::vec3(1, 1, 0), glm::vec3(-1, -1, 0),
                                   glm::vec3(1, 1, 0), glm::vec3(-1, 1, 0)})
        out.push_back({corner * glm::vec3(width, height, 0), {0, 0, 1}});
}

inline void add_box(const Body& b, std::vector<MeshVertex>& out) {
    for (int d = 0; d < 3; ++d)
        for (const float side : {-1.0f, 1.0f}) {
            glm::vec3 normal(0), u(0), w(0);
            normal[d] = side;
            u[(d + 1) % 3] = side;
            w[(d + 2) % 3] = 1;
            const auto corner = [&](float s, float t) { out.push_back({(normal + u * s + w * t) * b.half, normal}); };
            corner(-1, -1);
            corner(1, -1);
            corner(1, 1);
            corner(-1, -1);
            corner(1, 1);
            corner(-1, 1);
        }
}

// The point of the unit circle at k / n of a turn, 0 to 1. A page does not contain the sine of the C library for it.
inline glm::vec2 circle_point(int k, int n) {
    const CosineSine opposite = cosine_and_sine(2 * pi_d * k / n - pi_d);
    return {static_cast<float>(-opposite.cosine), static_cast<float>(-opposite.sine)};
}

// Ball or capsule: rings around the x axis, the two halves moved apart by the length of the core.
inline void add_round(const Body& b, std::vector<MeshVertex>& out) {
    constexpr int rings = 20, segments = 36;
    const auto vertex = [&](int ring, int k) {
        // The middle ring exists twice: the cylinder of a capsule lies between the two.
        const float core = ring > rings / 2 ? b.core() : -b.core();
        const int row = ring > rings / 2 ? ring - 1 : ring;
        const glm::vec2 polar = circle_point(row, 2 * rings), azimuth = circle_point(k, segments);
        const glm::vec3 normal{-polar.x, polar.y * azimuth.x, polar.y * azimuth.y};
        return MeshVertex{normal * b.round() + glm::vec3(core, 0, 0), normal};
    };
    for (int ring = 0; ring <= rings; ++ring)
        for (int k = 0; k < segments; ++k) {
            const MeshVertex corners[] = {vertex(ring, k), vertex(ring, k + 1), vertex(ring + 1, k + 1),
                                          vertex(ring + 1, k)};
            for (const int c : {0, 1, 2, 0, 2, 3}) out.push_back(corners[c]);
        }
}

// Upright cylinder: the side, and the two caps.
inline void add_cylinder(const Body& b, std::vector<MeshVertex>& out) {
    constexpr int segments = 48;
    for (int k = 0; k < segments; ++k) {
        const auto rim = [&](int index, float y) {
            const glm::vec2 azimuth = circle_point(index, segments);
            return glm::vec3{b.half.x * azimuth.x, y, -b.half.x * azimuth.y};
        };
        const auto side = [&](int index, float y) { out.push_back({rim(index, y), rim(index, 0) / b.half.x}); };
        side(k, -b.half.y);
        side(k + 1, -b.half.y);
        side(k + 1, b.half.y);
        side(k, -b.half.y);
        side(k + 1, b.half.y);
        side(k, b.half.y);
        for (const float y : {-b.half.y, b.half.y}) {
            const glm::vec3 normal{0, y < 0 ? -1 : 1, 0};
            const bool upper = y > 0;
            out.push_back({{0, y, 0}, normal});
            out.push_back({rim(upper ? k : k + 1, y), normal});
            out.push_back({rim(upper ? k + 1 : k, y), normal});
        }
    }
}

}  // namespace mesh

// Three vertices per triangle, counter-clockwise when seen from outside.
inline std::vector<MeshVertex> body_mesh(const Body& b, int dimensions) {
    std::vector<MeshVertex> out;
    if (dimensions == 2) mesh::add_rectangle(b, out);
    else if (b.shape == BodyShape::box) mesh::add_box(b, out);
    else if (b.shape == BodyShape::cylinder) mesh::add_cylinder(b, out);
    else mesh::add_round(b, out);
    return out;
}

}  // namespace slosh
