// Shadow map with exponential falloff: visibility is 1 at the surface that faces the light, and falls with the depth below
// it. Filtered over 3x3 texels (percentage-closer filtering).
uniform sampler2D shadow_map;
uniform mat4 world_to_light;  // to the clip space of the map
uniform vec3 shadow_scale;    // particle radius in texture coordinates; depth bias; falloff per unit of depth

float light_visibility(vec3 position) {
    vec3 coord = 0.5 + 0.5 * (world_to_light * vec4(position, 1.0)).xyz;
    float sum = 0.0;
    for (int i = 0; i < 9; ++i) {
        vec2 offset = vec2(float(i % 3 - 1), float(i / 3 - 1));
        float first = textureLod(shadow_map, coord.xy + 1.1 * shadow_scale.x * offset, 0.0).r;
        sum += exp(-max(coord.z - first - shadow_scale.y, 0.0) * shadow_scale.z);
    }
    return sum / 9.0;
}
