#include "render/bodies/body_mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

#include "support/bodies.h"

namespace slosh::body_mesh_test {
namespace {

// The mesh is closed and oriented outwards: the signed volumes of the tetrahedra between its triangles and the origin
// add up to the volume of the body, which is its mass at density 1.
TEST(BodyMesh, EnclosesTheBody) {
    for (const BodyShape shape : {BodyShape::ball, BodyShape::box, BodyShape::capsule}) {
        const Body body = make_body(body_def(shape, {0.3f, 0.1f, 0.2f}, {0, 0, 0}, 1), 3);
        const std::vector<MeshVertex> mesh = body_mesh(body, 3);
        ASSERT_EQ(mesh.size() % 3, 0u);
        float volume = 0;
        for (size_t i = 0; i < mesh.size(); i += 3) {
            volume += glm::dot(mesh[i].local, glm::cross(mesh[i + 1].local, mesh[i + 2].local)) / 6;
            for (size_t k = i; k < i + 3; ++k) {
                glm::vec3 outwards;
                EXPECT_NEAR(body.distance(mesh[k].local, 3, outwards), 0, 1e-5f);
                EXPECT_NEAR(glm::dot(mesh[k].normal, mesh[k].normal), 1, 1e-5f);
                EXPECT_GT(glm::dot(mesh[k].normal, mesh[k].local), 0);
            }
        }
        EXPECT_NEAR(volume / body.mass, 1, 0.02f) << static_cast<int>(shape);
    }
}

TEST(BodyMesh, EnclosesACylinder) {
    Body body;
    body.shape = BodyShape::cylinder;
    body.half = {0.2f, 0.3f, 0};
    float volume = 0;
    const std::vector<MeshVertex> mesh = body_mesh(body, 3);
    for (size_t i = 0; i < mesh.size(); i += 3) {
        volume += glm::dot(mesh[i].local, glm::cross(mesh[i + 1].local, mesh[i + 2].local)) / 6;
        for (size_t k = i; k < i + 3; ++k) {
            glm::vec3 outwards;
            EXPECT_NEAR(body.distance(mesh[k].local, 3, outwards), 0, 1e-5f);
            EXPECT_GT(glm::dot(mesh[k].normal, mesh[k].local), 0);
        }
    }
    EXPECT_NEAR(volume / (3.14159f * 0.04f * 0.6f), 1, 0.01f);
    EXPECT_NEAR(body.bounding_radius(3), std::sqrt(0.13f), 1e-6f);
}

TEST(BodyMesh, In2DIsARectangleAroundTheBody) {
    for (const BodyShape shape : {BodyShape::ball, BodyShape::box, BodyShape::capsule}) {
        const Body body = make_body(body_def(shape, {0.3f, 0.1f, 0.2f}, {0, 0, 0}, 1), 2);
        glm::vec2 upper(0);
        for (const MeshVertex& v : body_mesh(body, 2))
            upper = {std::max(upper.x, v.local.x), std::max(upper.y, v.local.y)};
        EXPECT_GT(upper.x, body.half.x);
        EXPECT_GT(upper.y, shape == BodyShape::ball ? body.half.x : body.half.y);
    }
}

}  // namespace
}  // namespace slosh::body_mesh_test
