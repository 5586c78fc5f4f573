// From where the ray of a pixel is in a particle to its depth.
#include "common/tank_bounds.glsl"
uniform vec3 right, up, back;  // the camera's axes
uniform vec3 eye;
uniform float focal;
uniform vec2 middle;  // pixel of the camera's centre
uniform vec2 span;    // nearest distance, and from there to the furthest

// A way of depth 1.
vec3 eye_ray() {
    return vec3((gl_FragCoord.xy - middle) / focal, -1.0);
}

// Depths `half_way` before and behind the nearest one are on the particle: the first of them in the room counts.
void write_depth(vec3 ray, float nearest, float half_way) {
    vec3 way = right * ray.x + up * ray.y - back;
    // Where the ray enters the room, and leaves it.
    vec3 one = (room_middle - eye - room_half) / way, other = (room_middle - eye + room_half) / way;
    vec3 first = min(one, other), last = max(one, other);
    float enters = max(max(first.x, first.y), first.z), leaves = min(min(last.x, last.y), last.z);
    float meets = max(nearest - half_way, enters);
    if (meets > min(nearest + half_way, leaves)) discard;
    gl_FragDepth = (meets - span.x) / span.y;
}
