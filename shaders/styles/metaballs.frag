#version 300 es
// Metaballs: fluid is where the summed field exceeds the threshold. The colour is that of the strongest kind.
precision highp float;
#include "common/palette.glsl"
#include "common/walls.glsl"
#include "common/bicubic.glsl"
#include "styles/liquid_shading.glsl"
uniform sampler2D field;
uniform sampler2D colour_map;
uniform vec3 to_field;     // texels per device pixel, and the margin in texels
uniform vec3 to_world;     // world x, y of the canvas's lower left corner, world units per device pixel
uniform float threshold;
uniform float edge_width;  // device pixels over which the surface bulges
uniform int colour_by;
// Number of kinds if more than four, else 0. If not 0, the field holds the sum of colours, and w that of weights.
uniform int kind_count;
out vec4 pixel;

// A step from 0 to 1 at zero, one pixel wide.
float step_at_zero(float value) {
    return clamp(value / max(fwidth(value), 1e-6) + 0.5, 0.0, 1.0);
}

float max_component(vec4 v) {
    return max(max(v.x, v.y), max(v.z, v.w));
}

// Two kinds are separated by a shallow groove: returns the xy part of the surface normal.
vec2 groove(vec4 sum, vec4 ddx, vec4 ddy) {
    vec4 first = vec4(equal(sum, vec4(max_component(sum)))), rest = sum * (1.0 - first);
    vec4 pair = first - vec4(equal(rest, vec4(max_component(rest))));
    vec2 slope = vec2(dot(ddx, pair), dot(ddy, pair));
    float steep = max(length(slope), 1e-6), ahead = max_component(sum) - max_component(rest);
    return slope / steep * -0.36 * exp(-ahead / (0.4 * edge_width * steep) - 0.5 * ahead / threshold) *
           min(2.0 * max_component(rest) / threshold, 1.0);
}

vec3 kind_colour(vec4 sum) {
    vec4 others = max(max(sum.yzwx, sum.zwxy), sum.wxyz), ahead = sum - others;
    vec4 weight = vec4(step_at_zero(ahead.x), step_at_zero(ahead.y), step_at_zero(ahead.z), step_at_zero(ahead.w));
    weight /= max(dot(weight, vec4(1.0)), 1e-6);
    return indigo * weight.x + blue * weight.y + green * weight.z + amber * weight.w;
}

// Moves a mixed colour towards the nearest colour of a kind.
vec3 sharpened(vec3 mixed) {
    vec4 sum = vec4(0.0);
    for (uint kind = 0u; kind < uint(kind_count); ++kind) {
        vec3 colour = palette(kind), difference = mixed - colour;
        float near = 1.0 / (dot(difference, difference) + 1e-3);
        sum += near * near * near * vec4(colour, 1.0);
    }
    return sum.rgb / sum.w;
}

void main() {
    vec2 texel = gl_FragCoord.xy * to_field.x + to_field.yz;
    vec4 near = texture(field, texel / vec2(textureSize(field, 0)));
    if (dot(near, vec4(1.0)) < 0.1 * threshold) discard;  // most of the canvas is empty
    // Where a texel is about a pixel, linear interpolation suffices.
    vec4 sum = to_field.x > 0.7 ? near : bicubic_texture(field, texel);
    float total = colour_by == 0 ? kind_count > 0 ? sum.w : dot(sum, vec4(1.0)) : sum.x;
    vec2 slope = vec2(dFdx(total), dFdy(total));
    vec4 ddx = dFdx(sum), ddy = dFdy(sum);  // before the next discard, for defined derivatives
    vec3 colour;
    if (colour_by == 0 && kind_count > 0) colour = sharpened(sum.rgb / max(sum.w, 1e-6));
    else if (colour_by == 0) colour = kind_colour(sum);
    else colour = texture(colour_map, colour_map_coord(sum.y / max(sum.x, 1e-6))).rgb;

    vec2 position = to_world.xy + gl_FragCoord.xy * to_world.z;
    float gap = -wall_distance(position) / to_world.z;  // pixels to the wall
    float cover = step_at_zero(total - threshold) * clamp(gap + 0.5, 0.0, 1.0);
    if (cover <= 0.0) discard;

    pixel = vec4(colour, 1.0) * cover;
    if (colour_by != 0) return;  // colours of values are not shaded
    float steep = max(length(slope), 1e-6), inside = (total - threshold) / steep;  // about the pixels to the surface
    float edge = exp(-max(inside, 0.0) / edge_width - 0.25 * max(total / threshold - 1.0, 0.0));
    edge *= smoothstep(0.0, edge_width, gap);  // flat against the wall
    vec2 tilt = -slope / steep * edge;
    if (kind_count == 0) tilt += groove(sum, ddx, ddy) * (1.0 - edge);
    float height = clamp((position.y - wall.y) / max(wall.w, 1e-6), -1.0, 1.0);
    pixel = shade_liquid(colour * (1.0 + 0.08 * height), tilt) * cover;
}
