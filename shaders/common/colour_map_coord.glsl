// Texture coordinate of a value of 0..1 in the colour map: one texel per colour, the ends at texel centres.
vec2 colour_map_coord(float value) {
    const float colours = 11.0;
    return vec2((0.5 + clamp(value, 0.0, 1.0) * (colours - 1.0)) / colours, 0.5);
}
