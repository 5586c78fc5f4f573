// The particles melt into one blob a kind: their blobs are summed in a float texture, and where the sum
// passes a threshold is fluid. The sum is smooth, so the texture is only as fine as a blob needs.
#include <algorithm>
#include <cmath>
#include <glm/common.hpp>

#include "render/common/frame_uniforms.h"
#include "render/common/particle_vertex_buffers.h"
#include "shaders.h"

namespace slosh {
namespace {

constexpr float usual_reach = 3.4f;  // in particle radii: a blob fades out where the second neighbour sits
constexpr float min_texels = 5;      // of a blob's reach, where the canvas is that fine
constexpr float max_texels = 3900;   // of the canvas's longer side: with the margins within what machines have
constexpr float min_reach = 1.5f;    // texels: smaller blobs are drawn this large, and fainter

class Metaballs final : public Style {
public:
    explicit Metaballs(std::string& error)
        : splat_("splat", shaders::styles::splat_vert, shaders::styles::splat_frag, error),
          blobs_("blobs", shaders::common::fullscreen_rect_vert, shaders::styles::metaballs_frag, error) {}

    void draw(const Frame& frame) override {
        if (!place(frame)) return;
        add_blobs(frame);
        show(frame);
    }

    std::string_view capability_warning() const override {
        if (target_.is_float()) return {};
        return "this browser cannot draw into float textures: metaballs have 8 bits, and rougher edges";
    }

    glm::vec2 range() const override { return range_.now(); }

private:
    // Chooses the field's resolution and its margin: a blob whose centre is off the canvas still counts.
    bool place(const Frame& frame) {
        reach_ = frame.particles.radius * usual_reach * frame.settings.blob_size * frame.camera.pixels_per_unit();
        const glm::ivec2 pixels = frame.camera.pixels;
        const float finest = std::min(1.0f, max_texels / static_cast<float>(std::max(pixels.x, pixels.y)));
        scale_ = glm::clamp(min_texels / std::max(reach_, 1e-3f), 1.0f / 16, finest);
        margin_ = static_cast<int>(std::ceil(std::min(reach_ * scale_, 64.0f))) + 2;
        const glm::ivec2 size = glm::ivec2(glm::ceil(glm::vec2(pixels) * scale_)) + 2 * margin_;
        return target_.resize(size);
    }

    void add_blobs(const Frame& frame) {
        const gl::Pass pass(frame.timers, "field");
        const float reach = std::max(reach_ * scale_, min_reach);
        const float faint = reach_ * scale_ / reach;
        // Eight bits a channel hold sums up to 1; a quarter of each blob leaves room for the overlaps.
        uint8_t last_kind = 0;
        for (const uint8_t kind : frame.particles.kind) last_kind = std::max(last_kind, kind);
        many_ = last_kind > 3 ? last_kind + 1 : 0;
        gain_ = target_.is_float() ? 1.0f : frame.settings.colour_by == RenderSettings::kind ? 0.25f : 0.125f;

        glBindFramebuffer(GL_FRAMEBUFFER, target_.framebuffer());
        glViewport(0, 0, target_.size().x, target_.size().y);
        glClearColor(0, 0, 0, 0);
        glClear(GL_COLOR_BUFFER_BIT);
        stream_.upload(frame);
        splat_.use();
        set_particle_uniforms(splat_, frame, range_.follow(frame), to_field_clip(frame.camera));
        splat_.set("reach", reach);
        splat_.set("gain", gain_ * faint * faint);
        splat_.set("many", many_);
        gl::blend_add();
        stream_.draw();
    }

    // The canvas's clip space, placed in the field: its lower left corner goes to texel (margin, margin).
    glm::mat4 to_field_clip(const Camera& camera) const {
        const glm::vec2 size(target_.size());
        const glm::vec2 shrink = glm::vec2(camera.pixels) * scale_ / size;
        const glm::vec2 shift = 2.0f * static_cast<float>(margin_) / size + shrink - 1.0f;
        glm::mat4 place(1);
        place[0][0] = shrink.x;
        place[1][1] = shrink.y;
        place[3] = {shift.x, shift.y, 0, 1};
        return place * camera.world_to_clip();
    }

    void show(const Frame& frame) {
        const gl::Pass pass(frame.timers, "metaballs");
        glBindFramebuffer(GL_FRAMEBUFFER, frame.target);
        glViewport(0, 0, frame.camera.pixels.x, frame.camera.pixels.y);
        glActiveTexture(GL_TEXTURE0);
        glBindTexture(GL_TEXTURE_2D, target_.texture());
        blobs_.use();
        blobs_.set("field", 0);
        map_.bind(blobs_, frame);
        blobs_.set("to_field", glm::vec3(scale_, margin_, margin_));
        blobs_.set("threshold", frame.settings.blob_threshold * gain_);
        blobs_.set("depth", glm::clamp(1.2f * reach_, 2.0f * frame.dpr, 20.0f * frame.dpr));
        blobs_.set("colour_by", frame.settings.colour_by);
        blobs_.set("many", many_);
        set_wall_uniforms(blobs_, frame);
        set_canvas_to_world(blobs_, frame);
        gl::blend_over();
        draw_rect(blobs_, intersection(container_rect(frame, 1), particle_rect(frame, reach_ + 2)), area_);
    }

    gl::Program splat_, blobs_;
    gl::VertexArray area_;
    gl::FloatTarget target_;
    ParticleVertexBuffers stream_;
    ColourRange range_;
    ColourMap map_;
    float reach_ = 1;  // device pixels
    float scale_ = 1;  // texels a device pixel
    int margin_ = 0;   // texels
    float gain_ = 1;
    int many_ = 0;  // kinds, if more than the field has channels
};

}  // namespace

std::unique_ptr<Style> make_metaballs(std::string& error) { return std::make_unique<Metaballs>(error); }

}  // namespace slosh
