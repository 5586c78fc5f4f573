// Rigid bodies that several tests start from.
#pragma once
#include "rigid/make_body.h"

namespace slosh {

inline BodyDef body_def(BodyShape shape, glm::vec3 half, glm::vec3 position, float density = BodyDef{}.density) {
    BodyDef def;
    def.shape = shape;
    def.half = half;
    def.position = position;
    def.density = density;
    return def;
}
// A body that a fluid on a grid moves.
inline BodyDef dynamic_body(BodyShape shape, glm::vec3 half, glm::vec3 position, float density) {
    BodyDef def = body_def(shape, half, position, density);
    def.dynamic = true;
    return def;
}
inline BodyDef ball_def(float radius, glm::vec3 position) {
    return body_def(BodyShape::ball, glm::vec3(radius), position);
}

}  // namespace slosh
