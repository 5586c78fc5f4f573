// A way and a place as seen from the eye.
uniform vec3 right;  // the camera's axes, world directions
uniform vec3 up;
uniform vec3 back;
uniform vec3 centre;
uniform float distance_to;  // of the eye, from the centre
uniform float focal;        // pixels of a unit at distance 1

vec3 eye_way(vec3 way) {
    return vec3(dot(way, right), dot(way, up), dot(way, back));
}

vec3 eye_point(vec3 place) {
    return eye_way(place - centre) - vec3(0.0, 0.0, distance_to);
}

// Pixels across of a sphere there. Off the middle of the view it is seen as an ellipse.
float sprite_size(vec3 at, float radius) {
    float depth = sqrt(max(at.z * at.z - radius * radius, 1e-12));
    return 2.0 * focal * radius / depth * length(at) / max(-at.z, 1e-6);
}
