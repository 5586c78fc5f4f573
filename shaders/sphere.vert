#version 300 es
// A particle becomes a square of pixels that holds its sphere, seen in perspective.
#include "particle.glsl"
#include "palette.glsl"
#include "light.glsl"
uniform vec3 right;  // the camera's axes, world directions
uniform vec3 up;
uniform vec3 back;
uniform vec3 centre;
uniform float distance_to;  // of the eye, from the centre
uniform float focal;        // pixels of a unit at distance 1
uniform float radius;
uniform sampler2D colour_map;
flat out vec3 at;  // the sphere's middle, as seen from the eye
flat out vec3 colour;
flat out float reached;  // how much light comes so far

void main() {
    vec3 from = vec3(x, y, z) - centre;
    at = vec3(dot(from, right), dot(from, up), dot(from, back) - distance_to);
    gl_Position = clip_position();
    reached = light_at(vec3(x, y, z));
    // Off the middle of the view a sphere is seen as an ellipse.
    float depth = sqrt(max(at.z * at.z - radius * radius, 1e-12));
    gl_PointSize = 2.0 * focal * radius / depth * length(at) / max(-at.z, 1e-6) * 1.02 + 2.0;
    if (-at.z < 1.5 * radius) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    if (colour_by == 0) colour = palette(kind);
    else colour = texture(colour_map, map_place(shown_value())).rgb;
}
