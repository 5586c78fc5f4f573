// Every particle as a disc, in 3D as a sphere.
#include <algorithm>
#include <optional>

#include "render/passes.h"
#include "render/spheres.h"
#include "render/stream.h"
#include "shaders.h"

namespace slosh {
namespace {

class Points final : public Style {
public:
    explicit Points(std::string& error) : program_("points", shaders::points_vert, shaders::points_frag, error) {}

    void draw(const Frame& frame) override {
        if (frame.camera.deep()) return draw_spheres(frame);
        stream_.upload(frame);
        const float radius = frame.particles.radius * frame.look.point_size * frame.camera.pixels_per_unit();
        program_.use();
        set_particles(program_, frame, range_.follow(frame), frame.camera.world_to_clip());
        map_.bind(program_, frame);
        program_.set("radius", std::max(radius, 0.1f));
        gl::blend_over();
        stream_.draw();
        gl::check("points");
    }

    glm::vec2 range() const override { return range_.now(); }
    std::string_view note() const override { return error_; }

private:
    // Built when first asked for: most pages never are.
    void draw_spheres(const Frame& frame) {
        if (!spheres_) spheres_.emplace(error_);
        if (error_.empty()) spheres_->draw(frame, stream_, map_, range_.follow(frame));
    }

    std::optional<Spheres> spheres_;
    std::string error_;
    gl::Program program_;
    Stream stream_;
    ColourRange range_;
    ColourMap map_;
};

}  // namespace

std::unique_ptr<Style> make_points(std::string& error) { return std::make_unique<Points>(error); }

}  // namespace slosh
