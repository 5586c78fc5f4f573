#include "app/input/container_extent.h"

#include <gtest/gtest.h>

#include "render/common/camera.h"

namespace slosh::container_extent_test {
namespace {

// The camera of a 3D scene on a canvas, as View::update_camera() sets it.
Camera camera_of(const Scene& scene, glm::ivec2 pixels) {
    const SceneView& view = scene.view;
    OrbitCamera home;
    home.start(view.yaw, view.pitch);
    const glm::vec2 extent = view_extent(scene);
    return {.centre = view.centre,
            .width = extent.x,
            .height = extent.y,
            .pixels = pixels,
            .distance = fit_distance(view),
            .fit_distance = fit_distance(view),
            .axes = home.axes()};
}

TEST(ContainerExtent, EveryCornerIsOnTheCanvasAtEveryAspect) {
    int seen = 0;
    for (const Scene& scene : scenes()) {
        const Walls& walls = scene.domain.walls;
        if (scene.domain.dimensions != 3 || walls.open) continue;
        ++seen;
        for (const glm::ivec2 pixels : {glm::ivec2(390, 844), {844, 390}, {1280, 720}, {600, 600}, {300, 1500}}) {
            const Camera camera = camera_of(scene, pixels);
            for (int corner = 0; corner < 8; ++corner) {
                const glm::vec3 sign(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
                const bool round = walls.shape == Shape::circle;
                const glm::vec3 half = round ? glm::vec3(0.577f * walls.half.x) : walls.half;
                const glm::vec2 at = camera.to_pixel(walls.centre + sign * half);
                EXPECT_TRUE(at.x > 0 && at.y > 0 && at.x < static_cast<float>(pixels.x) &&
                            at.y < static_cast<float>(pixels.y))
                    << scene.name << " at " << pixels.x << " x " << pixels.y << ": " << at.x << ", " << at.y;
            }
        }
    }
    EXPECT_GE(seen, 9);
}

TEST(ContainerExtent, OpenWallsNeedNothing) {
    Walls walls;
    walls.open = true;
    EXPECT_EQ(container_extent(walls, SceneView{}), glm::vec2(0));
}

}  // namespace
}  // namespace slosh::container_extent_test
