// Where water touches the glass that faces the eye, its surface is the glass.
#include "common/tank_ray.glsl"
#include "common/bicubic.glsl"
uniform sampler2D contact;  // of glass_contact.frag
uniform vec2 to_contact;    // from pixels to its texture coordinates

// The fraction of fluid behind a point of the glass at which it counts as wet: at the surface of the fluid half of the
// kernel is full, and the drawn surface lies about 0.8 particle radii above.
const float wet_fraction = 0.28;

float contact_at(vec2 pixel) {
    float near = texture(contact, pixel * to_contact).r;
    // Smooth interpolation matters only near the waterline.
    if (abs(near - 1.3 * wet_fraction) > 1.2 * wet_fraction) return near;
    return bicubic_texture(contact, pixel * to_contact, 0).r;
}

// More than 1: wet. `inside`: tank_interval() of the pixel. An eye in the tank sees no glass in front of the water.
float wetness(vec2 inside, vec2 pixel) {
    return inside.x < inside.y && inside.x > depth_range.x ? contact_at(pixel) / wet_fraction : 0.0;
}
