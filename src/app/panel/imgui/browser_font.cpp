#include "app/panel/imgui/browser_font.h"

// Since version 1.92 Dear ImGui adds glyphs on demand: it keeps its own font (style.cpp).
#if IMGUI_VERSION_NUM < 19200

#include <emscripten/em_js.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

// clang-format off
EM_JS_DEPS(slosh_glyphs, "$UTF8ToString");

// Draws each character into a cell of a column of cells. Returns whether the browser can draw text here.
EM_JS(bool, slosh_draw_glyphs, (const char* characters, float size, int width, int height, int baseline, int left,
                                uint8_t* alpha, float* advances), {
    const all = Array.from(UTF8ToString(characters));
    const rows = height * all.length;
    const canvas = typeof OffscreenCanvas === 'function' ? new OffscreenCanvas(width, rows)
                                                         : Object.assign(document.createElement('canvas'), {'width': width, 'height': rows});
    const pen = canvas.getContext('2d', {'willReadFrequently': true});
    if (!pen) return false;
    pen.font = size + 'px system-ui, -apple-system, sans-serif';
    pen.fillStyle = '#fff';
    for (let i = 0; i < all.length; i++) {
        pen.fillText(all[i], left, i * height + baseline);
        HEAPF32[(advances >> 2) + i] = pen.measureText(all[i]).width;
    }
    const pixels = pen.getImageData(0, 0, width, rows).data;
    for (let i = 0; i < width * rows; i++) HEAPU8[alpha + i] = pixels[4 * i + 3];
    return true;
});
// clang-format on

namespace slosh {
namespace {

// Printable ASCII, then the others, which are also given as text below.
constexpr ImWchar others[] = {0xb0, 0xb2, 0xb3, 0xb5, 0xb7, 0xd7, 0x3c1, 0x3bd, 0x3c3};
constexpr const char others_text[] = "°²³µ·×ρνσ";
constexpr ImWchar first_ascii = 0x20, last_ascii = 0x7e;
constexpr size_t glyph_count = last_ascii - first_ascii + 1 + std::size(others);

ImWchar code_of(size_t i) {
    constexpr size_t ascii = last_ascii - first_ascii + 1;
    return i < ascii ? static_cast<ImWchar>(first_ascii + i) : others[i - ascii];
}

}  // namespace

void set_browser_font(ImFontAtlas& fonts, float size) {
    fonts.Clear();
    ImFontConfig config;
    config.SizePixels = size;
    ImFont* font = fonts.AddFontDefault(&config);

    std::string characters;
    for (ImWchar c = first_ascii; c <= last_ascii; ++c) characters += static_cast<char>(c);
    characters += others_text;
    const int left = static_cast<int>(0.2f * size) + 1, baseline = static_cast<int>(1.05f * size),
              height = static_cast<int>(1.4f * size) + 1, width = static_cast<int>(1.3f * size) + 2 * left;
    std::vector<uint8_t> alpha(static_cast<size_t>(width * height) * glyph_count);
    std::array<float, glyph_count> advances{};
    if (!slosh_draw_glyphs(characters.c_str(), size, width, height, baseline, left, alpha.data(), advances.data()))
        return;

    // The line's baseline, where a text that is as tall as its digits is centred.
    const float shift = std::round(0.86f * size) - static_cast<float>(baseline);
    std::array<int, glyph_count> rects{};
    for (size_t i = 0; i < glyph_count; ++i)
        rects[i] = fonts.AddCustomRectFontGlyph(font, code_of(i), width, height, std::round(advances[i]),
                                                {static_cast<float>(-left), shift});
    unsigned char* pixels = nullptr;
    int atlas_width = 0, atlas_height = 0;
    fonts.GetTexDataAsAlpha8(&pixels, &atlas_width, &atlas_height);
    for (size_t i = 0; i < glyph_count; ++i) {
        const ImFontAtlasCustomRect* rect = fonts.GetCustomRectByIndex(rects[i]);
        const uint8_t* from = alpha.data() + i * static_cast<size_t>(width * height);
        for (int y = 0; y < height; ++y)
            std::copy_n(from + y * width, width, pixels + (rect->Y + y) * atlas_width + rect->X);
    }
}

}  // namespace slosh

#endif
