// How much of the light reaches a place: all of it at the surface that faces the light, and less the deeper below.
uniform sampler2D light_map;
uniform mat4 world_to_light;  // to clip space of the map
uniform vec3 light_scale;     // in the map, as shares of it: a particle's radius; in depth; how fast light fades

float light_at(vec3 at) {
    vec3 place = 0.5 + 0.5 * (world_to_light * vec4(at, 1.0)).xyz;
    float sum = 0.0;
    for (int i = 0; i < 9; ++i) {
        vec2 off = vec2(float(i % 3 - 1), float(i / 3 - 1));
        float first = textureLod(light_map, place.xy + 1.1 * light_scale.x * off, 0.0).r;
        sum += exp(-max(place.z - first - light_scale.y, 0.0) * light_scale.z);
    }
    return sum / 9.0;
}
