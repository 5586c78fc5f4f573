#version 300 es
// Where the ray of a pixel meets the sphere, and how a glossy bead looks there.
precision highp float;
#include "common/sky.glsl"
uniform float radius;
uniform float focal;
uniform vec2 middle;       // pixel of the camera's centre
uniform vec2 depth_terms;  // clip depth of z: (x * z + y) / -z
uniform vec3 upwards;      // in the world
uniform vec3 key;          // to the light
uniform vec2 depths;       // where it begins to get darker, and where it is darkest
flat in vec3 at;
flat in vec3 colour;
flat in float reached;
out vec4 pixel;

void main() {
    vec3 ray = vec3((gl_FragCoord.xy - middle) / focal, -1.0);
    float nearest = dot(ray, at) / dot(ray, ray);
    vec3 from = ray * nearest - at;
    float away = length(from), scale = focal / nearest;  // pixels of a unit there
    float small = radius * scale;
    float cover = clamp((radius - away) * scale + 0.5, 0.0, 1.0) * min(1.0, 4.0 * small * small);
    if (cover <= 0.0) discard;
    float rise = sqrt(max(radius * radius - away * away, 0.0));
    vec3 hit = ray * (nearest - rise / length(ray));
    gl_FragDepth = clamp(0.5 - 0.5 * (depth_terms.x * hit.z + depth_terms.y) / hit.z, 0.0, 1.0);

    vec3 normal = normalize(hit - at), to_eye = normalize(-hit);
    float facing = max(dot(normal, to_eye), 0.0), lit = dot(normal, key), high = 0.5 + 0.5 * dot(normal, upwards);
    float rim = (1.0 - facing) * (1.0 - facing);
    float far = clamp((-at.z - depths.x) / (depths.y - depths.x), 0.0, 1.0);
    vec3 shade = colour * ((0.30 + 0.30 * reached) + (0.14 + 0.12 * reached) * high + 0.40 * reached * max(lit, 0.0));
    // Light that went through gathers on the far side of a bead.
    shade += colour * 0.22 * max(-dot(normal, key) * 0.6 + 0.4 * facing, 0.0);
    shade *= 1.0 - 0.34 * far;
    shade += 0.5 * (air_low + air_high) * rim * 0.26 * high * (1.0 - 0.6 * far);
    float glint = max(dot(normal, normalize(key + to_eye)), 0.0);
    float broad = glint * glint, tight = broad * broad;
    broad = tight * tight, tight = broad * broad * broad * broad;
    shade += (0.10 * broad + 0.62 * tight * tight * smoothstep(1.5, 4.0, small)) * (0.15 + 0.85 * reached) * (1.0 - 0.5 * far) * lamp;
    pixel = vec4(min(shade, 1.0) * cover, cover);
}
