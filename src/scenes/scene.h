// A scene as plain data: solver parameters, domain, camera and interaction.
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

// The camera of a scene: a rectangle of the world, around `centre` with the container at rest, that fits the canvas.
struct SceneView {
    glm::vec3 centre{0, 0, 0};
    float width = 2;
    float height = 2;
    // Only in 3D, degrees: the orbit of the camera around the centre, to the right and upwards, and its vertical
    // field of view. Its distance is such that width x height fits.
    float yaw = 25;
    float pitch = 18;
    float field_of_view = 30;
};

// The body that the key b, or a press with the tool `drop`, adds to the tank.
struct Drop {
    enum class Shape { ball, box, capsule };
    static constexpr std::string_view shape_names[] = {"ball", "box", "capsule"};

    Shape shape = Shape::box;
    float size = 0.15f;   // width, m
    float density = 400;  // kg/m3

    void visit(Visitor& v) {
        v({.key = "drop-shape", .doc = "Shape of the body that the key b adds to the tank."}, shape, shape_names);
        v({.key = "drop-size",
           .unit = "m",
           .doc = "Width of that body; too large a body is made to fit.",
           .min = 0.01f,
           .max = 10,
           .scale = Scale::logarithmic},
          size);
        v({.key = "drop-density",
           .unit = "kg/m3",
           .doc = "Density of that body; below the fluid's rest density it floats.",
           .min = 10,
           .max = 20000,
           .scale = Scale::logarithmic},
          density);
    }
    BodyDef body() const {
        const bool ball = shape == Shape::ball;
        return {.shape = ball                  ? BodyShape::ball
                         : shape == Shape::box ? BodyShape::box
                                               : BodyShape::capsule,
                .half = ball ? glm::vec3(size / 2) : glm::vec3(size / 2, size / 4, size / 4),
                .density = density};
    }
};

// The jet under the pointer while the key p is held, or during a press with the tool `pour`.
struct Pour {
    int kind = 1;        // counted from 1
    float speed = 1.5f;  // m/s or u/s
    float width = 0.1f;  // m or u

    void visit(Visitor& v) {
        v({.key = "pour-kind", .doc = "Kind of fluid of the poured jet.", .min = 1, .max = 4}, kind);
        v({.key = "pour-speed",
           .unit = "u/s",
           .doc = "Speed of the poured jet at the nozzle.",
           .min = 0.01f,
           .max = 100,
           .scale = Scale::logarithmic},
          speed);
        v({.key = "pour-width",
           .unit = "u",
           .doc = "Width of the poured jet at the nozzle.",
           .min = 0.001f,
           .max = 10,
           .scale = Scale::logarithmic},
          width);
    }
    // The jet's direction is `down`, of any length; -y if it is 0.
    Emitter at(glm::vec3 position, glm::vec3 down, int kinds) const {
        const bool weightless = down == glm::vec3(0);
        return {.centre = position,
                .direction = weightless ? glm::vec3(0, -1, 0) : down,
                .width = width,
                .speed = speed,
                .kind = std::min(kind, kinds) - 1};
    }
};

// What the tool `pen` leaves: strokes in 2D, balls or boxes in 3D. Its width is also that of the tool `erase`.
struct Pen {
    enum class Shape { ball, box };
    static constexpr std::string_view shape_names[] = {"ball", "box"};

    float width = 3;  // %, of the smaller side of the view
    Shape shape = Shape::box;

    void visit(Visitor& v, bool is_3d) {
        v({.key = "pen-width",
           .unit = "%",
           .doc = "Width of drawn obstacles and of the eraser, of the smaller side of the view.",
           .min = 0.5f,
           .max = 40,
           .scale = Scale::logarithmic},
          width);
        if (is_3d) v({.key = "pen-shape", .doc = "Shape of drawn obstacles."}, shape, shape_names);
    }
};

struct Scene {
    std::string_view name, title;  // the list has the title
    std::string_view family;       // of web modules, one of the solver's; set by the list
    Doc about;                     // one sentence on what can be observed
    SolverDef solver;
    Domain domain;
    std::string_view style = "metaballs";  // the render style that suits the scene best
    std::string_view material = "blobs";   // of the liquid, in 2D
    std::string_view colour_by = "kind";
    std::string_view colour_map = "auto";
    float blob_size = 1;  // of metaballs; a larger one closes the gaps of a thin fluid
    SceneView view;
    InteractionSettings interaction;
    Drop drop;
    Pour pour;
    Pen pen;
    Slice slice;
    FoamDef diffuse;  // in 3D
    // Keys of the parameters that the panel shows first, four to six, separated by blanks.
    std::string_view main_parameters = "";
    // Named settings (settings/presets.h): "moon: gravity-y=-1.6 | oil: viscosity=0.02".
    std::string_view presets = "";
    int seed = 1;
    std::string_view unit = "m";  // of lengths; "u" where the scene has its own

    void visit(Visitor&);
};

// THE list, reduced to the solvers that are built into this program. Menu, gallery, tests, benchmarks and golden hashes
// are generated from it.
std::span<const Scene> scenes();
// For menus: names and titles of all scenes, including those not built into this program.
struct SceneTitle {
    std::string_view name, title;
};
std::span<const SceneTitle> all_scenes();
std::string all_scene_names();  // "blobs, honey, ..."
bool is_scene(std::string_view name);
const Scene* find_scene(std::string_view name);  // null if this program does not have it

// The kinds of fluid that the scene starts with or emits: bit i for kind i.
uint32_t kinds_of(const Scene&);

// The scene's own particles at the start.
InitialParticles start_particles(const Scene&);
// Builds the scene's solver; with `start`, from those particles in place of the scene's own.
std::unique_ptr<Solver> make_solver(const Scene&, Jobs&, const InitialParticles* start = nullptr);

// Applies the parameters whose Field has no `rebuild` to a running solver.
void set_parameters(Solver&, const Scene&);

}  // namespace slosh
