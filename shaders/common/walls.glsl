// The container of a 2D scene at its current position, world units.
uniform vec4 wall;         // centre x, y; half extents x, y (of a circle: both the radius)
uniform float wall_inset;  // distance of the glass from the outermost particle centres
uniform bool wall_round;

// Signed distance to the inner side of the glass, negative inside.
float wall_distance(vec2 position) {
    vec2 from = position - wall.xy;
    if (wall_round) return length(from) - wall.z - wall_inset;
    vec2 beyond = abs(from) - wall.zw;
    return length(max(beyond, 0.0)) + min(max(beyond.x, beyond.y), 0.0) - wall_inset;
}
