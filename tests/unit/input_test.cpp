#include "app/input.h"

#include <gtest/gtest.h>

namespace slosh {
namespace {

constexpr float dt = 1.0f / 60;

struct Table {
    Input input;
    Container container;
    Camera camera;
    Hand hand;
    bool deep = true;

    Table() {
        container.resize(0.3f);
        camera.width = camera.height = 2;
        camera.pixels = {400, 400};
        camera.fitted = camera.distance = 4;
    }
    void event(PointerEvent::Type type, int buttons, glm::vec2 pixel, int modifiers = 0, int id = 1,
               PointerEvent::Device device = PointerEvent::mouse) {
        input.pointer({type, id, device, buttons, modifiers, pixel}, true, deep);
    }
    void finger(PointerEvent::Type type, int id, glm::vec2 pixel) {
        event(type, type == PointerEvent::up ? 0 : 1, pixel, 0, id, PointerEvent::touch);
    }
    // How far the container gets in a while, and what is felt in the fluid.
    size_t hands(int steps = 30) {
        size_t felt = 0;
        for (int i = 0; i < steps; ++i) {
            felt = input.hands(camera, hand, container, dt).size();
            container.advance(dt);
        }
        return felt;
    }
};

TEST(Input, InDepthADragTurnsTheEyeAndLeavesTheContainer) {
    Table t;
    t.event(PointerEvent::down, 1, {200, 200});
    t.event(PointerEvent::move, 1, {230, 190});
    t.event(PointerEvent::move, 1, {260, 180});
    EXPECT_EQ(t.hands(), 0u) << "and does not push the fluid";
    EXPECT_EQ(t.container.offset(), glm::vec3(0));
    const Input::Eye eye = t.input.take_eye();
    EXPECT_EQ(eye.turn, glm::vec2(60, -20));
    EXPECT_EQ(eye.closer, 1);
    EXPECT_EQ(t.input.take_eye().turn, glm::vec2(0)) << "taken once";
    t.event(PointerEvent::up, 0, {260, 180});
    t.event(PointerEvent::move, 0, {300, 300});
    EXPECT_EQ(t.input.take_eye().turn, glm::vec2(0));
    EXPECT_EQ(t.hands(), 1u) << "hovering pushes";
}

TEST(Input, InDepthAModifierOrTheRightButtonMovesTheContainer) {
    struct Way {
        int buttons, modifiers;
    };
    for (const Way way : {Way{1, PointerEvent::shift}, Way{1, PointerEvent::ctrl}, Way{2, 0}}) {
        Table t;
        t.event(PointerEvent::down, way.buttons, {200, 200}, way.modifiers);
        t.hands(1);
        t.event(PointerEvent::move, way.buttons, {220, 200});
        t.hands(60);
        EXPECT_NEAR(t.container.offset().x, 0.1f, 0.01f) << "20 of 200 pixels a unit";
        EXPECT_EQ(t.input.take_eye().turn, glm::vec2(0));
        t.event(PointerEvent::up, 0, {220, 200});
        t.hands(240);
        EXPECT_LT(glm::length(t.container.offset()), 1e-2f) << "and it springs back";
    }
    Table t;
    t.event(PointerEvent::down, 2, {200, 200}, PointerEvent::shift);
    EXPECT_EQ(t.hands(), 1u) << "Shift and the right button stir";
    EXPECT_EQ(t.container.offset(), glm::vec3(0));
}

TEST(Input, TwoFingersPinchAndMoveTheContainer) {
    Table t;
    t.finger(PointerEvent::down, 1, {150, 200});
    t.finger(PointerEvent::move, 1, {160, 200});
    EXPECT_EQ(t.input.take_eye().turn, glm::vec2(10, 0)) << "one finger turns";
    t.finger(PointerEvent::down, 2, {240, 200});
    t.hands(1);
    t.finger(PointerEvent::move, 1, {140, 220});
    t.finger(PointerEvent::move, 2, {260, 220});
    const Input::Eye eye = t.input.take_eye();
    EXPECT_EQ(eye.turn, glm::vec2(0));
    EXPECT_NEAR(eye.closer, 120.0f / 80, 0.02f);
    t.hands(60);
    EXPECT_NEAR(t.container.offset().y, -0.1f, 0.01f) << "both went down by 20";
    EXPECT_NEAR(t.container.offset().x, 0, 0.01f);
    t.finger(PointerEvent::up, 2, {260, 220});
    t.finger(PointerEvent::move, 1, {100, 100});
    t.hands(240);
    EXPECT_EQ(t.input.take_eye().turn, glm::vec2(0)) << "the finger that stays waits";
    EXPECT_LT(glm::length(t.container.offset()), 1e-2f);
}

TEST(Input, InTheFlatAllIsAsItWas) {
    Table t;
    t.deep = false;
    t.camera.distance = 0;
    t.event(PointerEvent::down, 1, {200, 200});
    t.hands(1);
    t.event(PointerEvent::move, 1, {220, 200});
    t.hands(60);
    EXPECT_NEAR(t.container.offset().x, 0.1f, 0.01f);
    EXPECT_EQ(t.input.take_eye().turn, glm::vec2(0));
    t.event(PointerEvent::up, 0, {220, 200});
    t.event(PointerEvent::down, 2, {220, 200});
    EXPECT_EQ(t.hands(), 1u) << "the right button stirs";
}

}  // namespace
}  // namespace slosh
