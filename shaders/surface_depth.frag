#version 300 es
// How far from the eye the ray of a pixel meets a particle's sphere.
precision highp float;
uniform float radius;
uniform float focal;
uniform vec2 middle;  // pixel of the camera's centre
uniform vec2 span;    // nearest distance, and from there to the furthest
flat in vec3 at;

void main() {
    vec3 ray = vec3((gl_FragCoord.xy - middle) / focal, -1.0);
    float square = dot(ray, ray), nearest = dot(ray, at) / square;
    vec3 from = ray * nearest - at;
    float rise = radius * radius - dot(from, from);
    if (rise < 0.0) discard;
    gl_FragDepth = (nearest - sqrt(rise / square) - span.x) / span.y;
}
