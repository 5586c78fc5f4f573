#version 300 es
// A particle becomes its blob in the field texture.
#include "particle.glsl"
uniform float reach;  // field texels
uniform float gain;
flat out vec4 amount;  // by kind, or x for the sum and y for the weighted value

void main() {
    gl_Position = clip_position();
    gl_PointSize = 2.0 * reach;
    if (colour_by == 0) amount = gain * vec4(kind == 0u, kind == 1u, kind == 2u, kind >= 3u);
    else amount = gain * vec4(1.0, shown_value(), 0.0, 0.0);
}
