// Draws one frame of a simulation: container, fluid in the chosen style, bodies, overlays. Owns GL objects: it must be
// destroyed before its WebGL context, and built anew after a context loss.
#pragma once
#include <optional>

#include "render/bodies/body_renderer.h"
#include "render/common/edge_fade.h"
#include "render/debug/debug_overlay.h"
#include "render/debug/particle_overlay.h"
#include "render/debug/slice_renderer.h"
#include "render/scene2d/scene_renderer_2d.h"
#include "render/scene3d/scene_renderer_3d.h"

namespace slosh {

class FrameRenderer {
public:
    explicit FrameRenderer(std::string& error) : edge_fade_(error) {}

    // Draws a whole frame on a transparent background. When the style has changed, the new one is built first. Failures
    // are appended to `error`, and the frame then shows the container only.
    void draw(const Frame&, std::string& error);
    // The style's capability warning, once per change; "" for none.
    std::string_view take_capability_warning();

    // The values at both ends of the colour map when last drawn.
    glm::vec2 colour_range() const {
        return scene_3d_ ? scene_3d_->range() : scene_2d_ ? scene_2d_->range() : glm::vec2(0);
    }

    // The values that are black and white in the intermediate image of a 3D style.
    glm::vec2 view_range() const { return scene_3d_ ? scene_3d_->view_range() : glm::vec2(0); }

    // Particles in the fullest cell, with show-cells.
    int fullest_cell() const { return debug_overlay_ ? debug_overlay_->fullest_cell() : 0; }

    // The values at both ends of the slice's colours when last drawn.
    glm::vec2 slice_range() const { return slice_ ? slice_->range() : glm::vec2(0); }

private:
    // Builds the renderer of 2D or of 3D scenes.
    void choose_scene_renderer(const Frame&, std::string& error);
    void draw_bodies(const Frame&, std::string& error);

    EdgeFade edge_fade_;
    std::optional<bool> is_3d_;  // of the one that was built
    // Built when first needed. One of them at a time; null if that failed.
    std::unique_ptr<SceneRenderer2d> scene_2d_;
    std::unique_ptr<SceneRenderer3d> scene_3d_;

    std::unique_ptr<BodyRenderer> bodies_;
    std::optional<ParticleOverlay> particle_overlay_;
    std::unique_ptr<DebugOverlay> debug_overlay_;
    std::unique_ptr<SliceRenderer> slice_;
    std::string_view reported_warning_;
};

}  // namespace slosh
