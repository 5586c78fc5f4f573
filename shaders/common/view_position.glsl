// From world space to view space: x to the right, y up, z towards the eye, which is the origin.
#include "common/camera.glsl"

vec3 view_position(vec3 position) {
    return view_direction(position - eye);
}

// Diameter in pixels of a sphere at a view position. Off the view axis, the outline of a sphere in perspective is an
// ellipse: this is its major axis.
float sprite_size(vec3 position, float radius) {
    float depth = sqrt(max(position.z * position.z - radius * radius, 1e-12));
    return 2.0 * focal * radius / depth * length(position) / max(-position.z, 1e-6);
}
