// Liquid whose edge is round like a drop's, lit from the upper left: `tilt` is the surface's normal along the picture,
// of length 1 at the very edge and 0 where it is flat. Light that went through gathers on the far side, and where the
// liquid is thin, what is behind it shines through.
vec4 liquid(vec3 colour, vec2 tilt) {
    const vec3 light = vec3(-0.43, 0.70, 0.57), halfway = vec3(-0.243, 0.395, 0.886);
    float edge = min(dot(tilt, tilt), 1.0);
    vec3 normal = vec3(tilt, sqrt(1.0 - edge));
    float towards = dot(tilt, light.xy), glint = max(dot(normal, halfway), 0.0);
    colour *= 1.0 - 0.34 * max(towards, 0.0);
    colour += (0.30 * colour + 0.14) * max(-towards, 0.0);
    colour = mix(colour, vec3(0.93, 0.97, 1.0), edge * edge * (0.20 + 0.40 * max(tilt.y, 0.0)));
    float broad = pow(glint, 16.0), sharp = pow(glint, 90.0);
    float gloss = (0.22 * broad + 0.70 * sharp) * smoothstep(0.0, 0.06, edge);
    float alpha = 1.0 - 0.40 * edge * sqrt(edge);
    return vec4(min(colour, 1.0) * alpha, alpha) * (1.0 - gloss) + gloss;
}
