// Bicubic B-spline filter: magnifies a coarse texture without visible texel corners. Four linear fetches, each placed
// between texels so that the hardware interpolation gives the weights (Sigg and Hadwiger, GPU Gems 2, 2005).
vec4 bicubic_texture(sampler2D image, vec2 texel) {
    vec2 size = vec2(textureSize(image, 0));
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
    return low.y * (low.x * texture(image, a) + high.x * texture(image, vec2(b.x, a.y))) +
           high.y * (low.x * texture(image, vec2(a.x, b.y)) + high.x * texture(image, b));
}
