// The inside of a box of glass, world units; without one it is endless.
uniform vec3 room_middle, room_half;
