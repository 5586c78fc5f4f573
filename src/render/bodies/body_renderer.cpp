#include "render/bodies/body_renderer.h"

#include <algorithm>
#include <span>
#include <vector>

#include "render/bodies/body_mesh.h"
#include "render/common/environment_map.h"
#include "render/common/frame_uniforms.h"
#include "shaders.h"

namespace slosh {
namespace {

class Meshes final : public BodyRenderer {
public:
    Meshes(bool is_3d, std::string& error)
        : is_3d_(is_3d),
          program_("bodies", shaders::bodies::body_vert,
                   is_3d ? shaders::bodies::body_frag : shaders::bodies::body_2d_frag, error) {}
    bool is_3d() const override { return is_3d_; }
    void draw(const Frame&) override;

private:
    // The meshes of all bodies in one buffer; built anew when shapes or sizes change.
    void upload(std::span<const Body>, int dimensions);
    void draw_body(const Body&, size_t index);

    struct Part {
        BodyShape shape;
        glm::vec3 half;
        int first, count;  // vertices
    };
    bool is_3d_;
    gl::Program program_;
    gl::VertexArray array_;
    gl::Buffer buffer_;
    std::vector<Part> parts_;
};

void Meshes::upload(std::span<const Body> bodies, int dimensions) {
    const auto same = [](const Body& b, const Part& part) { return b.shape == part.shape && b.half == part.half; };
    if (std::equal(bodies.begin(), bodies.end(), parts_.begin(), parts_.end(), same)) return;
    std::vector<MeshVertex> vertices;
    parts_.clear();
    for (const Body& b : bodies) {
        const std::vector<MeshVertex> mesh = body_mesh(b, dimensions);
        parts_.push_back({b.shape, b.half, static_cast<int>(vertices.size()), static_cast<int>(mesh.size())});
        vertices.insert(vertices.end(), mesh.begin(), mesh.end());
    }
    constexpr int stride = sizeof(MeshVertex);
    glBindVertexArray(array_.id());
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.id());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(vertices.size()) * stride, vertices.data(), GL_STATIC_DRAW);
    for (const GLuint attribute : {0u, 1u}) {
        glEnableVertexAttribArray(attribute);
        glVertexAttribPointer(attribute, 3, GL_FLOAT, GL_FALSE, stride,
                              reinterpret_cast<void*>(attribute * sizeof(glm::vec3)));
    }
    glBindVertexArray(0);
}

void Meshes::draw_body(const Body& b, size_t index) {
    glm::mat4 local_to_world(b.axes);
    local_to_world[3] = glm::vec4(b.position, 1);
    program_.set("local_to_world", local_to_world);
    program_.set("half_size", b.half);
    program_.set("shape", static_cast<int>(b.shape));
    program_.set("kind", static_cast<int>(b.kind));
    glDrawArrays(GL_TRIANGLES, parts_[index].first, parts_[index].count);
}

void Meshes::draw(const Frame& frame) {
    const std::span<const Body> bodies = frame.particles.bodies;
    if (bodies.empty()) return;
    const gl::Pass pass(frame.timers, "bodies");
    upload(bodies, frame.particles.dimensions);
    program_.use();
    program_.set("world_to_clip", frame.camera.world_to_clip());
    gl::blend_over();
    if (is_3d_) {
        set_environment_uniforms(program_, frame);
        program_.set("light_dir", world_light_dir(frame.camera));
        program_.set("eye", frame.camera.eye());
        set_tank_bounds(program_, frame);
        glEnable(GL_DEPTH_TEST);
        glDepthFunc(GL_LEQUAL);
        glDepthMask(GL_TRUE);
    } else {
        program_.set("pixel", 1 / frame.camera.pixels_per_unit());
        program_.set("dpr", frame.dpr);
    }
    glBindVertexArray(array_.id());
    // In 2D the parts of a stroke overlap: first the outlines of all, then their insides.
    const auto draw_layer = [&](int layer) {
        program_.set("layer", layer);
        for (size_t i = 0; i < bodies.size(); ++i)
            if ((layer > 0) == (bodies[i].drawn && !is_3d_)) draw_body(bodies[i], i);
    };
    if (!is_3d_)
        for (const int layer : {1, 2}) draw_layer(layer);
    draw_layer(0);
    glBindVertexArray(0);
    glDisable(GL_DEPTH_TEST);
}

}  // namespace

std::unique_ptr<BodyRenderer> make_body_renderer(bool is_3d, std::string& error) {
    return std::make_unique<Meshes>(is_3d, error);
}

}  // namespace slosh
