#version 300 es
// Spray, foam and bubbles laid over water, each hidden by as much of it as lies before them.
precision highp float;
precision highp sampler2D;
#include "surface/view_depth.glsl"
#include "foam/foam.glsl"
uniform sampler2D scene_depth;
uniform vec2 scene_terms;  // of its depth
uniform float margin;
uniform float radius;      // of the fluid's particles
uniform vec2 depths;       // where it begins to get darker, and where it is darkest
in float shown;
in float strength;
in float eye_depth;
out vec4 pixel;

void main() {
    float scene = texelFetch(scene_depth, ivec2(gl_FragCoord.xy), 0).r;
    if (eye_depth > scene_terms.y / (2.0 * scene - 1.0 + scene_terms.x) + radius) discard;
    float kept = stored(ivec2(gl_FragCoord.xy + margin));
    float behind = kept >= nothing ? 0.0 : (eye_depth - distance_of(kept)) / radius;
    // Spray is hidden by the surface, foam lies on it, bubbles fade with the water above them.
    vec3 seen = vec3(1.0 - smoothstep(1.0, 3.0, behind), 1.0 - smoothstep(2.0, 6.0, behind), 1.0 / (1.0 + 0.12 * max(behind, 0.0)));
    float far = clamp((eye_depth - depths.x) / (depths.y - depths.x), 0.0, 1.0);
    pixel = foam_colour(foam_cover(shown, 2.0 * gl_PointCoord - 1.0) * strength * seen, vec3(1.0 - 0.3 * far));
    if (pixel.a <= 0.0) discard;
}
