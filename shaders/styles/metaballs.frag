#version 300 es
// The summed blobs become fluid: inside where the sum passes the threshold, coloured by the strongest kind.
precision highp float;
#include "common/palette.glsl"
#include "common/walls.glsl"
#include "common/bicubic.glsl"
#include "styles/liquid_shading.glsl"
uniform sampler2D field;
uniform sampler2D colour_map;
uniform vec3 to_field;   // texels a device pixel, and the margin in texels
uniform vec3 to_world;   // world x, y of the canvas's lower left corner, world units a device pixel
uniform float threshold;
uniform float depth;     // device pixels over which the surface bulges
uniform int colour_by;
uniform int many;        // kinds, if more than four: the field is their mixed colour, and w the sum
out vec4 pixel;

// 0 to 1 across one pixel's width around zero.
float step_at_zero(float value) {
    return clamp(value / max(fwidth(value), 1e-6) + 0.5, 0.0, 1.0);
}

float most(vec4 of) {
    return max(max(of.x, of.y), max(of.z, of.w));
}

// Where two kinds meet is a shallow groove: the surface's normal along the picture.
vec2 groove(vec4 sum, vec4 along, vec4 up) {
    vec4 first = vec4(equal(sum, vec4(most(sum)))), rest = sum * (1.0 - first);
    vec4 two = first - vec4(equal(rest, vec4(most(rest))));
    vec2 rise = vec2(dot(along, two), dot(up, two));
    float steep = max(length(rise), 1e-6), ahead = most(sum) - most(rest);
    return rise / steep * -0.36 * exp(-ahead / (0.4 * depth * steep) - 0.5 * ahead / threshold) *
           min(2.0 * most(rest) / threshold, 1.0);
}

vec3 kind_colour(vec4 sum) {
    vec4 others = max(max(sum.yzwx, sum.zwxy), sum.wxyz), ahead = sum - others;
    vec4 weight = vec4(step_at_zero(ahead.x), step_at_zero(ahead.y), step_at_zero(ahead.z), step_at_zero(ahead.w));
    weight /= max(dot(weight, vec4(1.0)), 1e-6);
    return indigo * weight.x + blue * weight.y + green * weight.z + amber * weight.w;
}

// A colour from between those of the kinds, drawn to the nearest of them.
vec3 sharpened(vec3 mixed) {
    vec4 sum = vec4(0.0);
    for (uint kind = 0u; kind < uint(many); ++kind) {
        vec3 colour = palette(kind), off = mixed - colour;
        float near = 1.0 / (dot(off, off) + 1e-3);
        sum += near * near * near * vec4(colour, 1.0);
    }
    return sum.rgb / sum.w;
}

void main() {
    vec2 texel = gl_FragCoord.xy * to_field.x + to_field.yz;
    vec4 near = texture(field, texel / vec2(textureSize(field, 0)));
    if (dot(near, vec4(1.0)) < 0.1 * threshold) discard;  // most of the canvas is empty
    // Where texels are about pixels there is nothing to smooth.
    vec4 sum = to_field.x > 0.7 ? near : smooth_texture(field, texel);
    float total = colour_by == 0 ? many > 0 ? sum.w : dot(sum, vec4(1.0)) : sum.x;
    vec2 slope = vec2(dFdx(total), dFdy(total));
    vec4 along = dFdx(sum), up = dFdy(sum);  // before anything is left out
    vec3 colour;
    if (colour_by == 0 && many > 0) colour = sharpened(sum.rgb / max(sum.w, 1e-6));
    else if (colour_by == 0) colour = kind_colour(sum);
    else colour = texture(colour_map, map_place(sum.y / max(sum.x, 1e-6))).rgb;

    vec2 at = to_world.xy + gl_FragCoord.xy * to_world.z;
    float glass = -wall_distance(at) / to_world.z;  // pixels to the wall
    float cover = step_at_zero(total - threshold) * clamp(glass + 0.5, 0.0, 1.0);
    if (cover <= 0.0) discard;

    pixel = vec4(colour, 1.0) * cover;
    if (colour_by != 0) return;  // exact colours where they mean a value
    float steep = max(length(slope), 1e-6), inside = (total - threshold) / steep;  // about the pixels to the surface
    float edge = exp(-max(inside, 0.0) / depth - 0.25 * max(total / threshold - 1.0, 0.0));
    edge *= smoothstep(0.0, depth, glass);  // flat against the wall
    vec2 tilt = -slope / steep * edge;
    if (many == 0) tilt += groove(sum, along, up) * (1.0 - edge);
    float height = clamp((at.y - wall.y) / max(wall.w, 1e-6), -1.0, 1.0);
    pixel = liquid(colour * (1.0 + 0.08 * height), tilt) * cover;
}
