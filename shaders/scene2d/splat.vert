#version 300 es
// A point sprite for each particle: a splat in the field texture of the metaballs.
#include "common/particle.glsl"
uniform vec3 kind_colours[7];
uniform bool one_liquid;  // the first three kinds are one
uniform float splat_radius;  // field texels
uniform float gain;
// Number of kinds if more than four, else 0. If not 0, the field holds the sum of colours, and w that of weights.
uniform int kind_count;
flat out vec4 amount;    // a channel per kind; for values x is the weight and y the weighted value

void main() {
    gl_Position = clip_position();
    gl_PointSize = 2.0 * splat_radius;
    if (colour_by == 0 && kind_count > 0) amount = gain * vec4(kind_colours[min(kind, 6u)], 1.0);
    else if (colour_by == 0 && one_liquid) amount = gain * vec4(kind < 3u, 0.0, 0.0, kind >= 3u);
    else if (colour_by == 0) amount = gain * vec4(kind == 0u, kind == 1u, kind == 2u, kind >= 3u);
    else amount = gain * vec4(1.0, colour_value(), 0.0, 0.0);
}
