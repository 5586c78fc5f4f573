// Draws the vertex lists of Dear ImGui. Unlike its own backend this queries no WebGL state: a query waits until the GPU
// process has finished all commands before it.
#pragma once
#include <imgui.h>

#include <cstddef>
#include <string>

#include "render/gl/gl.h"

namespace slosh {

class ImGuiRenderer {
public:
    // With a Dear ImGui context current, as in all that follows.
    explicit ImGuiRenderer(std::string& error);
    // Also deletes the textures that Dear ImGui still uses: another renderer creates them again.
    ~ImGuiRenderer();
    ImGuiRenderer(const ImGuiRenderer&) = delete;
    ImGuiRenderer& operator=(const ImGuiRenderer&) = delete;

    // Before ImGui::NewFrame().
    void prepare();
    void draw(const ImDrawData&);
    // The font atlas has changed.
    void forget_font();

private:
    void update_textures(const ImDrawData&);
    void begin_at(size_t vertex);
    void draw_list(const ImDrawList&, glm::ivec2 size);

    gl::Program program_;
    gl::VertexArray array_;
    gl::Buffer vertices_, indices_;
    size_t begins_at_ = 0;
#if IMGUI_VERSION_NUM < 19200
    GLuint font_ = 0;
#endif
};

}  // namespace slosh
