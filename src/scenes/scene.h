// A scene is plain data: what to simulate, in what, how it is looked at. Copy it, change it, build it.
#pragma once
#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/jobs.h"
#include "domain/initial_particles.h"
#include "foam/foam_def.h"
#include "solver/grid_slice.h"
#include "solvers/solvers.h"

namespace slosh {

// The part of the world that fits the canvas when the container is at rest. In 3D the eye looks at the centre
// from where width x height fills the canvas.
struct SceneView {
    glm::vec3 centre{0, 0, 0};
    float width = 2, height = 2;
    // 3D only, degrees: the eye is turned to the right and upwards around the centre; the height is seen
    // under the angle `field`.
    float yaw = 25, pitch = 18, field = 30;
};

// What the key b lets fall into the tank.
struct Drop {
    static constexpr std::string_view shapes[] = {"ball", "box", "capsule"};
    int shape = 1;
    float size = 0.15f, density = 400;

    void visit(Visitor& v) {
        v({"drop-shape", "", "What the key b drops into the tank."}, shape, shapes);
        v({"drop-size", "m", "How wide it is; too large a body is made to fit.", 0.01f, 10, Scale::logarithmic}, size);
        v({"drop-density", "kg/m3", "Below the fluid's rest density it floats.", 10, 20000, Scale::logarithmic},
          density);
    }
    BodyDef body() const {
        BodyDef def;
        def.shape = static_cast<BodyShape>(shape), def.density = density;
        def.half = def.shape == BodyShape::ball ? glm::vec3(size / 2) : glm::vec3(size / 2, size / 4, size / 4);
        return def;
    }
};

// What the key p, while it is held, or a press with the tool `pour` lets out under the pointer.
struct Pour {
    int kind = 1;  // from 1
    float speed = 1.5f, width = 0.1f;

    void visit(Visitor& v) {
        v({"pour-kind", "", "Which kind of fluid is poured.", 1, 4}, kind);
        v({"pour-speed", "u/s", "How fast it leaves.", 0.01f, 100, Scale::logarithmic}, speed);
        v({"pour-width", "u", "How wide the jet is.", 0.001f, 10, Scale::logarithmic}, width);
    }
    // `down` may be of any length; 0 pours downwards all the same.
    Emitter at(glm::vec3 place, glm::vec3 down, int kinds) const {
        const bool weightless = down == glm::vec3(0);
        return {place, weightless ? glm::vec3(0, -1, 0) : down, width, speed, std::min(kind, kinds) - 1};
    }
};

struct Scene {
    std::string_view name, title;  // the list has the title
    Doc about;                     // one sentence on what to look at
    SolverDef solver;
    Domain domain;
    std::string_view style = "metaballs";  // the render style it looks best in
    std::string_view colour_by = "kind";
    SceneView view;
    InteractionSettings hand;
    Drop drop;
    Pour pour;
    Slice slice;
    FoamDef diffuse;  // in 3D
    int seed = 1;
    std::string_view unit = "m";  // of lengths; "u" where the scene has its own

    void visit(Visitor&);
};

// THE list, or what a page with one family of solvers has of it. Menu, gallery, tests, benchmark and golden hashes
// follow from it.
std::span<const Scene> scenes();
// Of all there are, also of those that this program lacks: what a menu shows.
struct SceneTitle {
    std::string_view name, title;
};
std::span<const SceneTitle> all_scenes();
std::string all_scene_names();  // "blobs, honey, ..."
bool is_scene(std::string_view name);
const Scene* find_scene(std::string_view name);

// Builds the scene's solver; with `start`, from those particles in place of the scene's own.
std::unique_ptr<Solver> make_solver(const Scene&, Jobs&, const InitialParticles* start = nullptr);

// Live change of the parameters whose Field has no `rebuild`.
void set_parameters(Solver&, const Scene&);

}  // namespace slosh
