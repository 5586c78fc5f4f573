// The view ray of a pixel, in view space. Its z is -1: a multiple of it is a position at that depth.
#include "common/camera.glsl"
uniform vec2 principal_point;  // pixel of the camera's centre

vec3 view_ray(vec2 pixel) {
    return vec3((pixel - principal_point) / focal, -1.0);
}
