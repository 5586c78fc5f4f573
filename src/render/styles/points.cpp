// Every particle as a disc.
#include <algorithm>

#include "render/common/frame_uniforms.h"
#include "render/common/particle_vertex_buffers.h"
#include "shaders.h"

namespace slosh {
namespace {

class Points final : public Style {
public:
    explicit Points(std::string& error)
        : program_("points", shaders::styles::points_vert, shaders::styles::points_frag, error) {}

    void draw(const Frame& frame) override {
        const gl::Pass pass(frame.timers, "points");
        stream_.upload(frame);
        const float radius = frame.particles.radius * frame.settings.point_size * frame.camera.pixels_per_unit();
        program_.use();
        set_particle_uniforms(program_, frame, range_.follow(frame), frame.camera.world_to_clip());
        map_.bind(program_, frame);
        program_.set("radius", std::max(radius, 0.1f));
        gl::blend_over();
        stream_.draw();
    }

    glm::vec2 range() const override { return range_.now(); }

private:
    gl::Program program_;
    ParticleVertexBuffers stream_;
    ColourRange range_;
    ColourMap map_;
};

}  // namespace

std::unique_ptr<Style> make_points(std::string& error) { return std::make_unique<Points>(error); }

}  // namespace slosh
