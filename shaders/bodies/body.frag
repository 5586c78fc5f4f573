#version 300 es
// A rigid body in 3D: painted wood with a thin varnish. A ball shows fields, so that it is seen to turn; what reaches
// out of the tank is cut off.
precision highp float;
precision highp int;
#include "common/environment_map.glsl"
#include "bodies/body_palette.glsl"
#include "common/tank_bounds.glsl"
uniform int shape, kind;  // shape: 0 ball, 1 box, 2 capsule, 3 cylinder
uniform vec3 light, eye;  // to the light, length 1; where the eye is
in vec3 at, facing, place;
out vec4 pixel_colour;

void main() {
    vec3 colour = paint(kind), normal = normalize(facing), to_eye = normalize(eye - place);
    vec3 way = reflect(-to_eye, normal);
    float wide = length(fwidth(way));
    if (any(greaterThan(abs(place - room_middle), room_half))) discard;
    if (!gl_FrontFacing) {  // inside, through a cut
        pixel_colour = vec4(colour * 0.5, 1.0);
        return;
    }
    if ((shape == 0 || shape == 2) && at.y * at.z > 0.0) colour = mix(colour, vec3(1.0), 0.45);
    float slant = 1.0 - max(dot(normal, to_eye), 0.0), glint = max(dot(normal, normalize(light + to_eye)), 0.0);
    float fresnel = 0.03 + 0.45 * slant * slant * slant * slant * slant;
    colour *= room_light(normal.y, dot(normal, light));
    colour = mix(colour, mirrored(way, wide), fresnel) + 0.28 * pow(glint, 50.0) * lamp;
    pixel_colour = vec4(min(colour, 1.0), 1.0);
}
