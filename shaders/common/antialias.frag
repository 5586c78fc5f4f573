#version 300 es
// Smooths the stair steps of edges: a pixel beside an edge is blended with its neighbour across it, by its position between
// the two nearest steps of the edge (after Lottes, "FXAA", NVIDIA 2011). Lines one pixel wide stay as they are.
precision highp float;
uniform sampler2D picture;  // premultiplied alpha
uniform vec2 texel;         // size of a pixel in texture coordinates
out vec4 pixel;

const float reach = 9.0;  // pixels, over which steps are searched

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

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy), last = textureSize(picture, 0) - 1;
    pixel = texelFetch(picture, at, 0);
    float own = brightness(pixel);
    vec2 beside = vec2(brightness_of(ivec2(max(at.x - 1, 0), at.y)), brightness_of(ivec2(min(at.x + 1, last.x), at.y))) - own;
    vec2 above = vec2(brightness_of(ivec2(at.x, max(at.y - 1, 0))), brightness_of(ivec2(at.x, min(at.y + 1, last.y)))) - own;
    vec2 contrast = max(abs(vec2(beside.x, above.x)), abs(vec2(beside.y, above.y)));
    bool level = contrast.y > contrast.x;
    vec2 steps = level ? above : beside;
    float side = abs(steps.x) > abs(steps.y) ? -1.0 : 1.0, edge_step = side < 0.0 ? steps.x : steps.y;
    // Between two edges of the same sign, as on a line, there is no step to smooth.
    if (abs(edge_step) < 0.04 || min(steps.x / edge_step, steps.y / edge_step) > 0.5) return;
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
    if (change * edge_step <= 0.0) return;
    pixel = texture(picture, coord + across * (0.5 - min(distances.x, distances.y) / (distances.x + distances.y)));
}
