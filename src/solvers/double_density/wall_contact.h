// The contact of particles with the container's walls, four particles at a time.
#pragma once
#include "base/simd.h"
#include "domain/domain.h"

namespace slosh {

// The container at one moment.
struct Wall2 {
    Shape shape;
    float x, y;            // centre
    float half_x, half_y;  // circle: half_x is the radius

    Wall2(const Walls& walls, glm::vec3 offset)
        : shape(walls.shape),
          x(walls.centre.x + offset.x),
          y(walls.centre.y + offset.y),
          half_x(walls.half.x),
          half_y(walls.half.y) {}
};

// Contact of four points.
struct WallContact {
    Int4 outside;   // mask of the lanes beyond the wall
    Float4 x, y;    // closest point inside
    Float4 nx, ny;  // outward normal of the nearest wall
    Float4 gap;     // distance to the nearest wall, for points inside
};

// Closest points inside the container. A point that was outside comes to lie at `inset` from the wall.
inline WallContact closest_point(const Wall2& wall, Float4 x, Float4 y, Float4 inset) {
    const Float4 dx = x - wall.x, dy = y - wall.y;
    WallContact c;
    if (wall.shape == Shape::circle) {
        const Float4 distance = sqrt(dx * dx + dy * dy);
        const Float4 inverse = 1.0f / max(distance, splat(1e-20f));
        c.outside = distance > wall.half_x;
        c.nx = dx * inverse;
        c.ny = dy * inverse;
        c.x = select(c.outside, wall.x + c.nx * (wall.half_x - inset), x);
        c.y = select(c.outside, wall.y + c.ny * (wall.half_x - inset), y);
        c.gap = wall.half_x - distance;
        return c;
    }
    const Float4 zero = splat(0.0f), one = splat(1.0f);
    const Float4 side_x = select(dx < 0.0f, -one, one), side_y = select(dy < 0.0f, -one, one);
    const Float4 gap_x = wall.half_x - dx * side_x, gap_y = wall.half_y - dy * side_y;
    const Int4 out_x = gap_x < 0.0f, out_y = gap_y < 0.0f;
    c.outside = out_x | out_y;
    // Outside a corner both walls count; inside, the nearer one.
    const Int4 by_x = select(c.outside, select(out_x, one, zero), select(gap_x < gap_y, one, zero)) > 0.0f;
    const Int4 by_y = select(c.outside, select(out_y, one, zero), select(gap_x < gap_y, zero, one)) > 0.0f;
    c.nx = select(by_x, side_x, zero);
    c.ny = select(by_y, side_y, zero);
    c.x = select(out_x, wall.x + side_x * (wall.half_x - inset), x);
    c.y = select(out_y, wall.y + side_y * (wall.half_y - inset), y);
    c.gap = min(gap_x, gap_y);
    return c;
}

}  // namespace slosh
