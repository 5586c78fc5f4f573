#version 300 es
// Opaque blue water after Phong: a matt body and a highlight.
precision highp float;
precision highp sampler2D;
#include "surface/view_depth.glsl"
#include "surface/surface_normals.glsl"
#include "common/sky.glsl"
uniform sampler2D scene, scene_depth;
uniform vec2 scene_terms;
uniform vec2 canvas;
uniform float margin;
uniform vec3 right, up, back;  // the camera's axes
uniform vec3 key;             // to the light, as seen from the eye
out vec4 pixel;

void main() {
    vec2 texel = gl_FragCoord.xy + margin, here = gl_FragCoord.xy / canvas;
    ivec2 at = ivec2(texel);
    float kept = stored(at);
    if (kept >= nothing) discard;
    vec3 own = eye_place(texel, distance_of(kept));
    vec4 through = thickness_at(texel);
    float cover = cover_of(at, through.w);
    float behind = scene_terms.y / (2.0 * texture(scene_depth, here).r - 1.0 + scene_terms.x);
    if (behind < -own.z || cover <= 0.0) discard;
    vec3 normal = normal_at(at, own), tint = exp(-through.rgb / max(through.w, 1e-6));
    float glint = max(dot(normal, normalize(key - normalize(own))), 0.0);
    float upwards = dot(normal, vec3(right.y, up.y, back.y));
    vec3 colour = tint * room_light(upwards, dot(normal, key)) + 0.55 * pow(glint, 60.0) * lamp;
    pixel = mix(texture(scene, here), vec4(min(colour, 1.0), 1.0), cover);
}
