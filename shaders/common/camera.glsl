// The camera: its axes as world directions (right, up, towards the eye), the eye, and pixels per unit at distance 1.
uniform vec3 right, up, back, eye;
uniform float focal;

vec3 view_direction(vec3 world) {
    return vec3(dot(world, right), dot(world, up), dot(world, back));
}

vec3 world_direction(vec3 view) {
    return right * view.x + up * view.y + back * view.z;
}
