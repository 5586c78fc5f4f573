// The container of a 3D scene: a floor with soft shadows, thin panes, and its edges; what is behind the fluid
// before it, what is in front fainter after it. A round one is a sphere with rings.
#pragma once
#include "render/common/lines.h"
#include "render/common/style.h"
#include "render/scene3d/floor_shadow.h"

namespace slosh {

class Tank3d {
public:
    explicit Tank3d(std::string& error);
    // `light`: the fluid is clear, and gathers light on the floor below it.
    void draw_behind(const Frame&, bool light);
    void draw_in_front(const Frame&);
    // What keeps light off the floor, as last drawn.
    GLuint shadow() const { return shadow_.texture(); }

private:
    // Where it is now, with the glass around the outermost particles.
    struct Place {
        glm::vec3 centre, half;
        bool round;
    };
    static Place place_of(const Frame&);
    void draw_floor(const Frame&, const Place&, bool light);
    void draw_panes(const Frame&, const Place&);
    void add_edges(const Frame&, const Place&, bool in_front);
    void add_sphere(const Frame&, const Place&, bool in_front);
    void draw_quad(const gl::Program&, const Frame&, glm::vec3 corner, glm::vec3 u, glm::vec3 v);
    struct Outline {
        glm::vec3 middle, u, v;
    };
    static Outline outline_of(glm::vec3 eye, float radius);

    gl::Program floor_, pane_;
    gl::VertexArray quad_;
    FloorShadow shadow_;
    Lines lines_;
};

}  // namespace slosh
