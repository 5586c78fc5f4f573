#include "app/panel/imgui/imgui_renderer.h"

#include <algorithm>
#include <cstddef>

#include "shaders.h"

namespace slosh {
namespace {

GLuint make_texture(const void* rgba, int width, int height) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    gl::linear_and_clamped();
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
    return texture;
}

ImTextureID id_of(GLuint texture) {
#if IMGUI_VERSION_NUM >= 19200
    return texture;
#else
    return reinterpret_cast<ImTextureID>(static_cast<intptr_t>(texture));
#endif
}

GLuint texture_of(ImTextureID id) {
#if IMGUI_VERSION_NUM >= 19200
    return static_cast<GLuint>(id);
#else
    return static_cast<GLuint>(reinterpret_cast<intptr_t>(id));
#endif
}

}  // namespace

ImGuiRenderer::ImGuiRenderer(std::string& error)
    : program_("panel", shaders::panel::imgui_vert, shaders::panel::imgui_frag, error) {
    glBindVertexArray(array_.id());
    glBindBuffer(GL_ARRAY_BUFFER, vertices_.id());
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_.id());
    begin_at(0);
    glBindVertexArray(0);
    ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
#if IMGUI_VERSION_NUM >= 19200
    ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
#endif
}

// Sets the first vertex of the attributes: indices have 16 bits and are relative to it.
void ImGuiRenderer::begin_at(size_t vertex) {
    begins_at_ = vertex;
    const auto attribute = [&](GLuint location, int count, GLenum type, GLboolean normalised, size_t offset) {
        glEnableVertexAttribArray(location);
        glVertexAttribPointer(location, count, type, normalised, sizeof(ImDrawVert),
                              reinterpret_cast<const void*>(vertex * sizeof(ImDrawVert) + offset));
    };
    attribute(0, 2, GL_FLOAT, GL_FALSE, offsetof(ImDrawVert, pos));
    attribute(1, 2, GL_FLOAT, GL_FALSE, offsetof(ImDrawVert, uv));
    attribute(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(ImDrawVert, col));
}

void ImGuiRenderer::draw(const ImDrawData& data) {
    const glm::ivec2 size(static_cast<int>(data.DisplaySize.x), static_cast<int>(data.DisplaySize.y));
    if (size.x <= 0 || size.y <= 0) return;
    update_textures(data);
    program_.use();
    program_.set("size", glm::vec2(size));
    program_.set("glyphs", 0);
    glActiveTexture(GL_TEXTURE0);
    gl::blend_over();
    glEnable(GL_SCISSOR_TEST);
    glBindVertexArray(array_.id());
    for (int i = 0; i < data.CmdListsCount; ++i) draw_list(*data.CmdLists[i], size);
    glBindVertexArray(0);
    glDisable(GL_SCISSOR_TEST);
}

void ImGuiRenderer::draw_list(const ImDrawList& list, glm::ivec2 size) {
    glBindBuffer(GL_ARRAY_BUFFER, vertices_.id());
    glBufferData(GL_ARRAY_BUFFER, list.VtxBuffer.size_in_bytes(), list.VtxBuffer.Data, GL_STREAM_DRAW);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, list.IdxBuffer.size_in_bytes(), list.IdxBuffer.Data, GL_STREAM_DRAW);
    for (const ImDrawCmd& command : list.CmdBuffer) {
        const ImVec4& clip = command.ClipRect;
        const glm::ivec2 low(std::max(clip.x, 0.0f), std::max(clip.y, 0.0f));
        const glm::ivec2 high = glm::min(glm::ivec2(clip.z, clip.w), size);
        if (high.x <= low.x || high.y <= low.y || command.UserCallback) continue;
        glScissor(low.x, size.y - high.y, high.x - low.x, high.y - low.y);
        glBindTexture(GL_TEXTURE_2D, texture_of(command.GetTexID()));
        if (command.VtxOffset != begins_at_) begin_at(command.VtxOffset);
        constexpr GLenum type = sizeof(ImDrawIdx) == 2 ? GL_UNSIGNED_SHORT : GL_UNSIGNED_INT;
        glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(command.ElemCount), type,
                       reinterpret_cast<const void*>(command.IdxOffset * sizeof(ImDrawIdx)));
    }
}

#if IMGUI_VERSION_NUM >= 19200

void ImGuiRenderer::prepare() {}

// Since version 1.92 Dear ImGui adds glyphs on demand and marks the textures to update.
void ImGuiRenderer::update_textures(const ImDrawData& data) {
    if (!data.Textures) return;
    for (ImTextureData* texture : *data.Textures) {
        if (texture->Status == ImTextureStatus_WantUpdates || texture->Status == ImTextureStatus_WantDestroy) {
            const GLuint old = texture_of(texture->GetTexID());
            glDeleteTextures(1, &old);
            texture->SetTexID(ImTextureID_Invalid);
            if (texture->Status == ImTextureStatus_WantDestroy) texture->SetStatus(ImTextureStatus_Destroyed);
        }
        if (texture->Status == ImTextureStatus_WantCreate || texture->Status == ImTextureStatus_WantUpdates) {
            texture->SetTexID(id_of(make_texture(texture->GetPixels(), texture->Width, texture->Height)));
            texture->SetStatus(ImTextureStatus_OK);
        }
    }
}

void ImGuiRenderer::forget_font() {
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
        if (texture->RefCount != 1 || texture->TexID == ImTextureID_Invalid) continue;
        const GLuint old = texture_of(texture->GetTexID());
        glDeleteTextures(1, &old);
        texture->SetTexID(ImTextureID_Invalid);
        texture->SetStatus(ImTextureStatus_Destroyed);
    }
}

#else

void ImGuiRenderer::update_textures(const ImDrawData&) {}

void ImGuiRenderer::prepare() {
    if (font_) return;
    unsigned char* rgba = nullptr;
    int width = 0, height = 0;
    ImFontAtlas& fonts = *ImGui::GetIO().Fonts;
    fonts.GetTexDataAsRGBA32(&rgba, &width, &height);
    font_ = make_texture(rgba, width, height);
    fonts.SetTexID(id_of(font_));
    fonts.ClearTexData();
}

void ImGuiRenderer::forget_font() {
    if (font_) glDeleteTextures(1, &font_);
    font_ = 0;
}

#endif

ImGuiRenderer::~ImGuiRenderer() { forget_font(); }

}  // namespace slosh
