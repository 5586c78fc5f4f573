#include "app/panel/imgui/browser_font.h"

// Since version 1.92 Dear ImGui adds glyphs on demand: it keeps its own font (style.cpp).
#if IMGUI_VERSION_NUM < 19200

#include <emscripten/em_js.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "app/panel/texts/texts.h"

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

// Beside ASCII, in units and figures.
constexpr std::string_view others = "°²³µ·×ρνσ";

// One character a code point.
std::vector<std::string> characters_of(std::string_view extra) {
    std::vector<std::string> characters;
    for (char c = ' '; c <= '~'; ++c) characters.emplace_back(1, c);
    for (const std::string_view text : {others, extra})
        for (size_t i = 0; i < text.size(); i += length_of_character(text[i])) {
            std::string character(text.substr(i, length_of_character(text[i])));
            if (std::find(characters.begin(), characters.end(), character) == characters.end())
                characters.push_back(std::move(character));
        }
    return characters;
}

ImWchar code_of(const std::string& character) {
    const auto byte = [&](size_t i) { return i < character.size() ? static_cast<unsigned char>(character[i]) : 0u; };
    switch (length_of_character(character[0])) {
        case 1:
            return static_cast<ImWchar>(byte(0));
        case 2:
            return static_cast<ImWchar>((byte(0) & 0x1f) << 6 | (byte(1) & 0x3f));
        default:  // Dear ImGui shows no character beyond the basic plane
            return static_cast<ImWchar>((byte(0) & 0x0f) << 12 | (byte(1) & 0x3f) << 6 | (byte(2) & 0x3f));
    }
}

}  // namespace

void set_browser_font(ImFontAtlas& fonts, float size, std::string_view extra_characters) {
    fonts.Clear();
    ImFontConfig config;
    config.SizePixels = size;
    ImFont* font = fonts.AddFontDefault(&config);

    const std::vector<std::string> glyphs = characters_of(extra_characters);
    const size_t count = glyphs.size();
    std::string characters;
    for (const std::string& character : glyphs) characters += character;
    const int left = static_cast<int>(0.2f * size) + 1, baseline = static_cast<int>(1.05f * size),
              height = static_cast<int>(1.4f * size) + 1, width = static_cast<int>(1.3f * size) + 2 * left;
    std::vector<uint8_t> alpha(static_cast<size_t>(width * height) * count);
    std::vector<float> advances(count);
    if (!slosh_draw_glyphs(characters.c_str(), size, width, height, baseline, left, alpha.data(), advances.data()))
        return;

    // The line's baseline, where a text that is as tall as its digits is centred.
    const float shift = std::round(0.86f * size) - static_cast<float>(baseline);
    std::vector<int> rects(count);
    for (size_t i = 0; i < count; ++i)
        rects[i] = fonts.AddCustomRectFontGlyph(font, code_of(glyphs[i]), width, height, std::round(advances[i]),
                                                {static_cast<float>(-left), shift});
    unsigned char* pixels = nullptr;
    int atlas_width = 0, atlas_height = 0;
    fonts.GetTexDataAsAlpha8(&pixels, &atlas_width, &atlas_height);
    for (size_t i = 0; i < count; ++i) {
        const ImFontAtlasCustomRect* rect = fonts.GetCustomRectByIndex(rects[i]);
        const uint8_t* from = alpha.data() + i * static_cast<size_t>(width * height);
        for (int y = 0; y < height; ++y)
            std::copy_n(from + y * width, width, pixels + (rect->Y + y) * atlas_width + rect->X);
    }
}

}  // namespace slosh

#endif
