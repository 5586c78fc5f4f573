// Draws what Dear ImGui has laid out. Unlike its own backend this asks WebGL for no state: every question
// waits for the graphics process to finish all that was asked of it before.
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
    // Textures that Dear ImGui still counts on are forgotten: another painter makes them again.
    ~ImGuiRenderer();
    ImGuiRenderer(const ImGuiRenderer&) = delete;
    ImGuiRenderer& operator=(const ImGuiRenderer&) = delete;

    // Before ImGui::NewFrame().
    void prepare();
    void draw(const ImDrawData&);
    // The font was built anew.
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
