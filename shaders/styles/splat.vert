#version 300 es
// A particle becomes its blob in the field texture.
#include "common/particle.glsl"
#include "common/palette.glsl"
uniform float reach;  // field texels
uniform float gain;
uniform int many;      // kinds, if more than four: their colours are summed, and w is the sum
flat out vec4 amount;  // by kind, or x for the sum and y for the weighted value

void main() {
    gl_Position = clip_position();
    gl_PointSize = 2.0 * reach;
    if (colour_by == 0 && many > 0) amount = gain * vec4(palette(kind), 1.0);
    else if (colour_by == 0) amount = gain * vec4(kind == 0u, kind == 1u, kind == 2u, kind >= 3u);
    else amount = gain * vec4(1.0, shown_value(), 0.0, 0.0);
}
