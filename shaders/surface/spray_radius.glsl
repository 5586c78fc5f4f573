// Spray is finer than fluid: a particle with few others around it is drawn as a smaller drop.
layout(location = 8) in float density;  // 0 where it is not known
uniform vec2 crowd;                     // that of one alone, and from where one is in the fluid

// Of the usual radius.
float drop_share() {
    return density > 0.0 ? mix(0.55, 1.0, smoothstep(crowd.x, crowd.y, density)) : 1.0;
}
