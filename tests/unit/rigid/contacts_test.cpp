// Contacts of bodies against analytic distances.
#include "rigid/contacts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>

#include "base/random.h"
#include "support/bodies.h"

namespace slosh::contacts_test {
namespace {

const Walls far_walls{Shape::box, {50, 50, 50}, {0, 0, 0}};

Body body_of(BodyShape shape, glm::vec3 half, glm::vec3 position, Rotation rotation = {}, int dimensions = 3) {
    BodyDef def = body_def(shape, half, position);
    def.rotation = rotation;
    return make_body(def, dimensions);
}
Body ball(float radius, glm::vec3 position, int dimensions = 3) {
    return body_of(BodyShape::ball, glm::vec3(radius), position, {}, dimensions);
}

std::vector<Contact> contacts_of(std::vector<Body> bodies, const Walls& walls = far_walls, int dimensions = 3,
                                 glm::vec3 offset = {0, 0, 0}) {
    std::vector<Contact> found;
    find_contacts(bodies, walls, offset, dimensions, found);
    return found;
}

TEST(Contacts, TwoBallsTouchOnTheLineBetweenTheirCentres) {
    const glm::vec3 a(1, 2, 3), along = glm::vec3(2, -1, 2) / 3.0f;
    const auto found = contacts_of({ball(0.3f, a), ball(0.2f, a + 0.49f * along)});
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].a, 0);
    EXPECT_EQ(found[0].b, 1);
    EXPECT_NEAR(found[0].gap, -0.01f, 1e-5);
    EXPECT_LT(glm::length(found[0].normal + along), 1e-5f) << "from b to a";
    EXPECT_LT(glm::length(found[0].point - (a + 0.295f * along)), 0.006f) << "within the overlap";
    EXPECT_TRUE(contacts_of({ball(0.3f, a), ball(0.2f, a + 0.7f * along)}).empty());
}

TEST(Contacts, ABallInACornerTouchesThreeWallsAndTwoIn2D) {
    const Walls walls{Shape::box, {1, 2, 3}, {0.5f, 0, 0}};
    const glm::vec3 offset(0.25f, 0, 0);
    for (const int dimensions : {2, 3}) {
        const Body body = ball(0.2f, {0.75f + 0.805f, -1.8f, dimensions == 3 ? 2.81f : 0}, dimensions);
        const auto found = contacts_of({body}, walls, dimensions, offset);
        ASSERT_EQ(found.size(), static_cast<size_t>(dimensions));
        const glm::vec3 normals[] = {{-1, 0, 0}, {0, 1, 0}, {0, 0, -1}};
        const float gaps[] = {-0.005f, 0, -0.01f};
        for (const Contact& contact : found) {
            EXPECT_EQ(contact.b, Contact::wall);
            int axis = 0;
            while (axis < 3 && glm::length(contact.normal - normals[axis]) > 1e-6f) ++axis;
            ASSERT_LT(axis, dimensions);
            EXPECT_NEAR(contact.gap, gaps[axis], 1e-5);
        }
    }
}

TEST(Contacts, InARoundContainerTheNormalPointsToItsCentre) {
    const Walls walls{Shape::circle, {1, 1, 1}, {0, 0, 0}};
    const auto found = contacts_of({ball(0.2f, {0.48f, -0.64f, 0})}, walls);  // 0.8 from the centre
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0].gap, 0, 1e-5);
    EXPECT_LT(glm::length(found[0].normal - glm::vec3(-0.6f, 0.8f, 0)), 1e-5f);
}

TEST(Contacts, ABoxOnABoxHasFourContactsAndTwoIn2D) {
    const Body below = body_of(BodyShape::box, {1, 0.5f, 1}, {0, 0, 0});
    const Body above = body_of(BodyShape::box, {0.3f, 0.2f, 0.4f}, {0.1f, 0.699f, 0.2f});
    const auto found = contacts_of({below, above});
    ASSERT_EQ(found.size(), 4u);
    for (const Contact& contact : found) {
        EXPECT_NEAR(contact.gap, -0.001f, 1e-5);
        EXPECT_NEAR(contact.normal.y, -1, 1e-5) << "from the upper box to the lower one";
        EXPECT_NEAR(std::abs(contact.point.x - 0.1f), 0.3f, 1e-4);
        EXPECT_NEAR(std::abs(contact.point.z - 0.2f), 0.4f, 1e-4);
    }
    const auto in_2d = contacts_of({body_of(BodyShape::box, {1, 0.5f, 0}, {0, 0, 0}, {}, 2),
                                    body_of(BodyShape::box, {0.3f, 0.2f, 0}, {0.1f, 0.699f, 0}, {}, 2)},
                                   far_walls, 2);
    EXPECT_EQ(in_2d.size(), 2u);
}

TEST(Contacts, TwoCrossedCapsulesTouchWhereTheirCoresAreNearest) {
    const float turn = std::sqrt(0.5f);  // about z by 90 degrees
    const auto found =
        contacts_of({body_of(BodyShape::capsule, {0.5f, 0.1f, 0.1f}, {0, 0, 0}),
                     body_of(BodyShape::capsule, {0.5f, 0.1f, 0.1f}, {0.2f, 0.1f, 0.195f}, {turn, 0, 0, turn})});
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0].gap, -0.005f, 1e-5);
    EXPECT_NEAR(found[0].normal.z, -1, 1e-5);
    EXPECT_NEAR(found[0].point.x, 0.2f, 1e-3);
    EXPECT_NEAR(found[0].point.y, 0, 1e-3);
}

// A ball at random positions around a rotated box, against the distance of its centre.
TEST(Contacts, GapOfABallAndARotatedBoxIsTheirDistance) {
    Random random(4);
    const Body box = body_of(BodyShape::box, {0.3f, 0.2f, 0.4f}, {0, 0, 0}, {0.8f, 0.1f, 0.5f, -0.3f});
    int touching = 0;
    for (int i = 0; i < 500; ++i) {
        glm::vec3 at;
        for (int d = 0; d < 3; ++d) at[d] = random.uniform(-0.7f, 0.7f);
        glm::vec3 outwards;
        const float distance = box.distance(box.to_local(at), 3, outwards) - 0.1f;
        if (distance < -0.09f) continue;  // the centre is in the box
        const auto found = contacts_of({box, ball(0.1f, at)});
        ASSERT_LE(found.size(), 1u);
        if (distance < 0) {
            ASSERT_EQ(found.size(), 1u) << "they overlap by " << -distance;
        }
        if (found.empty()) continue;
        ++touching;
        EXPECT_NEAR(found[0].gap, distance, 1e-5);
        EXPECT_LT(glm::length(found[0].normal + box.axes * outwards), 1e-4f);
    }
    EXPECT_GT(touching, 20);
}

}  // namespace
}  // namespace slosh::contacts_test
