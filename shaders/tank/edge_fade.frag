#version 300 es
// Fades the frame out towards the canvas's edges, for containers that are dragged across them. Blended by multiplication.
precision highp float;
uniform vec2 size;    // device pixels
uniform float width;  // device pixels
out vec4 pixel;

void main() {
    vec2 gap = min(gl_FragCoord.xy, size - gl_FragCoord.xy);
    vec2 fade = smoothstep(0.0, width, gap);
    pixel = vec4(fade.x * fade.y);
}
