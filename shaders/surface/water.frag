#version 300 es
// Clear water: reflects the environment (Fresnel), refracts the scene behind it and absorbs by path length (Beer-Lambert).
precision highp float;
precision highp sampler2D;
#include "surface/view_depth.glsl"
#include "surface/surface_normals.glsl"
#include "common/environment_map.glsl"
uniform sampler2D scene, scene_depth;  // objects behind and in the water; premultiplied alpha
uniform vec2 scene_depth_terms;
uniform vec2 canvas;             // pixels
uniform float margin;
uniform vec3 right, up, back;    // the camera's axes
uniform vec3 light_dir;          // towards the light, view space
uniform float unit;              // world length of one unit of thickness
uniform float refraction;
uniform float occlusion_radius;  // world
out vec4 pixel;

float scene_distance(vec2 coord) {
    return scene_depth_terms.y / (2.0 * texture(scene_depth, coord).r - 1.0 + scene_depth_terms.x);
}

// x: ambient occlusion, 1 for an unoccluded surface. y: fraction of the samples that lie far behind the surface.
vec2 ambient_occlusion(vec2 texel, vec3 position, vec3 normal) {
    float radius = occlusion_radius * focal / -position.z, occluded = 0.0, behind = 0.0;
    for (int i = 0; i < 6; i++) {
        float turn = float(i) * 1.0472 + 0.4, far = (0.4 + 0.1 * float(i));
        ivec2 at = ivec2(texel + radius * far * vec2(cos(turn), sin(turn)));
        float stored = fetch_depth(at);
        if (stored >= CLEAR_DEPTH) continue;
        vec3 to = view_position_at(vec2(at) + 0.5, linear_depth(stored)) - position;
        behind += smoothstep(0.25, 0.75, -to.z / occlusion_radius);
        float rise = dot(to, normal) / (length(to) + 1e-6), near = occlusion_radius / (occlusion_radius + length(to));
        occluded += max(rise - 0.12, 0.0) * near;
    }
    return vec2(1.0 - min(0.28 * occluded, 0.6), behind / 6.0);
}

void main() {
    vec2 texel = gl_FragCoord.xy + margin;
    ivec2 at = ivec2(texel);
    float stored = fetch_depth(at);
    if (stored >= CLEAR_DEPTH) discard;
    vec3 position = view_position_at(texel, linear_depth(stored));
    vec2 coord = gl_FragCoord.xy / canvas;
    float scene_gap = scene_distance(coord) + position.z;  // distance of the scene behind the surface
    vec4 path = thickness_at(texel);
    float cover = coverage_at(at, path.w);
    if (scene_gap < 0.0 || cover <= 0.0) discard;

    vec3 to_eye = normalize(-position), normal = surface_normal(at, position);
    float facing = max(dot(normal, to_eye), 0.0);
    vec2 occlusion = ambient_occlusion(texel, position, normal);
    float unoccluded = occlusion.x;
    // The path ends at the first body in the fluid.
    float path_length = min(path.w, scene_gap * length(position) / -position.z / unit);
    vec3 absorption = path.rgb / max(path.w, 1e-6);

    // Refraction in screen space: the pixel at which the refracted ray leaves the water. 0.75 = 1 / 1.33.
    vec3 refracted = refract(-to_eye, normal, 0.75);
    vec3 exit_position = position + refracted * min(path_length, 0.5) * unit * refraction;
    vec2 behind_coord = ((exit_position.xy / -exit_position.z) * focal + principal_point - margin) / canvas;
    behind_coord = clamp(mix(coord, behind_coord, smoothstep(0.0, 0.02 * depth_range.y, scene_gap)), 0.0, 1.0);
    if (scene_distance(behind_coord) < -position.z) behind_coord = coord;
    else path_length = min(path.w, (scene_distance(behind_coord) + position.z) * length(position) / -position.z / unit);
    vec4 behind = texture(scene, behind_coord);

    // The additional path makes thin films visible.
    vec3 transmittance = exp(-absorption * (path_length + 0.12 * smoothstep(0.5 * min_thickness, 4.0 * min_thickness, path.w))), tint = exp(-absorption);
    vec3 world_normal = right * normal.x + up * normal.y + back * normal.z;
    // In-scattered light: from above, and more where the surface faces the light.
    float lit = 0.5 + 0.3 * world_normal.y + 0.30 * max(dot(normal, light_dir), 0.0);
    // A drop in front of other water is lit from behind, without a dark side.
    lit = max(lit, smoothstep(0.1, 0.6, occlusion.y));
    vec3 scattered = tint * lit * light_colour * unoccluded * (1.0 - transmittance);
    // The page behind the canvas is visible with the smallest of the three transmittances, because alpha has one channel;
    // the other channels get white instead.
    float clear = min(transmittance.r, min(transmittance.g, transmittance.b));
    vec3 hazy = mix(vec3(dot(transmittance, vec3(0.3, 0.4, 0.3))), transmittance, 0.55);
    vec3 transmitted = hazy * behind.rgb + (transmittance - clear) * (1.0 - behind.a) * 0.9;

    vec3 reflected = reflect(-to_eye, normal);
    vec3 world_reflected = right * reflected.x + up * reflected.y + back * reflected.z;
    float fresnel = 0.02 + 0.98 * pow(1.0 - facing, 5.0);  // Schlick
    fresnel *= mix(0.55, 1.0, unoccluded);
    vec3 halfway = normalize(light_dir + to_eye);
    float tight = pow(max(dot(normal, halfway), 0.0), 180.0);
    float broad = pow(max(dot(normal, halfway), 0.0), 24.0);
    vec3 specular = fresnel * sample_environment(world_reflected, length(fwidth(reflected))) + (0.85 * tight + 0.10 * broad) * unoccluded * light_colour;

    vec3 colour = (1.0 - fresnel) * (scattered + transmitted) + specular;
    float alpha = 1.0 - (1.0 - fresnel) * clear * (1.0 - behind.a);
    vec4 unrefracted = texture(scene, coord);
    colour = min(colour, vec3(1.0));
    alpha = max(alpha, max(colour.r, max(colour.g, colour.b)));
    pixel = mix(unrefracted, vec4(colour, min(alpha, 1.0)), cover);
}
