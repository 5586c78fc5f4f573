#include "app/drawing/drawing.h"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>

#include "analysis/stats.h"
#include "scenes/scenes.h"
#include "settings/settings.h"
#include "support/case_name.h"
#include "support/guarded_run.h"
#include "support/worst.h"

namespace slosh::drawing_test {
namespace {

constexpr float dt = 1 / 60.0f;

Drawing drawing_for(const char* scene, std::string_view text = "") {
    Drawing drawing;
    drawing.set_scene(*find_scene(scene));
    EXPECT_TRUE(drawing.read(text).accepted) << text;
    return drawing;
}

TEST(Drawing, TextAndObstaclesAreTheSame) {
    for (const auto& [scene, text] : {std::pair{"dam-break", "l30.-120.40.-80.42.0.-100_l12.5.5"},
                                      std::pair{"flip-dam-break", "o140.0.-100.50_b90.-200.0.-20"}}) {
        const Drawing drawing = drawing_for(scene, text);
        EXPECT_EQ(drawing.text(), text);
        EXPECT_EQ(drawing_for(scene, drawing.text()).bodies(true).size(), drawing.bodies(true).size());
    }
    const Drawing strokes = drawing_for("dam-break", "l30.-120.40.-80.42.0.-100_l12.5.5");
    const std::vector<BodyDef> bodies = strokes.bodies(true);
    ASSERT_EQ(bodies.size(), 3u);  // two parts of the first, a disc
    EXPECT_EQ(bodies[1].shape, BodyShape::capsule);
    EXPECT_EQ(bodies[2].shape, BodyShape::ball);
    const SceneView& view = find_scene("dam-break")->view;
    const float unit = std::min(view.width, view.height) / 1000;
    EXPECT_NEAR(bodies[1].half.y, 15 * unit, 1e-6f);
    EXPECT_NEAR(bodies[1].half.x, 15 * unit + 0.5f * unit * std::sqrt(80.0f * 80 + 142 * 142), 1e-5f);
    // Its axis points from one end to the other.
    const glm::vec3 axis = axes_of(normalised(bodies[1].rotation))[0], along = glm::normalize(glm::vec3(80, -142, 0));
    EXPECT_NEAR(std::abs(glm::dot(axis, along)), 1, 1e-5f);
    EXPECT_GT(bodies[0].period, 0);  // kinematic
}

TEST(Drawing, RefusesWhatIsNoDrawingAndKeepsTheOldOne) {
    Drawing drawing = drawing_for("dam-break", "l30.0.0");
    std::string many = "l5";
    for (int i = 0; i <= Drawing::max_pieces_2d + 1; ++i) many.append(".").append(std::to_string(10 * i)).append(".0");
    for (const std::string text :
         {"x1.2.3", "l", "l30", "l0.1.1", "l501.1.1", "l30.1", "l30.1.2.3", "l30.1.", "l30.1.2_", "l30..1", "l3a.1.2",
          "l30.10000.0", "l30.--1.2", "o30.0.0.0", "b30.0.0.0", "l30.1.2_q", "l30.1.2 ", "l99999999999999.1.1"}) {
        const Outcome outcome = drawing.read(text);
        EXPECT_FALSE(outcome.accepted) << text;
        EXPECT_TRUE(outcome.warning.starts_with("drawing: ")) << outcome.warning;
        EXPECT_EQ(drawing.text(), "l30.0.0") << text;
    }
    EXPECT_FALSE(drawing.read(many).accepted);
    EXPECT_NE(drawing.read(std::string(Drawing::max_text + 1, 'l')).warning.find("longer than"), std::string::npos);
    EXPECT_FALSE(drawing_for("flip-dam-break").read("l30.0.0").accepted);
    EXPECT_FALSE(drawing_for("flip-dam-break").read("o30.0.0").accepted);
    EXPECT_FALSE(drawing_for("flip-dam-break").read("o30.0.0.0.1.1.1").accepted);
}

// A line needs one part, a circle some; the corners are close to the pointer's path.
TEST(Drawing, APenLeavesFewParts) {
    Drawing drawing = drawing_for("dam-break");
    EXPECT_TRUE(drawing.begin_stroke({-0.4f, 0.1f, 0}, 0.03f).accepted);
    for (int i = 0; i <= 40; ++i) drawing.extend_stroke({-0.4f + 0.02f * static_cast<float>(i), 0.1f, 0});
    const size_t line = drawing.bodies(true).size();
    EXPECT_LE(line, 4u);
    drawing.begin_stroke({0.2f, 0, 0}, 0.03f);
    for (int i = 1; i <= 60; ++i) {
        const float angle = static_cast<float>(i) * 6.2831853f / 60;
        drawing.extend_stroke({0.2f * std::cos(angle), 0.2f * std::sin(angle), 0});
    }
    const size_t circle = drawing.bodies(true).size() - line;
    EXPECT_GE(circle, 6u);
    EXPECT_LE(circle, 24u);
    for (const BodyDef& body : drawing.bodies(true)) {
        if (body.position.y > 0.09f && body.position.y < 0.11f) continue;
        EXPECT_LT(glm::length(body.position), 0.21f);
    }
}

TEST(Drawing, HasALimitWithAMessage) {
    Drawing drawing = drawing_for("flip-dam-break");
    Outcome outcome;
    for (int i = 0; i < Drawing::max_pieces_3d; ++i) outcome = drawing.add_object(true, glm::vec3(0), 0.1f);
    EXPECT_TRUE(outcome.accepted);
    outcome = drawing.add_object(true, glm::vec3(0), 0.1f);
    EXPECT_FALSE(outcome.accepted);
    EXPECT_NE(outcome.warning.find("at most 24"), std::string::npos);
    EXPECT_EQ(drawing.bodies(true).size(), 24u);
    Drawing pen = drawing_for("dam-break");
    for (int i = 0; i < Drawing::max_pieces_2d; ++i)
        ASSERT_TRUE(pen.begin_stroke({0.001f * static_cast<float>(i), 0, 0}, 0.03f).accepted) << i;
    const std::string before = pen.text();
    outcome = pen.begin_stroke({0, 0.1f, 0}, 0.03f);
    EXPECT_FALSE(outcome.accepted);
    EXPECT_EQ(outcome.warning,
              "drawing: full, at most " + std::to_string(Drawing::max_pieces_2d) + " parts fit; erase some");
    EXPECT_EQ(pen.text(), before);
}

TEST(Drawing, AnEraserSplitsAStroke) {
    Drawing drawing = drawing_for("dam-break", "l20.-300.0.-100.0.100.0.300.0_l20.0.200");
    const float unit = 0.001f * std::min(find_scene("dam-break")->view.width, find_scene("dam-break")->view.height);
    drawing.erase({0, 100 * unit, 0}, 50 * unit);
    EXPECT_EQ(drawing.bodies(true).size(), 4u) << "nothing is there";
    EXPECT_FALSE(drawing.touches({0, 100 * unit, 0}, 50 * unit));
    EXPECT_TRUE(drawing.touches({0, 14 * unit, 0}, 5 * unit));
    drawing.erase({0, 0, 0}, 5 * unit);
    EXPECT_EQ(drawing.text(), "l20.-300.0.-100.0_l20.100.0.300.0_l20.0.200");
    drawing.erase({0, 195 * unit, 0}, 5 * unit);
    EXPECT_EQ(drawing.text(), "l20.-300.0.-100.0_l20.100.0.300.0");
    Drawing objects = drawing_for("flip-dam-break", "o50.0.0.0_b60.1.1.1");
    objects.erase_body(0);
    EXPECT_EQ(objects.text(), "b60.1.1.1");
    objects.erase_body(5);
    EXPECT_EQ(objects.text(), "b60.1.1.1");
}

TEST(Drawing, GrowsWhileTheSimulationRuns) {
    Drawing drawing = drawing_for("dam-break", "l40.0.0");
    const float full = drawing.bodies(true)[0].half.x;
    float before = drawing.bodies(false)[0].half.x;
    EXPECT_LT(before, 0.2f * full);
    int steps = 0;
    for (; drawing.advance(dt); ++steps) {
        const float now = drawing.bodies(false)[0].half.x;
        EXPECT_GE(now, before);
        before = now;
    }
    EXPECT_EQ(before, full);
    EXPECT_LT(steps, 36);
    ASSERT_TRUE(drawing.read("l40.0.0_l40.100.100").accepted);
    EXPECT_EQ(drawing.bodies(false)[0].half.x, full) << "it stays";
    EXPECT_LT(drawing.bodies(false)[1].half.x, full);
    drawing.restart(false);
    EXPECT_LT(drawing.bodies(false)[0].half.x, full);
    drawing.restart(true);
    EXPECT_EQ(drawing.bodies(false)[0].half.x, full);
}

struct InFluid {
    const char *scene, *particles, *text;
    float most_gain = 3.5f;  // m/s, above the fastest particle of the calm water
};
class DrawingInFluid : public testing::TestWithParam<InFluid> {};

// The water is pushed out of obstacles that are drawn into it, at speeds that a splash has, and stays out; when they
// are gone it comes back.
TEST_P(DrawingInFluid, PushesTheWaterOutGently) {
    const auto& [name, particles, text, most_gain] = GetParam();
    Jobs jobs(2);
    Settings settings = Settings::of(*find_scene(name));
    ASSERT_EQ(set_param(settings, "particles", particles).status, SetResult::ok);
    const Scene& scene = settings.scene;
    const auto solver = make_solver(scene, jobs);
    Drawing drawing = drawing_for(name, text);
    float fastest = 0, calm = 0;
    for (int step = 0; step < 90; ++step) solver->step(dt, {}, {});
    EnergyGuard guard;
    guard.start(scene);
    const int before = solver->particles().count;
    const size_t own_bodies = solver->particles().bodies.size();
    calm = solver->stats().max_speed;
    for (int step = 0; step < 60; ++step) {
        if (drawing.advance(dt)) solver->set_drawn_bodies(drawing.bodies(false));
        guard.begin_step(*solver, {.gravity = scene.domain.gravity}, jobs);
        solver->step(dt, {}, {});
        ASSERT_FALSE(guard.end_step(solver->particles(), jobs));
        keep_worst(fastest, solver->stats().max_speed);
    }
    EXPECT_LT(fastest, std::max(1.6f * calm, calm + most_gain)) << "m/s; " << calm << " before";
    const ParticleView p = solver->particles();
    EXPECT_GE(p.count, before);
    int inside = 0, drawn = 0;
    for (const Body& body : p.bodies) {
        if (!body.drawn) continue;
        ++drawn;
        for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
            glm::vec3 outwards;
            const glm::vec3 at(p.x[i], p.y[i], p.z.empty() ? 0 : p.z[i]);
            if (body.distance(body.to_local(at), p.dimensions, outwards) < -1.2f * p.radius) ++inside;
        }
    }
    EXPECT_EQ(static_cast<size_t>(drawn), drawing.bodies(true).size());
    EXPECT_LT(inside, p.count / 200) << "of " << p.count;
    EXPECT_EQ(p.bodies.size(), own_bodies + static_cast<size_t>(drawn));
    solver->set_drawn_bodies({});
    EXPECT_EQ(solver->particles().bodies.size(), own_bodies);
    EXPECT_FALSE(guarded_run(scene, *solver, 30, jobs));
}

// A closed line around water.
constexpr const char* ring =
    "l30.120.-280.111.-234.85.-195.46.-169.0.-160.-46.-169.-85.-195.-111.-234.-120.-280.-111.-326.-85.-365.-46.-391.0.-"
    "400.46.-391.85.-365.111.-326.120.-280";

INSTANTIATE_TEST_SUITE_P(
    Solvers, DrawingInFluid,
    testing::Values(
        InFluid{"dam-break", "1500", "l60.-300.-400.0.-250.300.-400_l80.0.-430"},
        InFluid{"blobs", "1500", "l60.-300.-200.0.-100.300.-200_l80.0.-330"}, InFluid{"blobs-20k", "6000", ring},
        InFluid{"honey", "2500", "l30.-300.-300.0.-150.300.-300"}, InFluid{"jelly", "1500", "l40.-100.-300.100.-300"},
        InFluid{"curl-disc", "2000", "l60.-200.0.200.0_l60.0.-200.0.200"}, InFluid{"drop", "1500", ring},
        InFluid{"microbes", "1500", ring}, InFluid{"boats", "1500", "l60.-300.-250.300.-150", 4},
        InFluid{"boats", "1300", "l60.-300.-250.300.-150"}, InFluid{"boats", "1700", "l60.-300.-250.300.-150"},
        InFluid{"dam-break-pcisph", "3000", "l30.-300.-400.0.-250.300.-400_l40.0.-430"},
        InFluid{"dam-break-pcisph", "2000", ring}, InFluid{"dam-break-3d", "2000", "b150.0.-300.0_o150.300.-300.0"},
        InFluid{"flip-dam-break", "4000", "b150.0.-300.0_o150.300.-300.0"},
        InFluid{"flip-round-tank", "4000", "b150.0.-100.0"}),
    [](const auto& each) { return scene_case_name(each); });

}  // namespace
}  // namespace slosh::drawing_test
