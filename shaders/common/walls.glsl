// The container where it is now, in world units.
uniform vec4 wall;         // centre x, y; half extents x, y (a circle's radius twice)
uniform float wall_inset;  // the glass starts this far outside of where particles' centres stop
uniform bool wall_round;

// Distance to the inner side of the glass, negative inside.
float wall_distance(vec2 at) {
    vec2 from = at - wall.xy;
    if (wall_round) return length(from) - wall.z - wall_inset;
    vec2 beyond = abs(from) - wall.zw;
    return length(max(beyond, 0.0)) + min(max(beyond.x, beyond.y), 0.0) - wall_inset;
}
