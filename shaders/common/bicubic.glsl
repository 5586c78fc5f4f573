// Bicubic B-spline filter: magnifies a coarse texture without visible texel corners. Four linear fetches, each placed
// between texels so that the hardware interpolation gives the weights (Sigg and Hadwiger, GPU Gems 2, 2005).
// `coord` from 0 to 1, `level` of the mipmap.
vec4 bicubic_texture(sampler2D image, vec2 coord, int level) {
    vec2 size = vec2(textureSize(image, level)), texel = coord * size;
    float lod = float(level);
    vec2 base = floor(texel - 0.5) + 0.5;
    vec2 t = texel - base;
    vec2 s = 1.0 - t;
    vec2 w0 = s * s * s / 6.0;
    vec2 w3 = t * t * t / 6.0;
    vec2 w1 = 2.0 / 3.0 - 0.5 * t * t * (2.0 - t);
    vec2 w2 = 1.0 - w0 - w1 - w3;
    vec2 low = w0 + w1, high = w2 + w3;
    vec2 a = (base - 1.0 + w1 / low) / size;
    vec2 b = (base + 1.0 + w3 / high) / size;
    return low.y * (low.x * textureLod(image, a, lod) + high.x * textureLod(image, vec2(b.x, a.y), lod)) +
           high.y * (low.x * textureLod(image, vec2(a.x, b.y), lod) + high.x * textureLod(image, b, lod));
}
