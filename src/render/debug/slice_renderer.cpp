#include "render/debug/slice_renderer.h"

#include <glm/geometric.hpp>
#include <vector>

#include "render/debug/slice_colours.h"
#include "render/gl/timers.h"
#include "shaders.h"

namespace slosh {
namespace {

class ColouredCells final : public SliceRenderer {
public:
    explicit ColouredCells(std::string& error)
        : program_("slice", shaders::common::quad_vert, shaders::debug::slice_frag, error) {}

    glm::vec4 draw_opaque_cells(const Frame& frame) override {
        cut(frame.grid, frame.slice, layer_);
        upload(frame);
        draw(frame, Cells::opaque);
        return frame.slice.cuts ? clip_plane(frame) : glm::vec4(0);
    }
    void draw_air(const Frame& frame) override { draw(frame, Cells::transparent); }
    glm::vec2 range() const override { return range_; }

private:
    enum class Cells : bool { opaque, transparent };
    void upload(const Frame&);
    void draw(const Frame&, Cells);
    glm::vec4 clip_plane(const Frame&) const;

    gl::Program program_;
    gl::VertexArray quad_;
    gl::Texture texture_;
    GridLayer layer_;
    std::vector<CellColour> colours_;
    glm::vec2 range_{0, 0};
};

// One texel per cell.
void ColouredCells::upload(const Frame& frame) {
    range_ = slice_range(frame.slice, layer_);
    const Colour(&map)[map_colours] = colour_maps[slice_map_of(frame.settings, frame.slice)];
    colours_.clear();
    for (size_t i = 0; i < layer_.types.size(); ++i)
        colours_.push_back(slice_colour(frame.slice, layer_.types[i], layer_.values[i], range_, map));
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, texture_.id());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, layer_.across, layer_.up, 0, GL_RGBA, GL_UNSIGNED_BYTE, colours_.data());
}

void ColouredCells::draw(const Frame& frame, Cells cells) {
    const bool air = cells == Cells::transparent;
    const gl::Pass pass(frame.timers, "slice");
    program_.use();
    program_.set("world_to_clip", frame.camera.world_to_clip());
    program_.set("corner", layer_.corner);
    program_.set("u", layer_.u);
    program_.set("v", layer_.v);
    program_.set("cells", glm::vec2(layer_.across, layer_.up));
    program_.set("colours", 0);
    program_.set("air", air);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, texture_.id());
    gl::blend_over();
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(air ? GL_FALSE : GL_TRUE);
    glBindVertexArray(quad_.id());
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glBindVertexArray(0);
    glDepthMask(GL_TRUE);
    glDisable(GL_DEPTH_TEST);
}

// The plane faces the eye, one sphere radius behind the slice, so that no sphere protrudes from the slice.
glm::vec4 ColouredCells::clip_plane(const Frame& frame) const {
    glm::vec3 normal = glm::normalize(glm::cross(layer_.u, layer_.v));
    const float slice_offset = glm::dot(normal, layer_.corner);
    if (glm::dot(normal, frame.camera.eye()) < slice_offset) normal = -normal;
    return {normal, glm::dot(normal, layer_.corner) - frame.particles.radius * frame.settings.point_size};
}

}  // namespace

std::unique_ptr<SliceRenderer> make_slice_renderer(std::string& error) {
    return std::make_unique<ColouredCells>(error);
}

}  // namespace slosh
