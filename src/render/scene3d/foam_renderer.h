// Spray as small bright droplets, foam as soft discs that gather into patches, bubbles as fainter rings: the diffuse
// particles of Ihmsen et al. 2012 (foam/diffuse_particles.h), in 3D. One colour each, so no order matters.
#pragma once
#include <functional>
#include <memory>

#include "render/common/style.h"
#include "render/gl/dynamic_vertex_buffers.h"
#include "render/gl/timers.h"

namespace slosh {

class Foam {
public:
    explicit Foam(std::string& error);
    // Over what is in the frame's target, hidden by what is nearer in its depth buffer. Without those in front of the
    // plane, see SceneRenderer3d.
    void draw(const Frame&, glm::vec4 plane);

    // Over water that is drawn on the screen: `fit` sets for the program in use what foam/foam_on_water.frag asks of
    // it. What fails is appended to `error`.
    void draw_on_water(const Frame&, const std::function<void(const gl::Program&)>& fit, std::string& error);

private:
    void upload(const DiffuseView&);
    void send(const gl::Program&, const Frame&, glm::vec4 plane);

    gl::Program program_;
    std::unique_ptr<gl::Program> on_water_;  // when first asked for
    DynamicVertexBuffers<5, 1> streams_;     // place, kind and fade, as foam/foam.vert has them
};

}  // namespace slosh
