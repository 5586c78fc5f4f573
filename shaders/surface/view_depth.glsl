// Distances along the view, and places as seen from the eye; what the canvas shows lies `margin` texels inside.
uniform sampler2D depth;
uniform float focal;  // pixels of a unit at distance 1
uniform vec2 middle;  // texel of the camera's centre
uniform vec2 span;    // nearest distance, and from there to the furthest
const float nothing = 1.0;

float stored(ivec2 at) {
    return texelFetch(depth, at, 0).r;
}

float distance_of(float kept) {
    return span.x + kept * span.y;
}

vec3 eye_place(vec2 texel, float away) {
    return vec3((texel - middle) / focal * away, -away);
}
