#version 300 es
// Smooths the stair steps of edges: a pixel beside an edge is blended with its neighbour across it, by its position between
// the two nearest steps of the edge (after Lottes, "FXAA", NVIDIA 2011). Lines one pixel wide stay as they are.
precision highp float;
uniform sampler2D picture;  // premultiplied alpha
uniform vec2 texel;         // size of a pixel in texture coordinates
out vec4 pixel;

const float reach = 9.0;     // pixels, over which steps are searched
const float visible = 0.04;  // difference of brightness that makes an edge

// Over a light page, up to a constant.
float brightness(vec4 colour) {
    return dot(colour, vec4(0.3, 0.6, 0.1, -0.8));
}

float brightness_at(vec2 coord) {
    return brightness(texture(picture, coord));
}

float brightness_of(ivec2 at) {
    return brightness(texelFetch(picture, at, 0));
}

// Per row (horizontal edges) or column: how much the brightness bends across it. Both neighbours of a pixel at a step differ
// from it by the same: those around it tell which way its edge runs.
float bend(float first, float middle, float last) {
    return abs(first + last - 2.0 * middle);
}

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy), last = textureSize(picture, 0) - 1;
    pixel = texelFetch(picture, at, 0);
    float own = brightness(pixel);
    ivec2 low = max(at - 1, ivec2(0)), high = min(at + 1, last);
    float left = brightness_of(ivec2(low.x, at.y)), right = brightness_of(ivec2(high.x, at.y));
    float below = brightness_of(ivec2(at.x, low.y)), above = brightness_of(ivec2(at.x, high.y));
    float range = max(max(max(left, right), max(below, above)), own) - min(min(min(left, right), min(below, above)), own);
    if (range < visible) return;
    float below_left = brightness_of(low), above_right = brightness_of(high);
    float above_left = brightness_of(ivec2(low.x, high.y)), below_right = brightness_of(ivec2(high.x, low.y));
    bool level = 2.0 * bend(below, own, above) + bend(below_left, left, above_left) + bend(below_right, right, above_right) >=
                 2.0 * bend(left, own, right) + bend(below_left, below, below_right) + bend(above_left, above, above_right);
    vec2 steps = (level ? vec2(below, above) : vec2(left, right)) - own;
    float side = abs(steps.x) > abs(steps.y) ? -1.0 : 1.0, edge_step = side < 0.0 ? steps.x : steps.y;
    // Between two edges of the same sign, as on a line, there is no step to smooth.
    if (abs(edge_step) < visible || min(steps.x / edge_step, steps.y / edge_step) > 0.5) return;
    vec2 along = level ? vec2(texel.x, 0.0) : vec2(0.0, texel.y), across = side * (texel - along);
    // Both sides of the edge in one sample: their mean changes where a step is.
    vec2 coord = gl_FragCoord.xy * texel, edge = coord + 0.5 * across;
    float middle = own + 0.5 * edge_step, tolerance = 0.25 * abs(edge_step), change = 0.0;  // at the nearer step
    vec2 distances = vec2(reach);
    for (float i = 1.0; i < reach; i++) {
        vec2 changes = vec2(brightness_at(edge - i * along), brightness_at(edge + i * along)) - middle;
        if (distances.x == reach && abs(changes.x) > tolerance) distances.x = i - 0.5;
        if (distances.y == reach && abs(changes.y) > tolerance) distances.y = i - 0.5;
        float nearest = min(distances.x, distances.y);
        if (nearest == i - 0.5) change = distances.x == nearest ? changes.x : changes.y;
        if (max(distances.x, distances.y) < reach) break;
    }
    // Beyond a step this row has the colour of the other side; beyond the other kind of step the other row has this one's.
    float part = change * edge_step <= 0.0 ? 0.0 : 0.5 - min(distances.x, distances.y) / (distances.x + distances.y);
    // Steps of one pixel, as on a diagonal, have no length to go by: there the mean of the neighbours tells.
    float around = (2.0 * (left + right + below + above) + below_left + below_right + above_left + above_right) / 12.0;
    float corner = smoothstep(0.0, 1.0, abs(around - own) / range);
    pixel = texture(picture, coord + across * max(part, 0.75 * corner * corner));
}
