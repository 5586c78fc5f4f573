// 2D style: metaballs (Blinn 1982). Splats of all particles are added up in a float texture; fluid is where the field
// exceeds a threshold, one blob per kind. The field is smooth, so its texture is only as fine as a splat needs.
#include <algorithm>
#include <cmath>
#include <glm/common.hpp>

#include "base/math.h"
#include "render/common/frame_uniforms.h"
#include "render/common/materials.h"
#include "render/common/particle_vertex_buffers.h"
#include "render/scene2d/style_2d.h"
#include "shaders.h"

namespace slosh {
namespace {

constexpr float default_radius = 3.4f;  // of a splat, in particle radii: it extends to the second neighbour
constexpr float liquid_splat = 1.35f;   // factor of it for materials with a smooth surface: no beads, closed jets
constexpr float texels_per_splat = 5;   // about, on its radius, unless the canvas is coarser
// Of the canvas's longer side: with margins below 4096, which all GPUs support.
constexpr float max_canvas_texels = 3900;
constexpr float min_splat_radius = 1.5f;  // texels: smaller splats are enlarged to this, with a lower weight

class Metaballs final : public Style2d {
public:
    explicit Metaballs(std::string& error)
        : splat_("splat", shaders::scene2d::splat_vert, shaders::common::splat_frag, error),
          shading_("metaballs", shaders::common::fullscreen_rect_vert, shaders::scene2d::metaballs_frag, error) {}

    void draw(const Frame& frame) override {
        if (!resize_field(frame)) return;
        sum_splats(frame);
        shade(frame);
    }

    std::string_view capability_warning() const override {
        if (target_.is_float()) return {};
        return "this browser cannot render to float textures: metaballs have 8 bits and rougher edges";
    }

    glm::vec2 range() const override { return range_.current(); }

private:
    // Chooses the field's resolution and its margin, for splats with centres outside the canvas.
    bool resize_field(const Frame& frame) {
        splat_radius_ = frame.particles.radius * splat_size(frame) * frame.camera.pixels_per_unit();
        const glm::ivec2 pixels = frame.camera.pixels;
        const float max_scale = std::min(1.0f, max_canvas_texels / static_cast<float>(std::max(pixels.x, pixels.y)));
        // The mipmap averages over `width`, which closes voids up to a few splats, and small ones of the canvas in any
        // case. A level of it has this width exactly: the resolution is chosen for it.
        const float void_width = 0.092f * static_cast<float>(std::min(pixels.x, pixels.y));
        const float width = std::max(3.2f * splat_radius_ / splat_growth(frame), void_width);
        const float level = std::log2(width * texels_per_splat / std::max(splat_radius_, 1e-3f));
        wide_level_ = glm::clamp(static_cast<int>(std::lround(level)), 1, 6);
        scale_ = glm::clamp(std::exp2(static_cast<float>(wide_level_)) / width, 1.0f / 16, max_scale);
        margin_ = static_cast<int>(std::ceil(std::min(splat_radius_ * scale_, 64.0f))) + 2;
        const glm::ivec2 size = glm::ivec2(glm::ceil(glm::vec2(pixels) * scale_)) + 2 * margin_;
        return target_.resize(size);
    }

    void sum_splats(const Frame& frame) {
        const gl::Pass pass(frame.timers, "field");
        const float radius = std::max(splat_radius_ * scale_, min_splat_radius);
        const float weight = splat_radius_ * scale_ / radius;
        uint8_t last_kind = 0;
        for (const uint8_t kind : frame.particles.kind) last_kind = std::max(last_kind, kind);
        kind_count_ = last_kind > 3 ? last_kind + 1 : 0;
        // 8-bit channels saturate at 1: splats are scaled down to leave headroom for overlaps.
        const float growth = splat_growth(frame);
        gain_ = target_.is_float()
                    ? 1.0f
                    : (frame.settings.colour_by == RenderSettings::ColourBy::kind ? 0.25f : 0.125f) / (growth * growth);

        target_.bind_and_clear();
        particles_.upload(frame);
        splat_.use();
        set_particle_uniforms(splat_, frame, range_.update(frame), to_field_clip(frame.camera));
        splat_.set("splat_radius", radius);
        splat_.set("gain", gain_ * weight * weight);
        splat_.set("kind_count", kind_count_);
        set_kind_colours(splat_, frame);
        // The author's colours distinguish the kinds.
        splat_.set("one_liquid", is_one_liquid(frame));
        gl::blend_add();
        particles_.draw();
        target_.update_mipmap();
    }

    // World to the field's clip space: the canvas's lower left corner maps to texel (margin, margin).
    glm::mat4 to_field_clip(const Camera& camera) const {
        return camera.world_to_padded_clip(scale_, static_cast<float>(margin_), glm::vec2(target_.size()));
    }

    void shade(const Frame& frame) {
        const gl::Pass pass(frame.timers, "metaballs");
        glBindFramebuffer(GL_FRAMEBUFFER, frame.target);
        glViewport(0, 0, frame.camera.pixels.x, frame.camera.pixels.y);
        const Material& material = material_of(frame.settings);
        glActiveTexture(GL_TEXTURE0);
        glBindTexture(GL_TEXTURE_2D, target_.texture());
        shading_.use();
        shading_.set("field", 0);
        map_.bind(shading_, frame);
        shading_.set("to_field", glm::vec3(scale_, margin_, margin_));
        // The surface of a smoothed field is further inside.
        const float growth = splat_growth(frame), size = splat_size(frame);
        shading_.set("threshold",
                     frame.settings.blob_threshold * growth * gain_ * (1 + 1.4f * growth * smoothing(frame, material)));
        shading_.set("full", 0.25f * pi / 3 * size * size * gain_);
        shading_.set("closes_voids", is_smooth(material));
        shading_.set("thin", thin_colour(frame, material));
        shading_.set("finish",
                     glm::vec4(material.opacity, material.gloss, material.relief, smoothing(frame, material)));
        set_kind_colours(shading_, frame);
        shading_.set("wide_level", wide_level_);
        shading_.set("edge_width", glm::clamp(1.2f * splat_radius_, 2.0f * frame.dpr, 20.0f * frame.dpr));
        shading_.set("colour_by", static_cast<int>(frame.settings.colour_by));
        shading_.set("kind_count", kind_count_);
        set_wall_uniforms(shading_, frame);
        set_canvas_to_world(shading_, frame);
        gl::blend_over();
        const float reach = splat_radius_ + 2 + (is_smooth(material) ? reach_of_average() : 0);
        draw_rect(shading_, intersection(container_rect(frame, 1), particle_rect(frame, reach)), empty_);
    }

    // How far beyond its splats the average of the field may be above the threshold, in device pixels: half of its
    // B-spline, which is four texels of the mipmap wide.
    float reach_of_average() const { return 2 * std::exp2(static_cast<float>(wide_level_)) / scale_; }

    static bool is_one_liquid(const Frame& frame) {
        return frame.settings.material != RenderSettings::Material::blobs && frame.kinds.chosen <= 1;
    }

    // Colour where the liquid is thin, and its weight. A chosen colour becomes lighter.
    static glm::vec4 thin_colour(const Frame& frame, const Material& material) {
        if (frame.kinds.chosen == 0) return glm::vec4(to_vec3(material.thin), material.thin_weight);
        const glm::vec3 light = glm::mix(to_vec3(frame.kinds.colours[frame.kinds.first]), glm::vec3(1), 0.4f);
        return glm::vec4(light, is_one_liquid(frame) ? material.thin_weight : 0);
    }

    // A liquid without visible particles: its voids close.
    static bool is_smooth(const Material& material) { return material.thin_weight > 0; }

    static float splat_growth(const Frame& frame) { return is_smooth(material_of(frame.settings)) ? liquid_splat : 1; }

    // Radius of a splat, in particle radii.
    static float splat_size(const Frame& frame) {
        return default_radius * splat_growth(frame) * frame.settings.blob_size;
    }

    // Colours of values are not smoothed.
    static float smoothing(const Frame& frame, const Material& material) {
        return frame.settings.colour_by == RenderSettings::ColourBy::kind ? material.smoothing : 0;
    }

    gl::Program splat_, shading_;
    gl::VertexArray empty_;
    gl::FloatTarget target_;
    ParticleVertexBuffers particles_;
    ColourRange range_;
    ColourMap map_;
    float splat_radius_ = 1;  // device pixels
    int wide_level_ = 1;      // of the mipmap
    float scale_ = 1;         // texels per device pixel
    int margin_ = 0;          // texels
    float gain_ = 1;          // factor of the splats
    int kind_count_ = 0;      // if more than the four channels of the field, otherwise 0
};

}  // namespace

std::unique_ptr<Style2d> make_metaballs(std::string& error) { return std::make_unique<Metaballs>(error); }

}  // namespace slosh
