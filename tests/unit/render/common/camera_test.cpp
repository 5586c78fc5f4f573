#include "render/common/camera.h"

#include <gtest/gtest.h>

#include <cmath>

#include "app/input/orbit_camera.h"

namespace slosh::camera_test {
namespace {

Camera wide() {
    Camera camera;
    camera.centre = {10, -5, 0};
    camera.width = 40;
    camera.height = 20;
    camera.pixels = {1000, 250};  // wider than the view: the height determines the scale
    return camera;
}

TEST(Camera, FitsTheWholeViewForAnyCanvas) {
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

TEST(Camera, PixelYPointsDownAndWorldYUp) {
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

// --- perspective ---

Camera orbiting(float yaw, float pitch, float zoom = 1) {
    OrbitCamera orbit;
    orbit.start(yaw, pitch);
    orbit.zoom(zoom);
    for (int i = 0; i < 200; ++i) orbit.advance(0.05f);
    Camera camera = wide();
    camera.centre = {0.2f, -0.1f, 0.4f};
    camera.width = 2;
    camera.height = 1;
    camera.fit_distance = 3;
    camera.distance = camera.fit_distance / orbit.shown().zoom;
    camera.axes = orbit.axes();
    camera.shift = {60, 20};
    return camera;
}

TEST(PerspectiveCamera, AxesAreOrthogonalForAnyEye) {
    for (float yaw : {-500.0f, -90.0f, 0.0f, 33.0f, 180.0f, 271.0f})
        for (float pitch : {-85.0f, -20.0f, 0.0f, 60.0f, 85.0f}) {
            const glm::mat3 axes = orbiting(yaw, pitch).axes;
            for (int a = 0; a < 3; ++a)
                for (int b = 0; b < 3; ++b) EXPECT_NEAR(glm::dot(axes[a], axes[b]), a == b, 1e-5);
            EXPECT_NEAR(glm::dot(glm::cross(axes[0], axes[1]), axes[2]), 1, 1e-5) << "right-handed";
            const double up = std::sin(static_cast<double>(pitch) * M_PI / 180);
            const double right = std::sin(static_cast<double>(yaw) * M_PI / 180);
            EXPECT_NEAR(axes[2].y, up, 1e-5) << "pitch " << pitch;
            EXPECT_NEAR(axes[2].x, right * std::sqrt(1 - up * up), 1e-5) << "yaw " << yaw;
            EXPECT_NEAR(axes[0].y, 0, 1e-6) << "the horizon is level";
        }
}

TEST(PerspectiveCamera, ToPixelInvertsToWorldAndEveryPointOfTheRay) {
    const Camera camera = orbiting(35, 20, 1.3f);
    for (glm::vec2 pixel : {glm::vec2(0, 0), glm::vec2(500, 125), glm::vec2(990, 3), glm::vec2(20, 240)}) {
        const glm::vec2 back = camera.to_pixel(camera.to_world(pixel));
        EXPECT_NEAR(back.x, pixel.x, 2e-3);
        EXPECT_NEAR(back.y, pixel.y, 2e-3);
        const Ray ray = camera.to_ray(pixel);
        EXPECT_NEAR(glm::length(ray.direction), 1, 1e-6);
        for (float t : {0.5f, 2.0f, 5.0f}) {
            const glm::vec2 along = camera.to_pixel(ray.origin + t * ray.direction);
            EXPECT_NEAR(along.x, pixel.x, 5e-3);
            EXPECT_NEAR(along.y, pixel.y, 5e-3);
        }
    }
}

TEST(PerspectiveCamera, CentreIsDisplacedByTheShift) {
    const Camera camera = orbiting(-120, 40);
    const glm::vec2 pixel = camera.to_pixel(camera.centre);
    EXPECT_NEAR(pixel.x, 560, 1e-3);
    EXPECT_NEAR(pixel.y, 105, 1e-3) << "upwards";
}

TEST(PerspectiveCamera, ClipSpaceAgreesWithPixels) {
    const Camera camera = orbiting(35, 20, 0.7f);
    for (glm::vec3 world : {glm::vec3(0, 0, 0), glm::vec3(0.7f, 0.2f, -0.5f), glm::vec3(-1, 0.4f, 0.9f)}) {
        const glm::vec4 clip = camera.world_to_clip() * glm::vec4(world, 1);
        const glm::vec2 pixel = camera.to_pixel(world);
        EXPECT_NEAR(clip.x / clip.w, pixel.x / 500 - 1, 1e-5);
        EXPECT_NEAR(clip.y / clip.w, 1 - pixel.y / 125, 1e-5);
        const glm::vec2 depth = camera.depth_terms();
        const float z = camera.to_view(world).z;
        EXPECT_NEAR(clip.z / clip.w, -(depth.x * z + depth.y) / z, 1e-5) << "depth_terms() gives the same depth";
        EXPECT_LT(std::abs(clip.z), clip.w);
    }
}

TEST(PerspectiveCamera, NearerObjectsAreLargerAndInFront) {
    const Camera camera = orbiting(0, 0);
    const auto size = [&](float z) { return camera.to_pixel({0.1f, 0, z}).x - camera.to_pixel({0, 0, z}).x; };
    EXPECT_GT(size(1), 1.5f * size(-1));
    const glm::mat4 m = camera.world_to_clip();
    const glm::vec4 front = m * glm::vec4(0, 0, 1, 1), rear = m * glm::vec4(0, 0, -1, 1);
    EXPECT_LT(front.z / front.w, rear.z / rear.w);
}

TEST(PerspectiveCamera, TheFittedSizeFillsTheCanvasAtTheCentre) {
    const Camera camera = orbiting(0, 0);
    EXPECT_NEAR(camera.pixels_per_unit(), 250, 1e-3) << "height 1 on 250 pixels";
    EXPECT_NEAR(orbiting(0, 0, 2).pixels_per_unit(), 500, 1e-3);
}

TEST(Camera, PointsOfAFacingPlaneProjectToTheirPixels) {
    Camera camera = wide();
    const glm::vec3 at_depth = camera.to_plane(camera.to_pixel({12, -3, 0}), {0, 0, 7});
    EXPECT_LT(glm::length(at_depth - glm::vec3(12, -3, 7)), 1e-3f) << "in 2D at the given depth";
    camera.fit_distance = 60;
    camera.distance = 45;
    camera.shift = {-80, 30};
    const float c = 0.8f, s = 0.6f;
    camera.axes = glm::mat3({c, 0, -s}, {0, 1, 0}, {s, 0, c});
    const glm::vec3 at{14, -8, 6}, beside = at + 3.0f * camera.axes[0] - 2.0f * camera.axes[1];
    EXPECT_LT(glm::length(camera.to_plane(camera.to_pixel(beside), at) - beside), 1e-3f);
}

}  // namespace
}  // namespace slosh::camera_test
