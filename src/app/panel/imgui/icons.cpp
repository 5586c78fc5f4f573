#include "app/panel/imgui/icons.h"

#include <imgui.h>

#include <cmath>

namespace slosh {
namespace {

// One stroke of an icon, on a grid of 24 x 24 units around the centre of the button, y downwards.
struct Stroke {
    enum Kind : uint8_t {
        bar,       // filled rectangle: x0 y0 x1 y1
        line,      // x0 y0 x1 y1
        triangle,  // filled: x0 y0 x1 y1 x2 y2, clockwise
        curve,     // cubic Bezier: x0 y0 .. x3 y3
        disc,      // filled: radius
        ring,      // radius
        pale_ring,
        ellipse,  // half axes
        arc,      // radius, from and to in radians
        spiral,   // a turn and a half: outer and inner radius
    };
    Icon icon;
    Kind kind;
    float v[8];       // as stated at Kind
    float width = 0;  // of lines, in units
};

constexpr Stroke strokes[] = {
    {Icon::play, Stroke::triangle, {-3.5f, -5, 5.5f, 0, -3.5f, 5}},
    {Icon::pause, Stroke::bar, {-4.5f, -5, -1.5f, 5}},
    {Icon::pause, Stroke::bar, {1.5f, -5, 4.5f, 5}},
    {Icon::step, Stroke::bar, {-5, -5, -2.5f, 5}},
    {Icon::step, Stroke::triangle, {-1, -5, 6, 0, -1, 5}},
    // Arrows that turn back and forth.
    {Icon::undo, Stroke::curve, {-4, -2, 4, -6, 9, 2, 2, 6}, 1.9f},
    {Icon::undo, Stroke::triangle, {-8, -1, -3, -7, -1.5f, 1.5f}},
    {Icon::redo, Stroke::curve, {4, -2, -4, -6, -9, 2, -2, 6}, 1.9f},
    {Icon::redo, Stroke::triangle, {8, -1, 1.5f, 1.5f, 3, -7}},
    // A die.
    {Icon::chance, Stroke::line, {-6, -6, 6, -6}, 1.6f},
    {Icon::chance, Stroke::line, {6, -6, 6, 6}, 1.6f},
    {Icon::chance, Stroke::line, {6, 6, -6, 6}, 1.6f},
    {Icon::chance, Stroke::line, {-6, 6, -6, -6}, 1.6f},
    {Icon::chance, Stroke::bar, {-4, -4, -2, -2}},
    {Icon::chance, Stroke::bar, {-1, -1, 1, 1}},
    {Icon::chance, Stroke::bar, {2, 2, 4, 4}},
    {Icon::menu, Stroke::bar, {-6, -5, 6, -3}},
    {Icon::menu, Stroke::bar, {-6, -1, 6, 1}},
    {Icon::menu, Stroke::bar, {-6, 3, 6, 5}},
    {Icon::close, Stroke::line, {-4, -4, 4, 4}, 1.6f},
    {Icon::close, Stroke::line, {-4, 4, 4, -4}, 1.6f},
    // Four arrows.
    {Icon::drag, Stroke::line, {0, 0, 5, 0}, 1.6f},
    {Icon::drag, Stroke::triangle, {8, 0, 5, -3.2f, 5, 3.2f}},
    {Icon::drag, Stroke::line, {0, 0, -5, 0}, 1.6f},
    {Icon::drag, Stroke::triangle, {-8, 0, -5, 3.2f, -5, -3.2f}},
    {Icon::drag, Stroke::line, {0, 0, 0, 5}, 1.6f},
    {Icon::drag, Stroke::triangle, {0, 8, -3.2f, 5, 3.2f, 5}},
    {Icon::drag, Stroke::line, {0, 0, 0, -5}, 1.6f},
    {Icon::drag, Stroke::triangle, {0, -8, 3.2f, -5, -3.2f, -5}},
    // A globe.
    {Icon::turn, Stroke::ring, {7.5f}, 1.5f},
    {Icon::turn, Stroke::ellipse, {7.5f, 3}, 1.5f},
    // Circles around a point.
    {Icon::push, Stroke::disc, {2}},
    {Icon::push, Stroke::ring, {5}, 1.5f},
    {Icon::push, Stroke::pale_ring, {8}, 1.5f},
    {Icon::stir, Stroke::spiral, {8, 1.8f}, 1.7f},
    // A box above waves.
    {Icon::drop, Stroke::bar, {-3.5f, -8, 3.5f, -1}},
    {Icon::drop, Stroke::curve, {-8, 5, -5.5f, 2, -2.5f, 8, 0, 5}, 1.7f},
    {Icon::drop, Stroke::curve, {0, 5, 2.5f, 2, 5.5f, 8, 8, 5}, 1.7f},
    // A tap, two drops and a wave.
    {Icon::pour, Stroke::bar, {-8, -8, 3, -4.5f}},
    {Icon::pour, Stroke::bar, {-0.5f, -8, 3, -1}},
    {Icon::pour, Stroke::bar, {0.4f, 0.5f, 2.1f, 3}},
    {Icon::pour, Stroke::bar, {0.4f, 4.5f, 2.1f, 7}},
    {Icon::pour, Stroke::curve, {-8, 8, -4, 5.5f, 4, 10.5f, 8, 8}, 1.7f},
    // A pencil and its stroke; an eraser and what it leaves.
    {Icon::pen, Stroke::line, {-3.5f, 3, 6, -6.5f}, 3.4f},
    {Icon::pen, Stroke::triangle, {-7, 6.5f, -5, 1.4f, -1.8f, 4.6f}},
    {Icon::pen, Stroke::line, {-1, 7, 7, 7}, 1.6f},
    {Icon::erase, Stroke::line, {-3.5f, 3.5f, 4, -4}, 7},
    {Icon::erase, Stroke::line, {-1, 8, 8, 8}, 1.6f},
    // Most of a circle, with an arrow head at its end.
    {Icon::reset, Stroke::arc, {5, -0.9f, 4.2f}, 1.8f},
    {Icon::reset, Stroke::triangle, {-1.092f, -4.5166f, 5.308f, -6.7166f, 4.508f, -0.3166f}},
};

void draw_stroke(ImDrawList& draw, const Stroke& s, ImVec2 centre, float unit, ImU32 ink) {
    const auto at = [&](float x, float y) { return ImVec2{centre.x + x * unit, centre.y + y * unit}; };
    const auto point = [&](int i) { return at(s.v[2 * i], s.v[2 * i + 1]); };
    const float width = s.width * unit, radius = s.v[0] * unit;
    constexpr float twelfth = 0.2618f;  // of half a turn, in radians
    switch (s.kind) {
        case Stroke::bar:
            return draw.AddRectFilled(point(0), point(1), ink, unit);
        case Stroke::line:
            return draw.AddLine(point(0), point(1), ink, width);
        case Stroke::triangle:
            return draw.AddTriangleFilled(point(0), point(1), point(2), ink);
        case Stroke::curve:
            return draw.AddBezierCubic(point(0), point(1), point(2), point(3), ink, width);
        case Stroke::disc:
            return draw.AddCircleFilled(centre, radius, ink);
        case Stroke::ring:
            return draw.AddCircle(centre, radius, ink, 0, width);
        case Stroke::pale_ring:
            return draw.AddCircle(centre, radius, ImGui::GetColorU32(ImGuiCol_Text, 0.5f), 0, width);
        case Stroke::ellipse:
            for (int i = 0; i < 24; ++i) {
                const float turn = twelfth * static_cast<float>(i);
                draw.PathLineTo(at(s.v[0] * std::cos(turn), s.v[1] * std::sin(turn)));
            }
            return draw.PathStroke(ink, ImDrawFlags_Closed, width);
        case Stroke::arc:
            draw.PathArcTo(centre, radius, s.v[1], s.v[2], 24);
            return draw.PathStroke(ink, 0, width);
        case Stroke::spiral:
            for (int i = 0; i <= 36; ++i) {
                const float turn = twelfth * static_cast<float>(i);
                const float r = s.v[0] - (s.v[0] - s.v[1]) * static_cast<float>(i) / 36;
                draw.PathLineTo(at(r * std::cos(turn), r * std::sin(turn)));
            }
            return draw.PathStroke(ink, 0, width);
    }
}

}  // namespace

bool icon_button(const char* id, Icon icon, float size, const char* tooltip, bool chosen) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool pressed = ImGui::InvisibleButton(id, {size, size});
    const bool hovered = ImGui::IsItemHovered(), active = ImGui::IsItemActive();
    ImGui::SetItemTooltip("%s", tooltip);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const ImU32 back = ImGui::GetColorU32(active || chosen ? ImGuiCol_ButtonActive
                                          : hovered        ? ImGuiCol_ButtonHovered
                                                           : ImGuiCol_Button);
    draw.AddRectFilled(at, {at.x + size, at.y + size}, back, ImGui::GetStyle().FrameRounding);
    const ImVec2 centre{at.x + size / 2, at.y + size / 2};
    for (const Stroke& stroke : strokes)
        if (stroke.icon == icon) draw_stroke(draw, stroke, centre, size / 24, ImGui::GetColorU32(ImGuiCol_Text));
    return pressed;
}

}  // namespace slosh
