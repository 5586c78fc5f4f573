// Colours of the floor and the walls, on a light and on a dark page.
#include "common/sky.glsl"

vec3 floor_colour() {
    return mix(vec3(0.87, 0.90, 0.93), vec3(0.15, 0.18, 0.23), dark);
}

vec3 wall_colour(float height) {
    vec3 low = mix(vec3(0.93, 0.95, 0.97), vec3(0.13, 0.15, 0.19), dark), high = mix(vec3(0.68, 0.76, 0.84), vec3(0.05, 0.06, 0.09), dark);
    return mix(low, high, smoothstep(-0.05, 0.7, height));
}
