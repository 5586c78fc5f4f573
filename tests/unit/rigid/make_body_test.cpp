// Mass and inertia against formulas and sums over a grid; definitions that are adjusted or refused.
#include "rigid/make_body.h"

#include <gtest/gtest.h>

#include <limits>

#include "support/bodies.h"

namespace slosh::make_body_test {
namespace {

TEST(MakeBody, MassAndInertiaOfTheShapes) {
    BodyDef def = body_def(BodyShape::box, {0.2f, 0.1f, 0.3f}, {0, 0, 0});
    def.density = 100;
    Body b = make_body(def, 2);
    EXPECT_NEAR(b.mass, 8, 1e-4f);
    EXPECT_NEAR(b.inertia.z, 8 * 0.05f / 3, 1e-5f);
    EXPECT_EQ(b.inv_inertia.x, 0) << "2D turns about z only";
    b = make_body(def, 3);
    EXPECT_NEAR(b.mass, 4.8f, 1e-4f);
    EXPECT_NEAR(b.inertia.x, 4.8f * 0.1f / 3, 1e-5f);
    // Round shapes against sums over a fine grid.
    for (const int dimensions : {2, 3})
        for (const BodyShape shape : {BodyShape::ball, BodyShape::capsule}) {
            def = body_def(shape, {0.2f, 0.1f, 0.1f}, {0, 0, 0});
            if (shape == BodyShape::ball) def.half.x = 0.1f;
            def.density = 1000;
            b = make_body(def, dimensions);
            const int n = 80;
            const double cell = 0.4 / n;
            double mass = 0, about_x = 0, about_z = 0;
            for (int i = 0; i < n; ++i)
                for (int j = 0; j < n; ++j)
                    for (int k = 0; k < (dimensions == 3 ? n : 1); ++k) {
                        const glm::dvec3 p{(i + 0.5) * cell - 0.2, (j + 0.5) * cell - 0.2,
                                           dimensions == 3 ? (k + 0.5) * cell - 0.2 : 0};
                        glm::vec3 outwards;
                        if (b.distance(glm::vec3(p), dimensions, outwards) > 0) continue;
                        const double m = 1000 * cell * cell * (dimensions == 3 ? cell : 1);
                        mass += m, about_z += m * (p.x * p.x + p.y * p.y), about_x += m * (p.y * p.y + p.z * p.z);
                    }
            EXPECT_NEAR(b.mass / mass, 1, 0.01) << dimensions;
            EXPECT_NEAR(b.inertia.z / about_z, 1, 0.02) << dimensions;
            if (dimensions == 3) {
                EXPECT_NEAR(b.inertia.x / about_x, 1, 0.02);
            }
        }
}

TEST(FitBody, InvalidBodiesAreRefusedOrAdjusted) {
    const Walls walls{Shape::box, {1, 0.5f, 0.5f}, {0, 0, 0}};
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto check = [&](BodyDef def, bool accepted, const char* word) {
        const Outcome result = fit_body(def, walls, 2);
        EXPECT_EQ(result.accepted, accepted) << word;
        EXPECT_EQ(result.warning.empty(), word[0] == 0);
        EXPECT_NE(result.warning.find(word), std::string::npos) << result.warning;
        return def;
    };
    const BodyDef fine = body_def(BodyShape::box, {0.1f, 0.1f, 0.1f}, {0, 0, 0});
    check(fine, true, "");
    BodyDef wrong = fine;
    wrong.half = {3, 0.2f, 0.2f};
    EXPECT_LT(check(wrong, true, "larger than the tank").half.x, 0.5f);
    wrong = fine, wrong.position = {5, 0, 0};
    EXPECT_NEAR(check(wrong, true, "outside").position.x, 0.9f, 1e-3f);
    wrong = fine, wrong.density = 0;
    check(wrong, false, "density");
    wrong = fine, wrong.half.y = -1;
    check(wrong, false, "size");
    wrong = fine, wrong.position.y = nan;
    check(wrong, false, "finite");
    wrong = fine, wrong.shape = BodyShape::cylinder;
    check(wrong, false, "cylinder");
}

}  // namespace
}  // namespace slosh::make_body_test
