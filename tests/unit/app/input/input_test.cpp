#include "app/input/input.h"

#include <gtest/gtest.h>

#include "app/input/body_pick.h"
#include "rigid/make_body.h"

namespace slosh::input_test {
namespace {

constexpr float dt = 1.0f / 60;

// An Input with the objects that it acts on.
struct InputFixture {
    Input input;
    ContainerDrag container;
    Camera camera;
    InteractionSettings interaction;
    bool is_3d = true;
    std::vector<Body> bodies;

    InputFixture() {
        container.resize(0.3f);
        camera.width = camera.height = 2;
        camera.pixels = {400, 400};
        camera.fit_distance = camera.distance = 4;
    }
    void event(PointerEvent::Type type, int buttons, glm::vec2 pixel, int modifiers = 0, int id = 1,
               PointerEvent::Device device = PointerEvent::mouse) {
        const bool press = type == PointerEvent::down && buttons == PointerEvent::left;
        input.pointer({type, id, device, buttons, modifiers, pixel}, true, is_3d,
                      press ? pick_body(bodies, camera, pixel, 0.01f) : Pick{});
    }
    void add(BodyShape shape, glm::vec3 position) {
        BodyDef def;
        def.shape = shape;
        def.position = position;
        bodies.push_back(make_body(def, is_3d ? 3 : 2));
    }
    void finger(PointerEvent::Type type, int id, glm::vec2 pixel) {
        event(type, type == PointerEvent::up ? 0 : 1, pixel, 0, id, PointerEvent::touch);
    }
    // Advances by some steps. Returns the number of pointer forces in the last one.
    size_t update(int steps = 30) {
        size_t forces = 0;
        for (int i = 0; i < steps; ++i) {
            forces = input.update(camera, interaction, container, dt).size();
            container.advance(dt);
        }
        return forces;
    }
};

TEST(Input, In3dADragOrbitsTheCameraAndLeavesTheContainer) {
    InputFixture t;
    t.event(PointerEvent::down, 1, {200, 200});
    t.event(PointerEvent::move, 1, {230, 190});
    t.event(PointerEvent::move, 1, {260, 180});
    EXPECT_EQ(t.update(), 0u) << "and applies no force to the fluid";
    EXPECT_EQ(t.container.offset(), glm::vec3(0));
    const Input::CameraDelta eye = t.input.take_camera_delta();
    EXPECT_EQ(eye.turn, glm::vec2(60, -20));
    EXPECT_EQ(eye.zoom, 1);
    EXPECT_EQ(t.input.take_camera_delta().turn, glm::vec2(0)) << "taken once";
    t.event(PointerEvent::up, 0, {260, 180});
    t.event(PointerEvent::move, 0, {300, 300});
    EXPECT_EQ(t.input.take_camera_delta().turn, glm::vec2(0));
    EXPECT_EQ(t.update(), 1u) << "hovering pushes";
}

TEST(Input, In3dAModifierOrTheRightButtonMovesTheContainer) {
    struct Press {
        int buttons, modifiers;
    };
    for (const Press press : {Press{1, PointerEvent::shift}, Press{1, PointerEvent::ctrl}, Press{2, 0}}) {
        InputFixture t;
        t.event(PointerEvent::down, press.buttons, {200, 200}, press.modifiers);
        t.update(1);
        t.event(PointerEvent::move, press.buttons, {220, 200});
        t.update(60);
        EXPECT_NEAR(t.container.offset().x, 0.1f, 0.01f) << "20 pixels, 200 pixels per unit";
        EXPECT_EQ(t.input.take_camera_delta().turn, glm::vec2(0));
        t.event(PointerEvent::up, 0, {220, 200});
        t.update(240);
        EXPECT_LT(glm::length(t.container.offset()), 1e-2f) << "and it springs back";
    }
    InputFixture t;
    t.event(PointerEvent::down, 2, {200, 200}, PointerEvent::shift);
    EXPECT_EQ(t.update(), 1u) << "Shift and the right button stir";
    EXPECT_EQ(t.container.offset(), glm::vec3(0));
}

TEST(Input, TwoFingersPinchAndMoveTheContainer) {
    InputFixture t;
    t.finger(PointerEvent::down, 1, {150, 200});
    t.finger(PointerEvent::move, 1, {160, 200});
    EXPECT_EQ(t.input.take_camera_delta().turn, glm::vec2(10, 0)) << "one finger turns";
    t.finger(PointerEvent::down, 2, {240, 200});
    t.update(1);
    t.finger(PointerEvent::move, 1, {140, 220});
    t.finger(PointerEvent::move, 2, {260, 220});
    const Input::CameraDelta eye = t.input.take_camera_delta();
    EXPECT_EQ(eye.turn, glm::vec2(0));
    EXPECT_NEAR(eye.zoom, 120.0f / 80, 0.02f);
    t.update(60);
    EXPECT_NEAR(t.container.offset().y, -0.1f, 0.01f) << "both moved down by 20 pixels";
    EXPECT_NEAR(t.container.offset().x, 0, 0.01f);
    t.finger(PointerEvent::up, 2, {260, 220});
    t.finger(PointerEvent::move, 1, {100, 100});
    t.update(240);
    EXPECT_EQ(t.input.take_camera_delta().turn, glm::vec2(0)) << "the remaining pointer does nothing";
    EXPECT_LT(glm::length(t.container.offset()), 1e-2f);
}

TEST(Input, AFingerWithShiftMovesTheContainerAndASecondOneStirs) {
    InputFixture t;
    t.event(PointerEvent::down, 1, {200, 200}, PointerEvent::shift, 1, PointerEvent::touch);
    t.update(1);
    t.event(PointerEvent::move, 1, {220, 200}, PointerEvent::shift, 1, PointerEvent::touch);
    t.update(60);
    EXPECT_NEAR(t.container.offset().x, 0.1f, 0.01f);
    EXPECT_EQ(t.input.take_camera_delta().turn, glm::vec2(0));
    t.event(PointerEvent::down, 1, {100, 100}, PointerEvent::shift, 2, PointerEvent::touch);
    EXPECT_EQ(t.update(), 1u);
}

TEST(Input, In2dADragMovesTheContainerAndNeverTheCamera) {
    InputFixture t;
    t.is_3d = false;
    t.camera.distance = 0;
    t.event(PointerEvent::down, 1, {200, 200});
    t.update(1);
    t.event(PointerEvent::move, 1, {220, 200});
    t.update(60);
    EXPECT_NEAR(t.container.offset().x, 0.1f, 0.01f);
    EXPECT_EQ(t.input.take_camera_delta().turn, glm::vec2(0));
    t.event(PointerEvent::up, 0, {220, 200});
    t.event(PointerEvent::down, 2, {220, 200});
    EXPECT_EQ(t.update(), 1u) << "the right button stirs";
}

// Bodies have half extents of 0.1, and a pixel at the centre is 1 / 200.
TEST(Input, In2dAPressOnABodyGrabsIt) {
    InputFixture t;
    t.is_3d = false;
    t.camera.distance = 0;
    t.add(BodyShape::box, {0.5f, 0, 0});
    t.event(PointerEvent::down, 1, {310, 190});
    EXPECT_EQ(t.update(), 0u) << "a press that grabs a body applies no pointer force";
    t.event(PointerEvent::move, 1, {210, 150});
    t.update();
    ASSERT_EQ(t.input.grabs().size(), 1u);
    const Grab grab = t.input.grabs()[0];
    EXPECT_EQ(grab.body, 0);
    EXPECT_LT(glm::length(grab.local_point - glm::vec3(0.05f, 0.05f, 0)), 1e-5f);
    EXPECT_LT(glm::length(grab.target - glm::vec3(0.05f, 0.25f, 0)), 1e-5f);
    EXPECT_EQ(t.container.offset(), glm::vec3(0));
    t.event(PointerEvent::up, 0, {210, 150});
    EXPECT_FALSE(t.input.take_click()) << "and is no click on a particle";
    t.update();
    EXPECT_TRUE(t.input.grabs().empty());
    t.event(PointerEvent::down, 1, {200, 350});
    t.update(1);
    EXPECT_TRUE(t.input.grabs().empty());
    EXPECT_TRUE(t.input.dragging()) << "beside the body a press drags the container";
    t.event(PointerEvent::up, 0, {200, 350});
    t.event(PointerEvent::down, 2, {300, 200});
    EXPECT_EQ(t.update(), 1u) << "the right button stirs over a body too";
}

TEST(Input, In3dAPressOnABodyGrabsItAndElsewhereOrbits) {
    InputFixture t;
    t.add(BodyShape::ball, {0, 0, -1});
    t.add(BodyShape::box, {0, 0, 1});
    t.event(PointerEvent::down, 1, {200, 200});
    t.update();
    ASSERT_EQ(t.input.grabs().size(), 1u);
    EXPECT_EQ(t.input.grabs()[0].body, 1) << "the body in front";
    EXPECT_LT(glm::length(t.input.grabs()[0].local_point - glm::vec3(0, 0, 0.1f)), 0.02f) << "on the side of the eye";
    t.event(PointerEvent::move, 1, {300, 200});
    t.update();
    const glm::vec3 target = t.input.grabs()[0].target;
    // The eye is 4 from the centre and 2.9 from the grabbed point: half a unit at the centre is 2.9 / 8 there.
    EXPECT_NEAR(target.x, 0.5f * 2.9f / 4, 0.005f);
    EXPECT_NEAR(target.z, 1.1f, 0.02f) << "in the plane that faces the eye";
    EXPECT_EQ(t.input.take_camera_delta().turn, glm::vec2(0));
    t.event(PointerEvent::up, 0, {300, 200});
    t.event(PointerEvent::down, 1, {300, 100});
    t.event(PointerEvent::move, 1, {310, 100});
    t.update();
    EXPECT_TRUE(t.input.grabs().empty());
    EXPECT_EQ(t.input.take_camera_delta().turn, glm::vec2(10, 0));
    t.event(PointerEvent::up, 0, {310, 100});
    t.event(PointerEvent::down, 1, {200, 200}, PointerEvent::shift);
    t.update(1);
    EXPECT_TRUE(t.input.grabs().empty());
    EXPECT_TRUE(t.input.dragging()) << "with Shift the container, also over a body";
    t.event(PointerEvent::up, 0, {200, 200});
    t.finger(PointerEvent::down, 7, {200, 200});
    t.update(1);
    EXPECT_EQ(t.input.grabs().size(), 1u) << "a finger grabs";
    t.finger(PointerEvent::down, 8, {300, 100});
    t.finger(PointerEvent::move, 8, {305, 100});
    EXPECT_EQ(t.input.take_camera_delta().turn, glm::vec2(5, 0)) << "while another orbits the camera";
}

TEST(Input, KinematicBodiesCannotBeGrabbed) {
    InputFixture t;
    BodyDef paddle;
    paddle.oscillation = {0.1f, 0, 0};
    paddle.period = 1;
    t.bodies.push_back(make_body(paddle, 3));
    EXPECT_EQ(pick_body(t.bodies, t.camera, {200, 200}, 0.01f).body, -1);
    t.add(BodyShape::capsule, {0, 0, -0.5f});
    EXPECT_EQ(pick_body(t.bodies, t.camera, {200, 200}, 0.01f).body, 1);
}

TEST(Input, WhileTheKeyIsPressedHoveringPoursInsteadOfPushing) {
    for (const bool is_3d : {false, true}) {
        InputFixture t;
        t.is_3d = is_3d;
        if (!is_3d) t.camera.distance = 0;
        t.event(PointerEvent::move, 0, {240, 160});
        EXPECT_EQ(t.update(1), 1u);
        EXPECT_TRUE(t.input.pour_positions().empty());
        t.input.pour_by_key(true);
        EXPECT_EQ(t.update(1), 0u) << "a press that pours applies no pointer force";
        ASSERT_EQ(t.input.pour_positions().size(), 1u);
        EXPECT_LT(glm::length(t.input.pour_positions()[0] - glm::vec3(0.2f, 0.2f, 0)), 1e-5f);
        t.event(PointerEvent::move, 0, {180, 200});
        t.update(1);
        EXPECT_LT(glm::length(t.input.pour_positions()[0] - glm::vec3(-0.1f, 0, 0)), 1e-5f) << "under the pointer";
        t.event(PointerEvent::down, 1, {180, 200});
        t.update(1);
        EXPECT_TRUE(t.input.pour_positions().empty()) << "the action of a press is unchanged";
        t.event(PointerEvent::up, 0, {180, 200});
        t.input.pour_by_key(false);
        EXPECT_EQ(t.update(1), 1u);
        EXPECT_TRUE(t.input.pour_positions().empty());
    }
}

TEST(Input, WithThePourToolAPressOnlyPours) {
    for (const bool is_3d : {false, true}) {
        InputFixture t;
        t.is_3d = is_3d;
        if (!is_3d) t.camera.distance = 0;
        t.add(BodyShape::box, {0, 0, 0});
        t.input.set_tool(InteractionSettings::Tool::pour);
        t.event(PointerEvent::down, 1, {200, 200});
        EXPECT_EQ(t.update(), 0u);
        EXPECT_TRUE(t.input.grabs().empty()) << "over a body, too";
        ASSERT_EQ(t.input.pour_positions().size(), 1u);
        t.event(PointerEvent::move, 1, {300, 100});
        t.update();
        ASSERT_EQ(t.input.pour_positions().size(), 1u);
        EXPECT_LT(glm::length(t.input.pour_positions()[0] - glm::vec3(0.5f, 0.5f, 0)), 1e-5f);
        EXPECT_EQ(t.container.offset(), glm::vec3(0));
        EXPECT_EQ(t.input.take_camera_delta().turn, glm::vec2(0));
        t.event(PointerEvent::up, 0, {300, 100});
        EXPECT_FALSE(t.input.take_click());
        t.update();
        EXPECT_TRUE(t.input.pour_positions().empty());

        t.finger(PointerEvent::down, 7, {100, 300});
        t.finger(PointerEvent::move, 7, {120, 300});
        t.finger(PointerEvent::down, 8, {300, 300});
        t.update(1);
        ASSERT_EQ(t.input.pour_positions().size(), 1u) << "the first finger pours";
        EXPECT_LT(glm::length(t.input.pour_positions()[0] - glm::vec3(-0.4f, -0.5f, 0)), 1e-5f);
        t.finger(PointerEvent::up, 7, {120, 300});
        t.update(1);
        EXPECT_TRUE(t.input.pour_positions().empty());
        t.event(PointerEvent::down, 2, {350, 350});
        EXPECT_EQ(t.update(1), is_3d ? 0u : 1u) << "the action of the right button is unchanged";
    }
}

TEST(Input, ToolsChangeTheActionOfTheLeftButtonAndOfOneFinger) {
    for (const bool is_3d : {false, true})
        for (const bool touch : {false, true})
            for (const InteractionSettings::Tool tool :
                 {InteractionSettings::Tool::push, InteractionSettings::Tool::stir, InteractionSettings::Tool::drop}) {
                InputFixture t;
                t.is_3d = is_3d;
                if (!is_3d) t.camera.distance = 0;
                t.input.set_tool(tool);
                const auto move = [&](PointerEvent::Type type, glm::vec2 at) {
                    t.event(type, 1, at, 0, 1, touch ? PointerEvent::touch : PointerEvent::mouse);
                };
                move(PointerEvent::down, {200, 200});
                move(PointerEvent::move, {220, 200});
                t.update(1);
                move(PointerEvent::move, {260, 200});
                const std::span<const PointerForce> forces = t.input.update(t.camera, t.interaction, t.container, dt);
                if (tool == InteractionSettings::Tool::drop) {
                    EXPECT_TRUE(forces.empty()) << "no force on the fluid";
                } else {
                    ASSERT_EQ(forces.size(), 1u) << is_3d << touch;
                    EXPECT_EQ(forces[0].kind,
                              tool == InteractionSettings::Tool::stir ? PointerForce::drag : PointerForce::repel);
                }
                if (tool == InteractionSettings::Tool::stir) {
                    EXPECT_GT(forces[0].velocity.x, 0);
                }
                t.update();
                EXPECT_EQ(t.container.offset(), glm::vec3(0)) << "the container stays";
                EXPECT_EQ(t.input.take_camera_delta().turn, glm::vec2(0)) << "and so does the camera";
                if (!touch) continue;
                t.finger(PointerEvent::up, 1, {260, 200});
                EXPECT_EQ(t.update(1), 0u) << "a released pointer is removed";
            }
}

TEST(Input, ToolsLeaveTheRightButtonAndBodiesUnchanged) {
    InputFixture t;
    t.input.set_tool(InteractionSettings::Tool::stir);
    t.event(PointerEvent::down, 2, {200, 200});
    t.event(PointerEvent::move, 2, {260, 200});
    t.update();
    EXPECT_GT(t.container.offset().x, 0) << "in 3D the right button moves the container";
    InputFixture table_2d;
    table_2d.is_3d = false;
    table_2d.camera.distance = 0;
    table_2d.add(BodyShape::ball, {0, 0, 0});
    table_2d.input.set_tool(InteractionSettings::Tool::drop);
    table_2d.event(PointerEvent::down, 1, {200, 200});
    table_2d.update(1);
    EXPECT_EQ(table_2d.input.grabs().size(), 1u);
}

}  // namespace
}  // namespace slosh::input_test
