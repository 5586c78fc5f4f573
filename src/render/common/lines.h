// Antialiased straight lines in world space with a width in pixels, collected and projected on the CPU in each frame:
// for thousands of lines, not for millions.
#pragma once
#include <vector>

#include "render/common/camera.h"
#include "render/gl/gl.h"

namespace slosh {

// A colour for Lines, with premultiplied alpha.
inline glm::vec4 premultiplied(float r, float g, float b, float alpha) { return glm::vec4(r, g, b, 1) * alpha; }

class Lines {
public:
    explicit Lines(std::string& error);

    // Starts an empty set of lines.
    void begin(const Camera& camera) {
        camera_ = camera;
        corners_.clear();
    }
    // Premultiplied colours of both ends. `width` in device pixels: below 1 the line fades instead of getting thinner.
    void add(glm::vec3 a, glm::vec3 b, float width, glm::vec4 colour_a, glm::vec4 colour_b) {
        add_segment(a, b, width, colour_a, colour_b, true);
    }
    void add(glm::vec3 a, glm::vec3 b, float width, glm::vec4 colour) { add(a, b, width, colour, colour); }
    // A line without round caps: a rectangle.
    void add_band(glm::vec3 a, glm::vec3 b, float width, glm::vec4 colour) {
        add_segment(a, b, width, colour, colour, false);
    }
    // A circle around `centre` with the perpendicular radii u and v. Draws the chords whose midpoint m satisfies
    // visible(m).
    template <class Visible>
    void add_ring(glm::vec3 centre, glm::vec3 u, glm::vec3 v, float width, glm::vec4 colour, Visible&& visible) {
        // Rotation by one chord, 360 / 96 = 3.75 degrees: cosine and sine.
        constexpr int chords = 96;
        constexpr float c = 0.99785892f, s = 0.06540313f;
        glm::vec2 at{1, 0};
        for (int i = 0; i < chords; ++i) {
            const glm::vec2 next{at.x * c - at.y * s, at.x * s + at.y * c}, middle = 0.5f * (at + next);
            if (visible(centre + u * middle.x + v * middle.y))
                add_segment(centre + u * at.x + v * at.y, centre + u * next.x + v * next.y, width, colour, colour,
                            false);
            at = next;
        }
    }
    void add_ring(glm::vec3 centre, glm::vec3 u, glm::vec3 v, float width, glm::vec4 colour) {
        add_ring(centre, u, v, width, colour, [](glm::vec3) { return true; });
    }
    // Blends the lines over the target, optionally with its depth test.
    void draw(bool depth_test = false);

private:
    // Without caps a segment ends exactly where the next one of a curve begins.
    void add_segment(glm::vec3 a, glm::vec3 b, float width, glm::vec4 colour_a, glm::vec4 colour_b, bool capped);
    struct Corner {
        float x, y, z;            // clip space
        float side, half, along;  // pixels: from the centre line, half width, along the line from its start
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
