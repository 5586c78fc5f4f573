// Appearance of spray, foam and bubbles: coverage of each by one particle, and the colour of all three.

// Offset from the centre of a sprite, whose height over its width is `flatness`.
vec2 foam_offset(float flatness) {
    return (2.0 * gl_PointCoord - 1.0) / vec2(1.0, flatness);
}

// x: spray, y: foam, z: bubble; `kind` is 0, 1, 2 for these, and blends between. `from`: offset from the particle's
// centre, with length 1 at its rim.
vec3 foam_cover(float kind, vec2 from) {
    float r = dot(from, from), soft = max(1.0 - r, 0.0);
    vec3 parts = vec3(1.0 - min(kind, 1.0), 1.0 - abs(kind - 1.0), max(kind - 1.0, 0.0));
    float ring = soft * (0.35 + 2.6 * r * r);
    return parts * vec3(min(1.6 * soft * soft, 1.0), 0.42 * soft * soft * (3.0 - 2.0 * soft), 0.5 * ring);
}

// Premultiplied. `light` falls on the surface.
vec4 foam_colour(vec3 cover, vec3 light) {
    vec4 bubbles = vec4(vec3(0.70, 0.86, 0.95), 1.0) * cover.z;
    vec4 foam = vec4(vec3(0.98, 0.99, 1.0), 1.0) * cover.y;
    vec4 spray = vec4(vec3(0.98, 0.99, 1.0), 1.0) * cover.x;
    vec4 all = bubbles;
    all = all * (1.0 - foam.a) + foam;
    all = all * (1.0 - spray.a) + spray;
    return vec4(all.rgb * light, all.a);
}
