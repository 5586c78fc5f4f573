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
uniform vec3 light_dir;          // towards the light, view space
uniform float unit;              // world length of one unit of thickness
uniform float refraction;
uniform float scattering;        // extinction of every colour over a unit of path length
uniform float reflectance;       // at normal incidence
uniform float glow;              // 0 to 1: shines by its own light
uniform float occlusion_radius;  // world
out vec4 pixel;

vec4 scene_distance(vec4 stored) {
    return scene_depth_terms.y / (2.0 * stored - 1.0 + scene_depth_terms.x);
}

float scene_distance(vec2 coord) {
    return scene_distance(texture(scene_depth, coord)).r;
}

// The scene at a point of the canvas. Where its 2x2 texels show different bodies, that of the texel whose depth counts.
vec4 scene_colour(vec2 coord) {
    vec2 at = coord * canvas, last = canvas - 1.0;
    ivec2 low = ivec2(clamp(at - 0.5, vec2(0.0), last)), high = ivec2(min(at + 0.5, last));
    vec4 depths = vec4(texelFetch(scene_depth, low, 0).r, texelFetch(scene_depth, ivec2(high.x, low.y), 0).r,
                       texelFetch(scene_depth, ivec2(low.x, high.y), 0).r, texelFetch(scene_depth, high, 0).r);
    vec4 distances = scene_distance(depths);
    vec2 nearest = min(distances.xy, distances.zw), farthest = max(distances.xy, distances.zw);
    bool is_edge = max(farthest.x, farthest.y) - min(nearest.x, nearest.y) > depth_deviation;
    return is_edge ? texelFetch(scene, ivec2(min(at, last)), 0) : texture(scene, coord);
}

// Where on the canvas a ray from the surface is seen after a distance.
vec2 coord_along(vec3 position, vec3 direction, float distance) {
    vec3 at = position + direction * distance;
    return clamp(((at.xy / -at.z) * focal + principal_point - margin) / canvas, 0.0, 1.0);
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

// Variance of the normal within the pixel, from the differences to its neighbours.
float normal_variance(vec3 normal) {
    vec3 across = dFdx(normal), along = dFdy(normal);
    return min(0.5 * (dot(across, across) + dot(along, along)), 0.2);
}

// Blinn's highlight, wider and weaker where normals vary within the pixel: rough water gleams instead of glittering
// (Tokuyoshi and Kaplanyan, I3D 2019).
float highlight(float towards_light, float exponent, float roughness) {
    float widened = 2.0 / (2.0 / (exponent + 2.0) + roughness) - 2.0;
    return (widened + 2.0) / (exponent + 2.0) * pow(towards_light, max(widened, 0.5));
}

void main() {
    vec2 texel = gl_FragCoord.xy + margin;
    ivec2 at = ivec2(texel);
    if (fetch_depth(at) >= CLEAR_DEPTH) discard;
    mat3 depths = fetch_depths(at, 1);
    Surface surface = surface_at(texel, depths);
    vec3 position = surface.position, normal = surface.normal, to_eye = normalize(-position);
    vec2 coord = gl_FragCoord.xy / canvas;
    float scene_gap = scene_distance(coord) + position.z;  // distance of the scene behind the surface
    vec4 path = thickness_at(texel);
    float cover = coverage_at(depths, path.w, surface.glass);
    if (scene_gap < 0.0 || cover <= 0.0) discard;

    float facing = max(dot(normal, to_eye), 0.0);
    vec2 occlusion = surface.glass == 1.0 ? vec2(1.0, 0.0) : ambient_occlusion(texel, position, normal);
    float unoccluded = occlusion.x;
    vec3 absorption = path.rgb / max(path.w, 1e-6);
    // The path ends at the glass, exactly: splats blur its edges. A short path behind wet glass has no gaps.
    float per_depth = length(position) / -position.z / unit;
    // A surface that the filter has moved behind the far glass has no path: less than none would glow red.
    float chord = max(surface.inside, 0.0) * per_depth;
    float filled = surface.glass == 1.0 ? 1.0 - smoothstep(12.0, 30.0, chord / min_thickness) : 0.0;
    // A film on the glass ends in an edge, not in a gradient.
    float film = surface.glass == 1.0 ? 3.0 * min_thickness : 0.0;
    path.w = min(max(path.w, max(filled * chord, film)), chord);

    // Screen-space refraction: the refracted ray ends where it leaves the water, or in a second step at the body that the first
    // one found, so that the body keeps its outline. 0.75 = 1 / 1.33.
    vec3 refracted = refract(-to_eye, normal, 0.75);
    float ray = min(path.w, 0.2) * unit * refraction;
    vec2 behind_coord = coord_along(position, refracted, ray);
    ray = min(ray, max(scene_distance(behind_coord) + position.z, 0.0));
    behind_coord = coord_along(position, refracted, ray);
    if (scene_distance(behind_coord) < -position.z) behind_coord = coord;  // not what is in front of the water
    float behind_gap = max(scene_distance(behind_coord) + position.z, 0.0);
    float path_length = min(path.w, behind_gap * per_depth);  // it also ends at the first body in the fluid
    vec4 behind = scene_colour(behind_coord);

    // Water over a body in the tank lets its colours through; elsewhere an additional path makes films visible.
    if (behind_gap < surface.inside - depth_deviation / 3.0) path_length *= path_length / (path_length + 0.4);
    else path_length += 0.05 * smoothstep(0.5 * min_thickness, 4.0 * min_thickness, path.w);
    // What glows is hot where it faces the eye, cooler and redder towards its edge.
    float heat = mix(1.0, 0.25 + 0.65 * facing, glow);
    vec3 transmittance = exp(-(absorption + scattering) * path_length), tint = exp(-absorption / heat);
    vec3 world_normal = world_direction(normal);
    // In-scattered light: from above, and more where the surface faces the light.
    float lit = 0.5 + 0.3 * world_normal.y + 0.30 * max(dot(normal, light_dir), 0.0);
    // A drop in front of other water is lit from behind, without a dark side.
    lit = mix(max(lit, smoothstep(0.1, 0.6, occlusion.y)), 1.15, glow);
    unoccluded = mix(unoccluded, 1.0, glow);
    // Light that returns from deep water was filtered twice: it is darker and bluer than the light through thin water.
    vec3 scattered = tint * mix(vec3(1.0), tint, 0.6) * lit * light_colour * unoccluded * (1.0 - transmittance);
    // The page behind the canvas is visible with the smallest of the three transmittances, because alpha has one channel;
    // the other channels get white instead.
    float clear = min(transmittance.r, min(transmittance.g, transmittance.b));
    vec3 hazy = mix(vec3(dot(transmittance, vec3(0.3, 0.4, 0.3))), transmittance, 0.45);
    vec3 transmitted = hazy * behind.rgb + (transmittance - clear) * (1.0 - behind.a) * 0.9;

    vec3 reflected = reflect(-to_eye, normal);
    vec3 world_reflected = world_direction(reflected);
    float fresnel = reflectance + (1.0 - reflectance) * pow(1.0 - facing, 5.0);  // Schlick
    fresnel *= mix(0.55, 1.0, unoccluded);
    float towards_light = max(dot(normal, normalize(light_dir + to_eye)), 0.0), roughness = normal_variance(normal);
    float highlights = 0.85 * highlight(towards_light, 180.0, roughness) + 0.10 * highlight(towards_light, 24.0, roughness);
    // Metals reflect in their own colour.
    vec3 mirrored = mix(vec3(1.0), tint, smoothstep(0.1, 0.5, reflectance));
    vec3 specular = fresnel * mirrored * sample_environment(world_reflected, length(fwidth(reflected))) + highlights * unoccluded * (1.0 - surface.glass) * light_colour;

    vec3 colour = (1.0 - fresnel) * (scattered + transmitted) + specular;
    float alpha = 1.0 - (1.0 - fresnel) * clear * (1.0 - behind.a);
    vec4 unrefracted = texture(scene, coord);
    colour = min(colour, vec3(1.0));
    alpha = max(alpha, max(colour.r, max(colour.g, colour.b)));
    pixel = mix(unrefracted, vec4(colour, min(alpha, 1.0)), cover);
}
