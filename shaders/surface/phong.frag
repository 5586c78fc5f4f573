#version 300 es
// Opaque blue water by Phong: diffuse and specular.
precision highp float;
precision highp sampler2D;
#include "surface/view_depth.glsl"
#include "surface/surface_normals.glsl"
#include "common/sky.glsl"
uniform sampler2D scene, scene_depth;
uniform vec2 scene_depth_terms;
uniform vec2 canvas;
uniform float margin;
uniform vec3 light_dir;        // towards the light, view space
out vec4 pixel;

void main() {
    vec2 texel = gl_FragCoord.xy + margin, coord = gl_FragCoord.xy / canvas;
    ivec2 at = ivec2(texel);
    if (fetch_depth(at) >= CLEAR_DEPTH) discard;
    mat3 depths = fetch_depths(at, 1);
    Surface surface = surface_at(texel, depths);
    vec3 position = surface.position, normal = surface.normal;
    vec4 path = thickness_at(texel);
    float cover = coverage_at(depths, path.w, surface.glass);
    float scene_distance = scene_depth_terms.y / (2.0 * texture(scene_depth, coord).r - 1.0 + scene_depth_terms.x);
    if (scene_distance < -position.z || cover <= 0.0) discard;
    vec3 tint = exp(-path.rgb / max(path.w, 1e-6));
    float specular = max(dot(normal, normalize(light_dir - normalize(position))), 0.0);
    float upwards = dot(normal, vec3(right.y, up.y, back.y));
    vec3 colour = tint * diffuse_irradiance(upwards, dot(normal, light_dir)) + 0.55 * pow(specular, 60.0) * light_colour;
    pixel = mix(texture(scene, coord), vec4(min(colour, 1.0), 1.0), cover);
}
