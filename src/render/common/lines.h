// Straight lines in the world, as thin as asked for and antialiased at any distance. Collected afresh for
// every picture, placed on the CPU: meant for thousands, not for millions.
#pragma once
#include <vector>

#include "render/common/camera.h"
#include "render/gl/gl.h"

namespace slosh {

class Lines {
public:
    explicit Lines(std::string& error);

    void begin(const Camera& camera) { camera_ = camera, corners_.clear(); }
    // Premultiplied colours of both ends; `width` in device pixels, below one it fades instead.
    void add(glm::vec3 a, glm::vec3 b, float width, glm::vec4 colour_a, glm::vec4 colour_b) {
        add_piece(a, b, width, colour_a, colour_b, true);
    }
    void add(glm::vec3 a, glm::vec3 b, float width, glm::vec4 colour) { add(a, b, width, colour, colour); }
    // Cut off square at both ends: a rectangle.
    void add_band(glm::vec3 a, glm::vec3 b, float width, glm::vec4 colour) {
        add_piece(a, b, width, colour, colour, false);
    }
    // A circle around `centre`; u and v are its radii, at right angles.
    // Only the parts whose middle is `wanted`.
    template <class Wanted>
    void add_ring(glm::vec3 centre, glm::vec3 u, glm::vec3 v, float width, glm::vec4 colour, Wanted&& wanted) {
        // A chord of a 96th of the circle turns by 3.75 degrees: cosine and sine.
        constexpr int chords = 96;
        constexpr float c = 0.99785892f, s = 0.06540313f;
        glm::vec2 at{1, 0};
        for (int i = 0; i < chords; ++i) {
            const glm::vec2 next{at.x * c - at.y * s, at.x * s + at.y * c}, middle = 0.5f * (at + next);
            if (wanted(centre + u * middle.x + v * middle.y))
                add_piece(centre + u * at.x + v * at.y, centre + u * next.x + v * next.y, width, colour, colour, false);
            at = next;
        }
    }
    void add_ring(glm::vec3 centre, glm::vec3 u, glm::vec3 v, float width, glm::vec4 colour) {
        add_ring(centre, u, v, width, colour, [](glm::vec3) { return true; });
    }
    // Over what is there; with `hidden`, behind what is nearer to the eye.
    void draw(bool hidden = false);

private:
    // Not `capped`, it ends exactly where the next piece of a curve begins.
    void add_piece(glm::vec3 a, glm::vec3 b, float width, glm::vec4 colour_a, glm::vec4 colour_b, bool capped);
    struct Corner {
        float x, y, z;            // clip space
        float side, half, along;  // pixels from the middle, half the width, along the line from its nearer end
        float length;             // of the line, pixels
        float r, g, b, a;
    };
    gl::Program program_;
    gl::VertexArray array_;
    gl::Buffer buffer_;
    Camera camera_;
    std::vector<Corner> corners_;
    size_t capacity_ = 0;
};

}  // namespace slosh
