// From world space to view space: x to the right, y up, z towards the eye, which is the origin.
uniform vec3 right;  // the camera's axes, world directions
uniform vec3 up;
uniform vec3 back;
uniform vec3 centre;         // target of the camera
uniform float eye_distance;  // of the eye from the centre
uniform float focal;         // pixels per unit at distance 1

vec3 view_direction(vec3 direction) {
    return vec3(dot(direction, right), dot(direction, up), dot(direction, back));
}

vec3 view_position(vec3 position) {
    return view_direction(position - centre) - vec3(0.0, 0.0, eye_distance);
}

// Diameter in pixels of a sphere at a view position. Off the view axis, the outline of a sphere in perspective is an
// ellipse: this is its major axis.
float sprite_size(vec3 position, float radius) {
    float depth = sqrt(max(position.z * position.z - radius * radius, 1e-12));
    return 2.0 * focal * radius / depth * length(position) / max(-position.z, 1e-6);
}
