// Linear view depths in a depth texture, and view positions from them. The texture is larger than the canvas: by `margin`
// texels on each side, in the programs that need it.
uniform sampler2D depth;
uniform float focal;           // pixels per unit at distance 1
uniform vec2 principal_point;  // texel of the camera's centre
uniform vec2 depth_range;      // distances: near, far - near
const float CLEAR_DEPTH = 1.0;

float fetch_depth(ivec2 texel) {
    return texelFetch(depth, texel, 0).r;
}

float linear_depth(float stored) {
    return depth_range.x + stored * depth_range.y;
}

vec3 view_position_at(vec2 texel, float distance) {
    return vec3((texel - principal_point) / focal * distance, -distance);
}
