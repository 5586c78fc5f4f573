// Linear view depths as they are stored in a depth texture.
uniform vec2 depth_range;  // distances: near, far - near
const float CLEAR_DEPTH = 1.0;

float stored_depth(float distance) {
    return (distance - depth_range.x) / depth_range.y;
}

float linear_depth(float stored) {
    return depth_range.x + stored * depth_range.y;
}

vec4 linear_depth(vec4 stored) {
    return depth_range.x + stored * depth_range.y;
}

vec3 linear_depth(vec3 stored) {
    return depth_range.x + stored * depth_range.y;
}
