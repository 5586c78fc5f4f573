#version 300 es
// Metaballs: fluid is where the summed field exceeds the threshold. The colour is that of the strongest kind.
precision highp float;
#include "common/colour_map_coord.glsl"
#include "common/walls.glsl"
#include "common/bicubic.glsl"
#include "scene2d/liquid_shading.glsl"
uniform sampler2D field;     // its mipmap averages it over a few splats
uniform sampler2D colour_map;
uniform vec3 to_field;     // texels per device pixel, and the margin in texels
uniform vec3 to_world;     // world x, y of the canvas's lower left corner, world units per device pixel
uniform float threshold;
uniform float full;        // the field deep inside
uniform float edge_width;  // device pixels over which the surface bulges
uniform int colour_by;
// Number of kinds if more than four, else 0. If not 0, the field holds the sum of colours, and w that of weights.
uniform int kind_count;
uniform vec3 kind_colours[7];
uniform vec4 thin;    // of the material: colour where the liquid is thin, its weight
uniform bool closes_voids;
uniform vec4 finish;  // opacity, gloss, relief, smoothing
uniform int wide_level;  // of the mipmap
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
    return kind_colours[0] * weight.x + kind_colours[1] * weight.y + kind_colours[2] * weight.z + kind_colours[3] * weight.w;
}

// Moves a mixed colour towards the nearest colour of a kind.
vec3 sharpened(vec3 mixed) {
    vec4 sum = vec4(0.0);
    for (int kind = 0; kind < kind_count; ++kind) {
        vec3 colour = kind_colours[min(kind, 6)], difference = mixed - colour;
        float near = 1.0 / (dot(difference, difference) + 1e-3);
        sum += near * near * near * vec4(colour, 1.0);
    }
    return sum.rgb / sum.w;
}

float total_of(vec4 sum) {
    return colour_by != 0 ? sum.x : kind_count > 0 ? sum.w : dot(sum, vec4(1.0));
}

void main() {
    vec2 coord = (gl_FragCoord.xy * to_field.x + to_field.yz) / vec2(textureSize(field, 0));
    vec2 position = to_world.xy + gl_FragCoord.xy * to_world.z;
    float gap = -wall_distance(position) / to_world.z;  // pixels to the wall
    vec4 near = textureLod(field, coord, 0.0);
    // Beside a wall the average includes the empty outside, in a corner beside both walls.
    vec2 gaps = wall_round ? vec2(gap, 1e6) : (wall.zw + wall_inset - abs(position - wall.xy)) / to_world.z;
    // About the part inside of a B-spline with its middle so many texels from the wall.
    vec2 outside = max(1.0 - gaps * to_field.x / (1.6 * exp2(float(wide_level))), 0.0);
    vec2 within = 1.0 - 0.5 * pow(min(outside, 1.0), vec2(2.5));
    float inside_wall = within.x * within.y * full;
    if (dot(near, vec4(1.0)) < 0.1 * threshold &&  // most of the canvas is empty
        (colour_by != 0 || total_of(textureLod(field, coord, float(wide_level))) < 0.3 * inside_wall)) discard;
    // Where a texel is about a pixel, linear interpolation suffices.
    vec4 sum = to_field.x > 0.7 ? near : bicubic_texture(field, coord, 0);
    float total = total_of(sum), depth = 1.0, relief = finish.z, bulk = 0.0;
    vec2 lens = vec2(0.0);
    // More kinds are thinner fluid, and an image of values shows its voids.
    if (colour_by == 0 && ((kind_count == 0 && total < 0.7 * full) || closes_voids)) {
        vec4 wide = bicubic_texture(field, coord, wide_level);
        float average = total_of(wide), around = average / inside_wall;
        depth = smoothstep(0.3, 1.0, around);
        if (closes_voids) {
            relief *= 1.0 - smoothstep(0.6, 0.85, around);  // closed voids have no rim
            // Where there is much liquid it is shaded as a lens with the slope of the average, which hides its particles.
            vec2 fall = -vec2(dFdx(around), dFdy(around));
            lens = fall / (length(fall) + 0.02 * to_field.x / exp2(float(wide_level))) * 0.85 * (1.0 - smoothstep(0.3, 0.76, around));
            bulk = smoothstep(0.2, 0.4, around);
        }
        // Small voids close: there is fluid around them.
        float fill = smoothstep(0.5, 0.62, around) * max(0.7 * full - total, 0.0) / max(average, 1e-6);
        // Films thinner than a splat take the colour of the fluid around them.
        float blur = closes_voids ? 0.7 : 0.0;
        total = mix(total + fill * average, around * full, finish.w);
        sum = mix(sum, wide, blur) + fill * wide;
    }
    vec2 slope = vec2(dFdx(total), dFdy(total));
    vec4 ddx = dFdx(sum), ddy = dFdy(sum);  // before the next discard, for defined derivatives
    vec3 colour;
    if (colour_by == 0 && kind_count > 0) colour = sharpened(sum.rgb / max(sum.w, 1e-6));
    else if (colour_by == 0) colour = kind_colour(sum);
    else colour = texture(colour_map, colour_map_coord(sum.y / max(sum.x, 1e-6))).rgb;

    float cover = step_at_zero(total - threshold) * clamp(gap + 0.5, 0.0, 1.0);
    if (cover <= 0.0) discard;

    pixel = vec4(colour, 1.0) * cover;
    if (colour_by != 0) return;  // colours of values are not shaded
    float steep = max(length(slope), 1e-6), inside = (total - threshold) / steep;  // about the pixels to the surface
    float edge = exp(-max(inside, 0.0) / edge_width - 0.25 * max(total / threshold - 1.0, 0.0));
    edge *= smoothstep(0.0, edge_width, gap);  // flat against the wall
    vec2 tilt = mix(-slope / steep * edge * relief, lens * finish.z, bulk);
    if (kind_count == 0) tilt += groove(sum, ddx, ddy) * (1.0 - edge) * relief;
    float height = clamp((position.y - wall.y) / max(wall.w, 1e-6), -1.0, 1.0);
    // The fourth kind is another liquid, with one colour.
    float own = kind_count > 0 ? 1.0 : 1.0 - sum.w / max(dot(sum, vec4(1.0)), 1e-6);
    colour = mix(colour, thin.rgb, thin.w * (1.0 - depth) * own);
    pixel = shade_liquid(colour * (1.0 + 0.08 * height), tilt, finish.y) * cover * finish.x;
}
