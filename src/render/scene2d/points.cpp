// 2D style: every particle as an antialiased disc.
#include <algorithm>

#include "render/common/frame_uniforms.h"
#include "render/common/particle_vertex_buffers.h"
#include "render/scene2d/style_2d.h"
#include "shaders.h"

namespace slosh {
namespace {

class Points final : public Style2d {
public:
    explicit Points(std::string& error)
        : program_("points", shaders::scene2d::points_vert, shaders::scene2d::points_frag, error) {}

    void draw(const Frame& frame) override {
        const gl::Pass pass(frame.timers, "points");
        particles_.upload(frame);
        const float radius = frame.particles.radius * frame.settings.point_size * frame.camera.pixels_per_unit();
        program_.use();
        set_particle_uniforms(program_, frame, range_.update(frame), frame.camera.world_to_clip());
        set_kind_colours(program_, frame);
        map_.bind(program_, frame);
        program_.set("radius", std::max(radius, 0.1f));
        gl::blend_over();
        particles_.draw();
    }

    glm::vec2 range() const override { return range_.current(); }

private:
    gl::Program program_;
    ParticleVertexBuffers particles_;
    ColourRange range_;
    ColourMap map_;
};

}  // namespace

std::unique_ptr<Style2d> make_points(std::string& error) { return std::make_unique<Points>(error); }

}  // namespace slosh
