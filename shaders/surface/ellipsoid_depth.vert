#version 300 es
// A point sprite for each particle, for the depth of its ellipsoid.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 long_axis;  // half axes, in particle radii
layout(location = 2) in vec3 middle_axis;
layout(location = 3) in vec3 short_axis;
uniform mat4 world_to_clip;
uniform float radius;
#include "common/view_position.glsl"
#include "common/tank_bounds.glsl"
flat out vec3 ellipsoid_centre;  // view space
// Columns of the matrix that maps the ellipsoid, in view space, to the unit sphere.
flat out vec3 to_sphere_x, to_sphere_y, to_sphere_z;
flat out int is_cut;  // by the glass

void main() {
    float scaled = radius * wall_radius_scale(position, radius);
    ellipsoid_centre = view_position(position);
    // Each axis divided by its squared length: the rows of the matrix.
    vec3 row0 = view_direction(long_axis) / (dot(long_axis, long_axis) * scaled);
    vec3 row1 = view_direction(middle_axis) / (dot(middle_axis, middle_axis) * scaled);
    vec3 row2 = view_direction(short_axis) / (dot(short_axis, short_axis) * scaled);
    to_sphere_x = vec3(row0.x, row1.x, row2.x);
    to_sphere_y = vec3(row0.y, row1.y, row2.y);
    to_sphere_z = vec3(row0.z, row1.z, row2.z);
    float longest = scaled * length(long_axis);
    is_cut = int(is_cut_by_glass(position, longest));
    gl_Position = world_to_clip * vec4(position, 1.0);
    gl_PointSize = sprite_size(ellipsoid_centre, longest) * 1.02 + 1.0;
    if (-ellipsoid_centre.z < 1.5 * longest) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}
