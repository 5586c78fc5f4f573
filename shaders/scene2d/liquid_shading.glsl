// Shading of a 2D liquid as a flat drop with a rounded edge, lit from the upper left. `tilt`: xy part of the surface
// normal, length 1 at the edge and 0 where the drop is flat. Refracted light brightens the side away from the light, and
// the thin edge is partly transparent. `glossy` scales the highlights.
vec4 shade_liquid(vec3 colour, vec2 tilt, float glossy) {
    const vec3 light = vec3(-0.43, 0.70, 0.57), halfway = vec3(-0.243, 0.395, 0.886);
    float edge = min(dot(tilt, tilt), 1.0);
    vec3 normal = vec3(tilt, sqrt(1.0 - edge));
    float towards = dot(tilt, light.xy), specular = max(dot(normal, halfway), 0.0);
    colour *= 1.0 - 0.34 * max(towards, 0.0);
    colour += (0.30 * colour + 0.14) * max(-towards, 0.0);
    colour = mix(colour, vec3(0.93, 0.97, 1.0), edge * edge * (0.20 + 0.40 * max(tilt.y, 0.0)));
    float broad = pow(specular, 16.0), sharp = pow(specular, 90.0);
    float gloss = glossy * (0.22 * broad + 0.70 * sharp) * smoothstep(0.0, 0.06, edge);
    float alpha = 1.0 - 0.40 * edge * sqrt(edge);
    return vec4(min(colour, 1.0) * alpha, alpha) * (1.0 - gloss) + gloss;
}
