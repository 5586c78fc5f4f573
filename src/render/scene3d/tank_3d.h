// The backdrop and the container of a 3D scene: a tiled floor with soft shadows, thin panes and edges. The far side is
// drawn before the fluid, the edges of the near side after it and fainter. A spherical tank is an outline with rings.
#pragma once
#include "render/common/frame.h"
#include "render/common/frame_uniforms.h"
#include "render/common/lines.h"
#include "render/scene3d/floor_shadow.h"

namespace slosh {

class Tank3d {
public:
    explicit Tank3d(std::string& error);
    // Backdrop, floor, back panes and back edges. `clear_fluid`: with caustics on the floor.
    void draw_back(const Frame&, bool clear_fluid);
    // Front edges.
    void draw_front(const Frame&);
    // The texture of FloorShadow, as last drawn.
    GLuint shadow() const { return shadow_.texture(); }

private:
    // Current position; the glass is one particle radius outside of the outermost centres.
    struct Box {
        glm::vec3 centre, half;
        bool round;  // a sphere of radius half.x
    };
    static Box box_of(const Frame&);
    glm::vec4 glass_colour(float shine, float alpha) const;
    void draw_room(const Frame&);
    void draw_floor(const Frame&, const Box&, bool clear_fluid);
    void draw_panes(const Frame&, const Box&);
    void add_edges(const Frame&, const Box&, bool in_front);
    void add_sphere(const Frame&, const Box&, bool in_front);
    void draw_quad(const gl::Program&, const Frame&, glm::vec3 corner, glm::vec3 u, glm::vec3 v);
    // The silhouette of a sphere: a circle that faces the eye.
    struct Outline {
        glm::vec3 centre, u, v;  // u, v: perpendicular radii
    };
    static Outline outline_of(glm::vec3 eye, float radius);

    gl::Program floor_, room_, glass_;
    gl::VertexArray quad_;
    FloorShadow shadow_;
    Lines lines_;
    GlassColours glass_colours_{};  // of this frame
};

}  // namespace slosh
