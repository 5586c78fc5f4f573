// What the user has drawn into the container: strokes in 2D, balls and boxes in 3D. They are static obstacles, which
// stay when the simulation restarts. Free of GL and Dear ImGui.
//
// As text, for links and files: the pieces, separated by `_`. A piece is a letter and whole numbers, separated by
// points: l (a stroke) with its width and two numbers for each of its corners; o (a ball) or b (a box) with its width
// and its position. The unit is a thousandth of the smaller side of the scene's view; positions are relative to the
// container. A link needs no escapes for these characters.
#pragma once
#include <cstdint>
#include <glm/vec3.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/outcome.h"
#include "domain/rigid_body.h"

namespace slosh {

struct Scene;

class Drawing {
public:
    static constexpr int max_pieces_2d = 64;  // capsules: a stroke has one for each of its straight parts
    static constexpr int max_pieces_3d = 24;
    static constexpr size_t max_text = 2000;  // characters

    // Of another scene: removes all.
    void set_scene(const Scene&);
    // Replaces all. Refused, with a message and without a change, if the text is no drawing for this scene.
    Outcome read(std::string_view);
    std::string text() const;
    bool empty() const { return pieces_.empty(); }

    // A stroke from `at` (m, relative to the container), and on to the next point. The corners are as few as follow
    // the pointer closely. Refused at the limits.
    Outcome begin_stroke(glm::vec3 at, float width);
    Outcome extend_stroke(glm::vec3 at);
    // A ball or a box around `at`.
    Outcome add_object(bool is_box, glm::vec3 at, float width);
    // Whether a part of a stroke is within `radius`.
    bool touches(glm::vec3 at, float radius) const;
    // Removes the parts of strokes within `radius`.
    void erase(glm::vec3 at, float radius);
    // Removes the piece that the n-th body of bodies() belongs to.
    void erase_body(size_t n);

    // The obstacles, relative to the container. A new piece is thin at first, and grows while the simulation runs, so
    // that the fluid can flow out of its way; with `grown` all have their final size.
    std::vector<BodyDef> bodies(bool grown) const;
    // The simulation runs for dt seconds. Returns whether bodies() is another now.
    bool advance(float dt);
    // The simulation restarts: the fluid may be inside the pieces, or, after a saved state, is outside already.
    void restart(bool is_outside);
    // bodies() is another than at the last advance(); true until then.
    bool changed() const { return changed_; }
    void applied() { changed_ = false; }

private:
    struct Piece {
        enum Kind : uint8_t { stroke, ball, box } kind = stroke;
        int width = 1;
        std::vector<glm::ivec3> points;
        std::vector<float> age;  // s, of each point: since it began to displace fluid
    };
    static int bodies_of(const Piece&);
    int count() const;
    int limit() const;
    glm::ivec3 rounded(glm::vec3) const;
    int rounded_width(float width) const;
    BodyDef part(const Piece&, size_t index, bool grown) const;
    const char* read_piece(std::string_view, Piece&) const;
    bool is_near_stroke(const Piece&, size_t index, glm::vec3 at, float radius) const;

    std::vector<Piece> pieces_;
    std::vector<glm::ivec3> trail_;  // points since the last corner of the stroke that is being drawn
    int dimensions_ = 2;
    float unit_ = 0.001f;  // m
    bool changed_ = false;
};

}  // namespace slosh
