#version 300 es
// How far from the eye the ray of a pixel meets a particle's sphere, or the glass where the sphere reaches through it.
precision highp float;
#include "room.glsl"
uniform vec3 right, up, back;  // the camera's axes
uniform vec3 eye;
uniform float focal;
uniform vec2 middle;  // pixel of the camera's centre
uniform vec2 span;    // nearest distance, and from there to the furthest
flat in vec4 at;

void main() {
    vec3 ray = vec3((gl_FragCoord.xy - middle) / focal, -1.0);
    float square = dot(ray, ray), nearest = dot(ray, at.xyz) / square;
    vec3 from = ray * nearest - at.xyz;
    float rise = at.w * at.w - dot(from, from);
    if (rise < 0.0) discard;
    float half_way = sqrt(rise / square);
    vec3 way = right * ray.x + up * ray.y - back;
    // Where the ray enters the room, and leaves it.
    vec3 one = (room_middle - eye - room_half) / way, other = (room_middle - eye + room_half) / way;
    vec3 first = min(one, other), last = max(one, other);
    float enters = max(max(first.x, first.y), first.z), leaves = min(min(last.x, last.y), last.z);
    float meets = max(nearest - half_way, enters);
    if (meets > min(nearest + half_way, leaves)) discard;
    gl_FragDepth = (meets - span.x) / span.y;
}
