#version 300 es
// Water in a bright room: mirrors the sky, bends and tints what is behind.
precision highp float;
precision highp sampler2D;
#include "surface/view_depth.glsl"
#include "surface/surface_normals.glsl"
#include "common/environment_map.glsl"
uniform sampler2D scene, scene_depth;  // what is behind, premultiplied
uniform vec2 scene_terms;              // of its depth
uniform vec2 canvas;                   // pixels
uniform float margin;
uniform vec3 right, up, back;          // the camera's axes
uniform vec3 key;                      // to the light, as seen from the eye
uniform float unit;                    // world length of one of the thickness's
uniform float refraction;
uniform float shade_reach;             // world
out vec4 pixel;

float scene_distance(vec2 place) {
    return scene_terms.y / (2.0 * texture(scene_depth, place).r - 1.0 + scene_terms.x);
}

// How open the surface is to the light from all around, and how much of what is around lies well behind it.
vec2 openness(vec2 texel, vec3 own, vec3 normal) {
    float reach = shade_reach * focal / -own.z, closed = 0.0, behind = 0.0;
    for (int i = 0; i < 6; i++) {
        float turn = float(i) * 1.0472 + 0.4, far = (0.4 + 0.1 * float(i));
        ivec2 at = ivec2(texel + reach * far * vec2(cos(turn), sin(turn)));
        float kept = stored(at);
        if (kept >= nothing) continue;
        vec3 to = eye_place(vec2(at) + 0.5, distance_of(kept)) - own;
        behind += smoothstep(0.25, 0.75, -to.z / shade_reach);
        float rise = dot(to, normal) / (length(to) + 1e-6), near = shade_reach / (shade_reach + length(to));
        closed += max(rise - 0.12, 0.0) * near;
    }
    return vec2(1.0 - min(0.28 * closed, 0.6), behind / 6.0);
}

void main() {
    vec2 texel = gl_FragCoord.xy + margin;
    ivec2 at = ivec2(texel);
    float kept = stored(at);
    if (kept >= nothing) discard;
    vec3 own = eye_place(texel, distance_of(kept));
    vec2 here = gl_FragCoord.xy / canvas;
    float behind_by = scene_distance(here) + own.z;
    vec4 through = thickness_at(texel);
    float cover = cover_of(at, through.w);
    if (behind_by < 0.0 || cover <= 0.0) discard;

    vec3 to_eye = normalize(-own), normal = normal_at(at, own);
    float facing = max(dot(normal, to_eye), 0.0);
    vec2 around = openness(texel, own, normal);
    float open = around.x;
    // The way through ends at what stands in the fluid.
    float deep = min(through.w, behind_by * length(own) / -own.z / unit);
    vec3 per_length = through.rgb / max(through.w, 1e-6);

    vec3 bent = refract(-to_eye, normal, 0.75);
    vec3 leaves = own + bent * min(deep, 0.5) * unit * refraction;
    vec2 there = ((leaves.xy / -leaves.z) * focal + middle - margin) / canvas;
    there = clamp(mix(here, there, smoothstep(0.0, 0.02 * span.y, behind_by)), 0.0, 1.0);
    if (scene_distance(there) < -own.z) there = here;
    else deep = min(through.w, (scene_distance(there) + own.z) * length(own) / -own.z / unit);
    vec4 behind = texture(scene, there);

    // Even a film of it is seen as water.
    vec3 kept_light = exp(-per_length * (deep + 0.12 * smoothstep(0.5 * cut, 4.0 * cut, through.w))), tint = exp(-per_length);
    vec3 world_normal = right * normal.x + up * normal.y + back * normal.z;
    // Light that comes back out of the water: from above, and more where the surface faces the light.
    float lit = 0.5 + 0.3 * world_normal.y + 0.30 * max(dot(normal, key), 0.0);
    // A drop in front of other water lets its light through, and has no dark side.
    lit = max(lit, smoothstep(0.1, 0.6, around.y));
    vec3 inner = tint * lit * lamp * open * (1.0 - kept_light);
    // Through clear water the page is seen as it is; what is tinted away of it is given as a bright room has it.
    float clear = min(kept_light.r, min(kept_light.g, kept_light.b));
    vec3 hazy = mix(vec3(dot(kept_light, vec3(0.3, 0.4, 0.3))), kept_light, 0.55);
    vec3 passed = hazy * behind.rgb + (kept_light - clear) * (1.0 - behind.a) * 0.9;

    vec3 thrown = reflect(-to_eye, normal);
    vec3 world_way = right * thrown.x + up * thrown.y + back * thrown.z;
    float fresnel = 0.02 + 0.98 * pow(1.0 - facing, 5.0);
    fresnel *= mix(0.55, 1.0, open);
    vec3 half_way = normalize(key + to_eye);
    float glint = pow(max(dot(normal, half_way), 0.0), 180.0);
    float broad = pow(max(dot(normal, half_way), 0.0), 24.0);
    vec3 shine = fresnel * mirrored(world_way, length(fwidth(thrown))) + (0.85 * glint + 0.10 * broad) * open * lamp;

    vec3 colour = (1.0 - fresnel) * (inner + passed) + shine;
    float alpha = 1.0 - (1.0 - fresnel) * clear * (1.0 - behind.a);
    vec4 plain = texture(scene, here);
    colour = min(colour, vec3(1.0));
    alpha = max(alpha, max(colour.r, max(colour.g, colour.b)));
    pixel = mix(plain, vec4(colour, min(alpha, 1.0)), cover);
}
