#version 300 es
// One step of screen-space curvature flow: depth changes in proportion to the curvature of the surface, which minimises
// area (after van der Laan, Green and Sainz, I3D 2009). Simplified: z_xx (1 + z_y^2) + z_yy (1 + z_x^2) over
// 1 + z_x^2 + z_y^2, without the mixed derivative and the terms of the perspective. The stencil spacing is `stride`
// pixels, so that few steps are needed.
precision highp float;
precision highp sampler2D;
#include "surface/view_depth.glsl"
uniform float filter_radius;   // world: spacing of the stencil
uniform float depth_deviation; // world: a larger difference is another surface

void main() {
    ivec2 texel = ivec2(gl_FragCoord.xy);
    float stored = fetch_depth(texel);
    if (stored >= CLEAR_DEPTH) discard;
    float centre = linear_depth(stored), stride = max(floor(filter_radius * focal / centre + 0.5), 1.0);
    // Neumann boundary at silhouettes: without a neighbour on one side the slope along that axis is 0.
    vec4 neighbours;
    for (int side = 0; side < 4; side++) {
        int offset = int(stride) * ((side & 1) * 2 - 1);
        float other = linear_depth(fetch_depth(texel + (side < 2 ? ivec2(offset, 0) : ivec2(0, offset))));
        neighbours[side] = abs(other - centre) < depth_deviation + stride * centre / focal ? other : -1.0;
    }
    neighbours = vec4(neighbours.x < 0.0 || neighbours.y < 0.0 ? vec2(centre) : neighbours.xy, neighbours.z < 0.0 || neighbours.w < 0.0 ? vec2(centre) : neighbours.zw);
    // First and second derivatives of the depth, per world unit.
    float unit = focal / (centre * stride);
    vec2 slope = 0.5 * unit * vec2(neighbours.y - neighbours.x, neighbours.w - neighbours.z);
    vec2 second = unit * unit * vec2(neighbours.x + neighbours.y - 2.0 * centre, neighbours.z + neighbours.w - 2.0 * centre);
    float length2 = 1.0 + dot(slope, slope);
    float curvature = (second.x * (1.0 + slope.y * slope.y) + second.y * (1.0 + slope.x * slope.x)) / length2;
    // The time step is 0.2 squared stencil spacings: below 0.25, the stability limit of explicit diffusion in 2D.
    gl_FragDepth = (centre + 0.2 / (unit * unit) * curvature - depth_range.x) / depth_range.y;
}
