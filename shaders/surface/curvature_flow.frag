#version 300 es
// One step of curvature flow: a depth moves by the mean curvature of the surface there, as soap film does
// (van der Laan, Green and Sainz, I3D 2009). Neighbours are `stride` pixels away, so that few steps go far.
precision highp float;
precision highp sampler2D;
#include "surface/view_depth.glsl"
uniform float reach;   // world: one step of the flow
uniform float narrow;  // world: what is further in front or behind is another surface

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    float kept = stored(at);
    if (kept >= nothing) discard;
    float own = distance_of(kept), stride = max(floor(reach * focal / own + 0.5), 1.0);
    // Across an edge the surface goes on as it is.
    vec4 near;
    for (int side = 0; side < 4; side++) {
        int way = int(stride) * ((side & 1) * 2 - 1);
        float other = distance_of(stored(at + (side < 2 ? ivec2(way, 0) : ivec2(0, way))));
        near[side] = abs(other - own) < narrow + stride * own / focal ? other : -1.0;
    }
    near = vec4(near.x < 0.0 || near.y < 0.0 ? vec2(own) : near.xy, near.z < 0.0 || near.w < 0.0 ? vec2(own) : near.zw);
    // Slopes and second derivatives per unit of the world at this distance.
    float unit = focal / (own * stride);
    vec2 slope = 0.5 * unit * vec2(near.y - near.x, near.w - near.z);
    vec2 bend = unit * unit * vec2(near.x + near.y - 2.0 * own, near.z + near.w - 2.0 * own);
    float length2 = 1.0 + dot(slope, slope);
    float curvature = (bend.x * (1.0 + slope.y * slope.y) + bend.y * (1.0 + slope.x * slope.x)) / length2;
    gl_FragDepth = (own + 0.2 / (unit * unit) * curvature - span.x) / span.y;
}
