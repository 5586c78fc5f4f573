#version 300 es
// What reaches the canvas's edge fades out there: a dragged container leaves softly. Multiplies what is drawn.
precision highp float;
uniform vec2 size;    // device pixels
uniform float width;  // device pixels
out vec4 pixel;

void main() {
    vec2 gap = min(gl_FragCoord.xy, size - gl_FragCoord.xy);
    vec2 share = smoothstep(0.0, width, gap);
    pixel = vec4(share.x * share.y);
}
