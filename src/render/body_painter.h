// Draws the rigid bodies over (2D) or among (3D, by depth) what is drawn already.
#pragma once
#include <span>
#include <vector>

#include "render/gl.h"
#include "render/style.h"

namespace slosh {

class BodyPainter {
public:
    explicit BodyPainter(std::string& error);
    void draw(const Frame&);

private:
    // Meshes of all bodies in one buffer; made again when there are others than before.
    void upload(std::span<const Body>, int dimensions);

    struct Part {
        BodyShape shape;
        glm::vec3 half;
        int first, count;  // vertices
    };
    gl::Program program_;
    gl::VertexArray array_;
    gl::Buffer buffer_;
    std::vector<Part> parts_;
};

}  // namespace slosh
