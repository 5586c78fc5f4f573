// Everything that is drawn of a simulation: the container, the fluid in the chosen style, the bodies. Holds GL
// objects, so it lives and dies with the context.
#pragma once
#include <optional>

#include "render/bodies/body_renderer.h"
#include "render/common/style.h"
#include "render/debug/debug_overlay.h"
#include "render/debug/particle_overlay.h"
#include "render/debug/slice_renderer.h"
#include "render/scene3d/scene_renderer_3d.h"
#include "render/styles/tank_2d.h"

namespace slosh {

class FrameRenderer {
public:
    explicit FrameRenderer(std::string& error) : backdrop_(error) {}

    // Draws a whole frame, transparent where nothing is. Builds the look's style first if it is another one;
    // what fails is appended to `error`, and the frame then shows the container only.
    void draw(const Frame&, std::string& error);
    // What the style has to say about this machine, once.
    std::string_view take_capability_warning();

    glm::vec2 colour_range() const { return scene_3d_ ? scene_3d_->range() : style_ ? style_->range() : glm::vec2(0); }

    // The values that are black and white in the image shown in place of a 3D picture.
    glm::vec2 view_range() const { return scene_3d_ ? scene_3d_->view_range() : glm::vec2(0); }

    // Particles in the fullest cell, where look.show_cells.
    int fullest_cell() const { return probes_ ? probes_->fullest_cell() : 0; }

    // The values at both ends of the slice's colours when last drawn.
    glm::vec2 slice_range() const { return slice_ ? slice_->range() : glm::vec2(0); }

private:
    void draw_bodies(const Frame&, std::string& error);

    Tank2d backdrop_;
    std::unique_ptr<SceneRenderer3d> scene_3d_;  // from the first 3D frame on
    std::unique_ptr<BodyRenderer> bodies_;       // from the first body on
    std::optional<ParticleOverlay> marks_;       // when first asked for
    std::unique_ptr<DebugOverlay> probes_;       // when first asked for
    std::unique_ptr<SliceRenderer> slice_;       // when first asked for
    std::unique_ptr<Style> style_;
    int style_index_ = -1;
    std::string_view reported_warning_;
};

}  // namespace slosh
