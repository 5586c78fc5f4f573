// Glyphs of the grid in 3D: the positions of arrows, and the cell faces that are drawn.
#include "render/debug/grid_glyphs.h"

#include <gtest/gtest.h>

#include <array>

#include "grid/flip_particles.h"
#include "support/slices.h"

namespace slosh::grid_glyphs_test {
namespace {

// A block of water of 3 x 2 x 2 cells in the corner of a grid of 4 x 3 x 2, seen from the right, above and in front.
struct Block {
    GridView view;
    Faces velocity, fraction;
    SimdArray<float> phi;
    Camera camera;

    Block() {
        const MacGrid grid(4, 3, 2, 1);
        view.grid = grid;
        view.corner = {10, 20, 30};
        view.edge = {1, 2, 0.5f};
        velocity.assign(grid);
        fraction.assign(grid);
        phi.assign(grid.size(), 1);
        for (int k = 0; k <= grid.nz; ++k)
            for (int j = 0; j <= grid.ny; ++j)
                for (int i = 0; i <= grid.nx; ++i) {
                    const int cell = grid.at(i, j, k);
                    for (int d = 0; d < 3; ++d) fraction.axis[d][cell] = 1;
                    velocity.axis[0][cell] = static_cast<float>(i);
                    velocity.axis[2][cell] = -3;
                    if (i < 3 && j < 2 && k < 2) phi[cell] = -1;
                }
        for (size_t d = 0; d < 3; ++d) {
            view.velocity[d] = velocity.axis[d].view();
            view.face_fraction[d] = fraction.axis[d].view();
        }
        view.phi = phi.view();
        look_from({100, 100, 100});
    }
    void look_from(glm::vec3 eye) {
        camera.centre = {0, 0, 0};
        camera.distance = glm::length(eye);
        camera.axes[2] = eye / camera.distance;
    }
    // The number of drawn faces of a cell type, by axis.
    std::array<int, 3> faces(const Slice& slice, CellType type = CellType::fluid) {
        std::vector<BoxCorner> corners;
        find_boxes(view, slice, camera, corners);
        std::array<int, 3> count{};
        const CellColour unshaded = type_colours[static_cast<size_t>(type)];
        for (size_t i = 0; i < corners.size(); i += 6) {
            const glm::vec3 normal = glm::cross(corners[i + 1].position - corners[i].position,
                                                corners[i + 2].position - corners[i].position);
            const size_t axis = normal.x != 0 ? 0 : normal.y != 0 ? 1 : 2;
            const float brightness[] = {0.8f, 1, 0.66f};
            if (corners[i].colour.b == static_cast<uint8_t>(unshaded.b * brightness[axis])) ++count[axis];
        }
        return count;
    }
};

TEST(GridGlyphs, ArrowsAreTheVelocitiesAtFluidCellCentres) {
    Block block;
    std::vector<Arrow> arrows;
    EXPECT_EQ(find_arrows(block.view, 12, arrows), 1);
    ASSERT_EQ(arrows.size(), 12u);
    EXPECT_EQ(arrows[4].position, glm::vec3(11.5f, 23, 30.25f));
    EXPECT_EQ(arrows[4].velocity, glm::vec3(1.5f, 0, -3));
    // With a maximum of 11: every second cell along each axis.
    EXPECT_EQ(find_arrows(block.view, 11, arrows), 2);
    ASSERT_EQ(arrows.size(), 2u);
    EXPECT_EQ(arrows[1].position, glm::vec3(12.5f, 21, 30.25f));
    block.phi.assign(block.view.grid.size(), 1);
    block.view.phi = block.phi.view();
    EXPECT_EQ(find_arrows(block.view, 1, arrows), 1);
    EXPECT_TRUE(arrows.empty());
}

TEST(GridGlyphs, OnlyVisibleFacesAreDrawn) {
    Block block;
    using Counts = std::array<int, 3>;
    EXPECT_EQ(block.faces({}), (Counts{4, 6, 6}));
    block.look_from({-100, 100, 100});
    EXPECT_EQ(block.faces({}), (Counts{4, 6, 6})) << "towards the wall";
    // The eye is in front of the block, at the height of its lower cells, which hide the lower faces of the upper
    // cells.
    block.look_from({11.5f, 21, 100});
    EXPECT_EQ(block.faces({}), (Counts{0, 0, 6}));

    block.look_from({100, 100, 100});
    std::vector<BoxCorner> corners;
    find_boxes(block.view, {}, block.camera, corners);
    glm::vec3 low(1e9f), high(-1e9f);
    for (const BoxCorner& corner : corners)
        low = glm::min(low, corner.position), high = glm::max(high, corner.position);
    EXPECT_EQ(low, glm::vec3(10, 20, 30));
    EXPECT_EQ(high, glm::vec3(13, 24, 31));
}

TEST(GridGlyphs, SliceClipsTheBoxesAndSolidCellsAreSeparate) {
    Block block;
    using Counts = std::array<int, 3>;
    Slice slice = slice_of(Slice::Quantity::pressure, 2, 0.9f);
    EXPECT_EQ(block.faces(slice), (Counts{2, 3, 0})) << "only cells behind the slice, which is drawn separately";
    slice.cuts = false;
    EXPECT_EQ(block.faces(slice), (Counts{4, 6, 6}));
    slice.cuts = true;
    block.look_from({100, 100, -100});
    EXPECT_EQ(block.faces(slice), (Counts{0, 0, 0})) << "no cell is behind the slice";

    block.look_from({100, 100, 100});
    const int cell = block.view.grid.at(3, 2, 1);
    for (int d = 0; d < 3; ++d)
        block.fraction.axis[d][cell] = block.fraction.axis[d][cell + block.view.grid.stride(d)] = 0;
    EXPECT_EQ(block.faces({}, CellType::solid), (Counts{1, 1, 1}));
    EXPECT_EQ(block.faces({}), (Counts{4, 6, 6}));
}

}  // namespace
}  // namespace slosh::grid_glyphs_test
