#version 300 es
// A rigid body in 3D, shaded as varnished wood. Balls and capsules have coloured sectors, which make rotation visible.
// Parts outside the tank are clipped.
precision highp float;
precision highp int;
#include "common/environment_map.glsl"
#include "bodies/body_palette.glsl"
#include "common/tank_bounds.glsl"
uniform int shape, kind;      // shape: 0 ball, 1 box, 2 capsule, 3 cylinder
uniform vec3 light_dir, eye;  // towards the light; position of the eye; world
in vec3 local, world_normal, world;
out vec4 pixel_colour;

void main() {
    vec3 colour = body_palette(kind), normal = normalize(world_normal), to_eye = normalize(eye - world);
    vec3 reflected = reflect(-to_eye, normal);
    float spread = length(fwidth(reflected)), back = 2.0 * fwidth(gl_FragCoord.z);
    if (any(greaterThan(abs(world - tank_centre), tank_half))) discard;
    // Inside and outside share an edge: where it is the silhouette, rounding of their depths decides between them.
    gl_FragDepth = gl_FrontFacing ? gl_FragCoord.z : gl_FragCoord.z + back;
    if (!gl_FrontFacing) {  // the inside, visible through a cut
        pixel_colour = vec4(colour * 0.5, 1.0);
        return;
    }
    if ((shape == 0 || shape == 2) && local.y * local.z > 0.0) colour = mix(colour, vec3(1.0), 0.45);
    float grazing = 1.0 - max(dot(normal, to_eye), 0.0), specular = max(dot(normal, normalize(light_dir + to_eye)), 0.0);
    float fresnel = 0.03 + 0.45 * grazing * grazing * grazing * grazing * grazing;
    colour *= diffuse_irradiance(normal.y, dot(normal, light_dir));
    colour = min(mix(colour, sample_environment(reflected, spread), fresnel), 1.0);
    // The highlight takes what is left to white: that of a flat face covers all of it, and must not wash its colour out.
    colour += 0.28 * pow(specular, 50.0) * light_colour * (1.0 - colour);
    pixel_colour = vec4(colour, 1.0);
}
