#version 300 es
// A particle becomes a square of pixels that holds its ellipsoid, for its depth.
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 long_axis;  // its half axes, in radii
layout(location = 2) in vec3 middle_axis;
layout(location = 3) in vec3 short_axis;
uniform mat4 world_to_clip;
uniform float radius;
#include "common/view_position.glsl"
#include "common/tank_bounds.glsl"
flat out vec3 at;  // its middle, as seen from the eye
// What makes it a ball of radius 1 around the origin, as seen from the eye; by columns.
flat out vec3 to_ball_x, to_ball_y, to_ball_z;

void main() {
    float wide = radius * widened(place, radius);
    at = eye_point(place);
    // Along each axis, over its length.
    vec3 one = eye_way(long_axis) / (dot(long_axis, long_axis) * wide);
    vec3 two = eye_way(middle_axis) / (dot(middle_axis, middle_axis) * wide);
    vec3 three = eye_way(short_axis) / (dot(short_axis, short_axis) * wide);
    to_ball_x = vec3(one.x, two.x, three.x);
    to_ball_y = vec3(one.y, two.y, three.y);
    to_ball_z = vec3(one.z, two.z, three.z);
    float longest = wide * length(long_axis);
    gl_Position = world_to_clip * vec4(place, 1.0);
    gl_PointSize = sprite_size(at, longest) * 1.02 + 1.0;
    if (-at.z < 1.5 * longest) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}
