// The inside of a box of glass, world units; without one it is endless.
uniform vec3 room_middle, room_half;

// Along the glass particles are larger: rows of them make one face, and what is beyond it is cut off.
float widened(vec3 place, float radius) {
    vec3 free = room_half - abs(place - room_middle);
    float beside = smoothstep(1.5, 0.7, min(free.x, free.z) / radius), below = smoothstep(2.5, 0.7, free.y / radius);
    return 1.0 + max(0.35 * beside, 0.8 * below);
}
