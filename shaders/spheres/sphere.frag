#version 300 es
// Ray-sphere intersection in a point sprite, shaded as a glossy bead; writes the exact depth.
precision highp float;
#include "common/sky.glsl"
uniform float radius;
uniform float focal;
uniform vec2 principal_point;  // pixel of the camera's centre
uniform vec2 depth_terms;      // clip depth of z: (x * z + y) / -z
uniform vec3 up_dir;           // the world's up, view space
uniform vec3 light_dir;        // towards the light, view space
uniform vec2 fade_range;       // distances at which darkening begins and ends
flat in vec3 sphere_centre;
flat in vec3 colour;
flat in float visibility;
out vec4 pixel;

void main() {
    vec3 ray = vec3((gl_FragCoord.xy - principal_point) / focal, -1.0);
    float nearest = dot(ray, sphere_centre) / dot(ray, ray);
    vec3 from = ray * nearest - sphere_centre;
    float distance = length(from), scale = focal / nearest;  // pixels per unit at that depth
    float pixel_radius = radius * scale;
    float cover = clamp((radius - distance) * scale + 0.5, 0.0, 1.0) * min(1.0, 4.0 * pixel_radius * pixel_radius);
    if (cover <= 0.0) discard;
    float half_chord = sqrt(max(radius * radius - distance * distance, 0.0));
    vec3 hit = ray * (nearest - half_chord / length(ray));
    gl_FragDepth = clamp(0.5 - 0.5 * (depth_terms.x * hit.z + depth_terms.y) / hit.z, 0.0, 1.0);

    vec3 normal = normalize(hit - sphere_centre), to_eye = normalize(-hit);
    float facing = max(dot(normal, to_eye), 0.0), lit = dot(normal, light_dir), high = 0.5 + 0.5 * dot(normal, up_dir);
    float rim = (1.0 - facing) * (1.0 - facing);
    float far = clamp((-sphere_centre.z - fade_range.x) / (fade_range.y - fade_range.x), 0.0, 1.0);
    vec3 shade = colour * ((0.30 + 0.30 * visibility) + (0.14 + 0.12 * visibility) * high + 0.40 * visibility * max(lit, 0.0));
    // Refracted light brightens the far side of a bead.
    shade += colour * 0.22 * max(-dot(normal, light_dir) * 0.6 + 0.4 * facing, 0.0);
    shade *= 1.0 - 0.34 * far;
    shade += 0.5 * (air_low + air_high) * rim * 0.26 * high * (1.0 - 0.6 * far);
    float specular = max(dot(normal, normalize(light_dir + to_eye)), 0.0);
    float broad = specular * specular, tight = broad * broad;
    broad = tight * tight, tight = broad * broad * broad * broad;
    shade += (0.10 * broad + 0.62 * tight * tight * smoothstep(1.5, 4.0, pixel_radius)) * (0.15 + 0.85 * visibility) * (1.0 - 0.5 * far) * light_colour;
    pixel = vec4(min(shade, 1.0) * cover, cover);
}
