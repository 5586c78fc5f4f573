// One particle, from the solver's arrays: one float attribute for each component.
layout(location = 0) in float x;
layout(location = 1) in float y;
layout(location = 2) in float z;
layout(location = 3) in float vx;
layout(location = 4) in float vy;
layout(location = 5) in float vz;
layout(location = 6) in float scalar;  // the displayed value, unless it is kind or speed
layout(location = 7) in uint kind;

uniform mat4 world_to_clip;
uniform int colour_by;      // 0 kind, 1 speed, otherwise the scalar
uniform vec2 colour_range;  // the values at both ends of the colour map

vec4 clip_position() {
    return world_to_clip * vec4(x, y, z, 1.0);
}

// The displayed value, scaled to 0..1 over the range.
float colour_value() {
    float value = colour_by == 1 ? length(vec3(vx, vy, vz)) : scalar;
    return clamp((value - colour_range.x) / max(colour_range.y - colour_range.x, 1e-20), 0.0, 1.0);
}
