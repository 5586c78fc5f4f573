#version 300 es
// The depth of the glass where it is wet, over the depths of the particles.
precision highp float;
precision highp sampler2D;
#include "surface/depth_range.glsl"
#include "surface/wet_glass.glsl"

void main() {
    vec2 inside = tank_interval(world_direction(view_ray(gl_FragCoord.xy)));
    if (wetness(inside, gl_FragCoord.xy) <= 1.0) discard;
    gl_FragDepth = stored_depth(inside.x);
}
