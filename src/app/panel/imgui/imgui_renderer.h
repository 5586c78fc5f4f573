// Draws the vertex lists of Dear ImGui. Unlike the backend of Dear ImGui it does not query WebGL state: a query waits
// until the GPU process has finished all previous commands.
#pragma once
#include <imgui.h>

#include <cstddef>
#include <string>

#include "render/gl/gl.h"

namespace slosh {

class ImGuiRenderer {
public:
    // Requires a current Dear ImGui context, as all other functions.
    // Appends the reason to `error` if a shader cannot be built.
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
