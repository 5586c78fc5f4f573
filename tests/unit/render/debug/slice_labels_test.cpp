// The numbers in the cells of a slice: text, position, and visibility.
#include "render/debug/slice_labels.h"

#include <gtest/gtest.h>

#include <limits>

#include "grid/flip_particles.h"
#include "support/slices.h"

namespace slosh::slice_labels_test {
namespace {

TEST(SliceLabels, HaveThreeSignificantDigits) {
    EXPECT_EQ(short_number(0), "0");
    EXPECT_EQ(short_number(-0.0f), "0");
    EXPECT_EQ(short_number(1), "1.00");
    EXPECT_EQ(short_number(-9.816f), "-9.82");
    EXPECT_EQ(short_number(12.345f), "12.3");
    EXPECT_EQ(short_number(999.4f), "999");
    EXPECT_EQ(short_number(999.6f), "1.00e3") << "rounded first";
    EXPECT_EQ(short_number(-123456), "-1.23e5");
    EXPECT_EQ(short_number(0.001f), "0.00100");
    EXPECT_EQ(short_number(0.0009996f), "0.00100");
    EXPECT_EQ(short_number(-0.000123f), "-1.23e-4");
    EXPECT_EQ(short_number(-std::numeric_limits<float>::max()), "-3.40e38");
    EXPECT_EQ(short_number(std::numeric_limits<float>::denorm_min()), "1.40e-45");
    EXPECT_EQ(short_number(std::numeric_limits<float>::quiet_NaN()), "nan");
    EXPECT_EQ(short_number(std::numeric_limits<float>::infinity()), "nan");
}

// A block of water of 3 x 2 x 2 cells in the corner of a grid of 4 x 3 x 2, seen straight along z. The speed on the
// face (i, j, k) of the axis d is 100 d + 10 i + j + 0.1 k.
struct Fixture {
    GridView view;
    Faces velocity, fraction;
    SimdArray<float> phi;
    Camera camera;
    RenderSettings render;
    SliceLabels labels;

    Fixture() {
        const MacGrid grid(4, 3, 2, 1);
        view.grid = grid;
        velocity.assign(grid);
        fraction.assign(grid);
        phi.assign(grid.size(), 1);
        for (int k = 0; k <= grid.nz; ++k)
            for (int j = 0; j <= grid.ny; ++j)
                for (int i = 0; i <= grid.nx; ++i)
                    for (int d = 0; d < 3; ++d) {
                        velocity.axis[d][grid.at(i, j, k)] =
                            static_cast<float>(100 * d + 10 * i + j) + 0.1f * static_cast<float>(k);
                        fraction.axis[d][grid.at(i, j, k)] = 1;
                        if (i < 3 && j < 2 && k < 2) phi[grid.at(i, j, k)] = -1;
                    }
        for (size_t d = 0; d < 3; ++d) {
            view.velocity[d] = velocity.axis[d].view();
            view.face_fraction[d] = fraction.axis[d].view();
        }
        view.phi = phi.view();
        camera.centre = {2, 1.5f, 1};
        camera.width = 4;
        camera.height = 3;
        camera.pixels = {400, 300};
    }
    std::span<const CellNumber> find(Slice::Quantity shown, int axis = 2, glm::vec2 glyph = {7, 13}) {
        return labels.find(view, slice_of(shown, axis, 0), render, {-1, 1}, camera, glyph);
    }
};

TEST(SliceLabels, ArePlacedAtTheirSamples) {
    Fixture f;
    // Divergence: in the fluid's cells only.
    auto found = f.find(Slice::Quantity::divergence);
    ASSERT_EQ(found.size(), 6u);
    EXPECT_EQ(found[0].pixel, glm::vec2(50, 250));
    EXPECT_EQ(found[5].pixel, glm::vec2(250, 150));
    EXPECT_EQ(found[0].text, "11.1");  // 10 along x, 1 along y, 0.1 along z

    // Along x there is one more face than cells; air has velocities too.
    found = f.find(Slice::Quantity::velocity_x);
    ASSERT_EQ(found.size(), 5u * 3);
    EXPECT_EQ(found[1].pixel, glm::vec2(100, 250));
    EXPECT_EQ(found[1].text, "10.0");
    EXPECT_EQ(found[14].pixel, glm::vec2(400, 50));
    EXPECT_EQ(found[14].text, "42.0");

    found = f.find(Slice::Quantity::velocity_y);
    ASSERT_EQ(found.size(), 4u * 4);
    EXPECT_EQ(found[5].pixel, glm::vec2(150, 200));
    EXPECT_EQ(found[5].text, "111");

    // The z faces of a cell lie on both sides of the slice: the label of the upper face (+z) is above the other.
    found = f.find(Slice::Quantity::velocity_z);
    ASSERT_EQ(found.size(), 4u * 3 * 2);
    EXPECT_EQ(found[0].pixel, glm::vec2(50, 250 - 6.5f));
    EXPECT_EQ(found[1].pixel, glm::vec2(50, 250 + 6.5f));
    f.velocity.axis[2][f.view.grid.at(0, 0, 1)] = -5;
    found = f.find(Slice::Quantity::velocity_z);
    EXPECT_EQ(found[0].text, "-5.00");
    EXPECT_EQ(found[1].text, "200");
}

TEST(SliceLabels, AreShownOnlyWhereTheyFit) {
    Fixture f;
    EXPECT_EQ(f.find(Slice::Quantity::cell_type).size(), 0u);
    EXPECT_EQ(f.find(Slice::Quantity::off).size(), 0u);
    // Four glyphs and a margin: 4.6 glyphs of 100 pixels.
    EXPECT_EQ(f.find(Slice::Quantity::divergence, 2, {21.7f, 13}).size(), 6u);
    EXPECT_EQ(f.find(Slice::Quantity::divergence, 2, {21.8f, 13}).size(), 0u);
    EXPECT_EQ(f.find(Slice::Quantity::divergence, 2, {7, 90.9f}).size(), 6u);
    EXPECT_EQ(f.find(Slice::Quantity::divergence, 2, {7, 91}).size(), 0u);
    EXPECT_EQ(f.find(Slice::Quantity::divergence, 0).size(), 0u) << "seen edge-on";
    // Labels off the canvas are left out.
    f.camera.centre.x = 3;
    EXPECT_EQ(f.find(Slice::Quantity::divergence).size(), 4u);
    // In perspective, labels behind the eye are left out as well.
    f.camera.centre = {1.5f, 1, 0.5f};
    f.camera.distance = 3;
    f.camera.fit_distance = 3;
    EXPECT_EQ(f.find(Slice::Quantity::divergence).size(), 6u);
    f.camera.centre.z = -3.5f;
    EXPECT_EQ(f.find(Slice::Quantity::divergence).size(), 0u);
    f.view = {};
    EXPECT_EQ(f.find(Slice::Quantity::divergence).size(), 0u) << "no grid";
}

TEST(SliceLabels, HaveTheBackgroundColourOfTheirCell) {
    Fixture f;
    const auto found = f.find(Slice::Quantity::divergence);
    const Colour top = colour_maps[diverging_map][map_colours - 1];
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found[0].background.r, top.r);
    EXPECT_EQ(found[0].background.b, top.b);
}

}  // namespace
}  // namespace slosh::slice_labels_test
