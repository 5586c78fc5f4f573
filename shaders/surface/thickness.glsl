// The thickness of the fluid at a texel.
uniform sampler2D thickness;  // absorption of three colours, and path length
uniform vec2 to_thickness;    // from texels to texture coordinates of the thickness

vec4 thickness_at(vec2 texel) {
    return texture(thickness, texel * to_thickness);
}
