#version 300 es
// A point sprite for each particle near the glass that faces the eye, for its contribution to glass_contact.frag.
layout(location = 0) in float x;
layout(location = 1) in float y;
layout(location = 2) in float z;
uniform mat4 world_to_clip;
uniform float radius;  // of the kernel
uniform float texels;  // per pixel
#include "common/view_position.glsl"
#include "common/tank_bounds.glsl"
flat out vec3 particle;

void main() {
    particle = vec3(x, y, z);
    vec3 position = view_position(particle), to_eye = eye - tank_centre;
    gl_Position = world_to_clip * vec4(particle, 1.0);
    // The distances of the panes that the eye sees from outside.
    vec3 gap = tank_half - sign(to_eye) * (particle - tank_centre), seen = step(tank_half, abs(to_eye));
    bool near = tank_radius > 0.0 ? tank_radius - length(particle - tank_centre) < radius
                                  : any(lessThan(mix(vec3(radius), gap, seen), vec3(radius)));
    // Beside an edge of the tank the sprite also covers the texels outside that the interpolation reads.
    vec3 to_pane = pane_distance(particle);
    float near_panes = dot(step(to_pane, vec3(radius)), vec3(1.0));
    gl_PointSize = sprite_size(position, radius) * texels + (near_panes > 1.5 || tank_radius > 0.0 ? 5.0 : 1.0);
    if (!near || -position.z < 1.5 * radius) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}
