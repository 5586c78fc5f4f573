#include "render/camera.h"

#include <gtest/gtest.h>

#include <cmath>

namespace slosh {
namespace {

Camera wide() {
    Camera camera;
    camera.centre = {10, -5, 0};
    camera.width = 40;
    camera.height = 20;
    camera.pixels = {1000, 250};  // wider than the view: the height decides
    return camera;
}

TEST(Camera, FitsTheWholeViewWhateverTheCanvas) {
    Camera camera = wide();
    EXPECT_FLOAT_EQ(camera.pixels_per_unit(), 12.5f);
    camera.pixels = {400, 4000};
    EXPECT_FLOAT_EQ(camera.pixels_per_unit(), 10);
}

TEST(Camera, TheMiddleOfTheCanvasIsTheCentre) {
    const glm::vec3 world = wide().to_world({500, 125});
    EXPECT_FLOAT_EQ(world.x, 10);
    EXPECT_FLOAT_EQ(world.y, -5);
}

TEST(Camera, PixelsRunDownAndTheWorldUp) {
    const glm::vec3 corner = wide().to_world({0, 0});
    EXPECT_FLOAT_EQ(corner.x, 10 - 40);
    EXPECT_FLOAT_EQ(corner.y, -5 + 10);
}

TEST(Camera, ToPixelInvertsToWorld) {
    const Camera camera = wide();
    const glm::vec2 pixel = camera.to_pixel(camera.to_world({123, 45}));
    EXPECT_NEAR(pixel.x, 123, 1e-3);
    EXPECT_NEAR(pixel.y, 45, 1e-3);
}

TEST(Camera, ClipSpaceAgreesWithPixels) {
    const Camera camera = wide();
    const glm::vec4 clip = camera.world_to_clip() * glm::vec4(camera.to_world({750, 50}), 1);
    EXPECT_NEAR(clip.x, 0.5f, 1e-5);
    EXPECT_NEAR(clip.y, 0.6f, 1e-5);
    EXPECT_EQ(clip.w, 1);
}

TEST(Camera, NearerIsInFront) {
    const glm::mat4 m = wide().world_to_clip();
    EXPECT_LT((m * glm::vec4(0, 0, 1, 1)).z, (m * glm::vec4(0, 0, -1, 1)).z);
}

TEST(Camera, AnEmptyCanvasStaysFinite) {
    Camera camera = wide();
    camera.pixels = {0, 0};
    const glm::vec3 world = camera.to_world({0, 0});
    EXPECT_TRUE(std::isfinite(world.x) && std::isfinite(world.y));
}

}  // namespace
}  // namespace slosh
