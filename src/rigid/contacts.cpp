#include "rigid/contacts.h"

#include <algorithm>
#include <array>
#include <glm/geometric.hpp>

#include "base/vectors.h"

namespace slosh {
namespace {

float magnitude(float v) { return v < 0 ? -v : v; }
struct Segment {
    glm::vec3 from, direction;
    glm::vec3 at(float t) const { return from + direction * t; }
    float parameter(glm::vec3 p) const {  // of the nearest point, 0 to 1
        const float squared = glm::dot(direction, direction);
        return squared > 0 ? std::clamp(glm::dot(p - from, direction) / squared, 0.0f, 1.0f) : 0;
    }
};

Segment core_of(const Body& b) {
    const glm::vec3 end = b.axes[0] * b.core();
    return {b.position - end, end * 2.0f};
}

// The parameters s and t of the nearest points of two segments; false if one of them is an end (Ericson 2005, 5.1.9).
bool nearest_inner_points(const Segment& p, const Segment& q, float& s, float& t) {
    const glm::vec3 from = p.from - q.from;
    const float a = glm::dot(p.direction, p.direction), e = glm::dot(q.direction, q.direction),
                b = glm::dot(p.direction, q.direction);
    const float c = glm::dot(p.direction, from), f = glm::dot(q.direction, from), det = a * e - b * b;
    if (!(det > 1e-6f * a * e)) return false;
    s = (b * f - c * e) / det;
    t = (a * f - b * c) / det;
    return s > 0 && s < 1 && t > 0 && t < 1;
}

// The contact margin, in smallest half extents of the body.
constexpr float margin_ratio = 0.1f;

// The contact manifold of one pair: contacts closer than the margin, and not within half a margin of each other.
class Pair {
public:
    Pair(std::span<const Body> bodies, int a, int b, int dimensions, std::vector<Contact>& out)
        : a_(bodies[static_cast<size_t>(a)]),
          b_(bodies[static_cast<size_t>(b)]),
          index_a_(a),
          index_b_(b),
          dimensions_(dimensions),
          margin_(margin_ratio * std::min(smallest_half(a_, dimensions), smallest_half(b_, dimensions))),
          out_(out),
          first_(out.size()) {}

    void collide() {
        const glm::vec3 between = a_.position - b_.position;
        const float max_distance = a_.bounding_radius(dimensions_) + b_.bounding_radius(dimensions_) + margin_;
        if (glm::dot(between, between) > max_distance * max_distance) return;
        const bool box_a = a_.shape == BodyShape::box, box_b = b_.shape == BodyShape::box;
        if (box_a && box_b) collide_boxes();
        else if (box_a) collide_capsule_box(b_, a_, -1);
        else if (box_b) collide_capsule_box(a_, b_, 1);
        else collide_capsules();
    }

private:
    void add(glm::vec3 point, glm::vec3 normal, float gap) {
        if (gap > margin_) return;
        for (size_t k = first_; k < out_.size(); ++k) {
            const glm::vec3 away = out_[k].point - point;
            if (glm::dot(away, away) < 0.25f * margin_ * margin_) {
                if (gap < out_[k].gap) {
                    out_[k].point = point;
                    out_[k].normal = normal;
                    out_[k].gap = gap;
                }
                return;
            }
        }
        Contact c;
        c.a = index_a_;
        c.b = index_b_;
        c.point = point;
        c.normal = normal;
        c.gap = gap;
        out_.push_back(c);
    }

    // The contact of a sphere of a with a sphere of b.
    void add_spheres(glm::vec3 at_a, float radius_a, glm::vec3 at_b, float radius_b) {
        const glm::vec3 from = at_a - at_b;
        const float distance = length_of(from);
        const glm::vec3 normal = distance > 0 ? from / distance : glm::vec3(0, 1, 0);
        const float gap = distance - radius_a - radius_b;
        add(at_b + normal * (radius_b + 0.5f * gap), normal, gap);
    }

    void collide_capsules() {
        const Segment p = core_of(a_), q = core_of(b_);
        const float ra = a_.round(), rb = b_.round();
        for (const float end : {0.0f, 1.0f}) {
            if (end == 0 || a_.core() > 0) add_spheres(p.at(end), ra, q.at(q.parameter(p.at(end))), rb);
            if (end == 0 || b_.core() > 0) add_spheres(p.at(p.parameter(q.at(end))), ra, q.at(end), rb);
        }
        float s, t;
        if (nearest_inner_points(p, q, s, t)) add_spheres(p.at(s), ra, q.at(t), rb);
    }

    // `sign` is 1 if the capsule is body a.
    void collide_capsule_box(const Body& round, const Body& box, float sign) {
        const Segment core = core_of(round);
        const float radius = round.round();
        const auto sphere_on_box = [&](glm::vec3 at) {
            glm::vec3 outwards;
            const float distance = box.distance(box.to_local(at), dimensions_, outwards), gap = distance - radius;
            const glm::vec3 normal = box.axes * outwards;
            add(at - normal * (radius + 0.5f * gap), normal * sign, gap);
        };
        sphere_on_box(core.at(0));
        if (!(round.core() > 0)) return;
        sphere_on_box(core.at(1));
        const auto point_on_core = [&](glm::vec3 at, float t) {
            if (t <= 0 || t >= 1) return;
            const glm::vec3 from = core.at(t) - at;
            const float distance = length_of(from);
            if (distance > 0) add(at, from * (sign / distance), distance - radius);
        };
        glm::vec3 corners[8];
        const int count = support_points(box, dimensions_, corners);
        for (int k = 0; k < count; ++k) point_on_core(corners[k], core.parameter(corners[k]));
        if (dimensions_ == 2) return;
        for (int k = 0; k < count; ++k)
            for (int d = 0; d < 3; ++d) {
                if (k >> d & 1) continue;  // each edge once, from its lower corner
                const Segment edge{corners[k], box.axes[d] * (2 * box.half[d])};
                float s, t;
                if (nearest_inner_points(core, edge, s, t)) point_on_core(edge.at(t), s);
            }
    }

    // Half extent of the box along a direction.
    float half_extent(const Body& box, glm::vec3 along) const {
        float total = 0;
        for (int d = 0; d < dimensions_; ++d) total += box.half[d] * magnitude(glm::dot(box.axes[d], along));
        return total;
    }

    enum class AxisResult : uint8_t { separating, not_best, best };

    void collide_boxes() {
        const glm::vec3 from = a_.position - b_.position;
        float best_gap = -1e30f;
        glm::vec3 normal(0);  // of the best axis, from b to a
        int face_of_b = 0, face_of_a = -1, edge_a = -1, edge_b = -1;
        // The bias favours earlier axes, so that the reference face does not alternate from step to step.
        const auto try_axis = [&](glm::vec3 axis, float bias) {
            const float along = glm::dot(from, axis);
            const float gap = magnitude(along) - half_extent(a_, axis) - half_extent(b_, axis);
            if (gap > margin_) return AxisResult::separating;
            if (!(gap > best_gap + bias)) return AxisResult::not_best;
            best_gap = gap;
            normal = along < 0 ? -axis : axis;
            return AxisResult::best;
        };
        const float bias = 0.05f * margin_;
        for (int d = 0; d < dimensions_; ++d) {
            const AxisResult result = try_axis(b_.axes[d], d ? bias : 0);
            if (result == AxisResult::separating) return;
            if (result == AxisResult::best) face_of_b = d;
        }
        for (int d = 0; d < dimensions_; ++d) {
            const AxisResult result = try_axis(a_.axes[d], bias);
            if (result == AxisResult::separating) return;
            if (result == AxisResult::best) {
                face_of_a = d;
                face_of_b = -1;
            }
        }
        for (int i = 0; dimensions_ == 3 && i < 3; ++i)
            for (int j = 0; j < 3; ++j) {
                const glm::vec3 axis = glm::cross(a_.axes[i], b_.axes[j]);
                const float length = length_of(axis);
                if (length < 1e-3f) continue;  // nearly parallel edges
                const AxisResult result = try_axis(axis / length, margin_);
                if (result == AxisResult::separating) return;
                if (result == AxisResult::best) {
                    edge_a = i;
                    edge_b = j;
                }
            }
        if (edge_a >= 0) return add_edges(edge_a, edge_b, normal, best_gap);
        if (face_of_a >= 0) add_faces(a_, b_, face_of_a, -normal, -1);
        else add_faces(b_, a_, face_of_b, normal, 1);
    }

    // The contact of edge i of a with edge j of b.
    void add_edges(int i, int j, glm::vec3 normal, float gap) {
        const auto edge = [&](const Body& box, int along, glm::vec3 towards) {
            glm::vec3 middle = box.position;
            for (int d = 0; d < 3; ++d)
                if (d != along)
                    middle += box.axes[d] * (glm::dot(box.axes[d], towards) < 0 ? -box.half[d] : box.half[d]);
            return Segment{middle - box.axes[along] * box.half[along], box.axes[along] * (2 * box.half[along])};
        };
        const Segment p = edge(a_, i, -normal), q = edge(b_, j, normal);
        float s = 0.5f, t = 0.5f;
        nearest_inner_points(p, q, s, t);
        add((p.at(s) + q.at(t)) * 0.5f, normal, gap);
    }

    // The contacts of two faces: clips the incident face of `other` against the side planes of the reference face k of
    // `box`. `out` is the outward normal of the reference face; `sign` is 1 if the box is body b.
    void add_faces(const Body& box, const Body& other, int k, glm::vec3 out, float sign) {
        int facing = 0;
        float max_along = -1;
        for (int d = 0; d < dimensions_; ++d)
            if (const float along = magnitude(glm::dot(other.axes[d], out)); along > max_along) {
                max_along = along;
                facing = d;
            }
        const float side = glm::dot(other.axes[facing], out) < 0 ? 1.0f : -1.0f;
        const glm::vec3 middle = other.position + other.axes[facing] * (side * other.half[facing]);
        const int u = (facing + 1) % dimensions_, w = (facing + 2) % dimensions_;
        const glm::vec3 along = other.axes[u] * other.half[u];
        Polygon polygon;
        if (dimensions_ == 2) {
            polygon.add(middle - along);
            polygon.add(middle + along);
        } else {
            const glm::vec3 across = other.axes[w] * other.half[w];
            polygon.add(middle - along - across);
            polygon.add(middle + along - across);
            polygon.add(middle + along + across);
            polygon.add(middle - along + across);
        }
        for (int d = 0; d < dimensions_; ++d) {
            if (d == k) continue;
            for (const float s : {-1.0f, 1.0f})
                polygon.cut(box.position, box.axes[d] * s, box.half[d], dimensions_ == 3);
        }
        for (int v = 0; v < polygon.count; ++v) {
            const glm::vec3 at = polygon.corner[static_cast<size_t>(v)];
            const float gap = glm::dot(at - box.position, out) - box.half[k];
            add(at - out * (0.5f * gap), out * sign, gap);
        }
    }

    struct Polygon {
        int count = 0;
        std::array<glm::vec3, 12> corner;

        void add(glm::vec3 p) {
            if (count < static_cast<int>(corner.size())) corner[static_cast<size_t>(count++)] = p;
        }
        // Clips to at most `limit` from the centre along the axis (Sutherland-Hodgman). In 2D a segment, not closed.
        void cut(glm::vec3 centre, glm::vec3 axis, float limit, bool closed) {
            const Polygon uncut = *this;
            count = 0;
            for (int i = 0; i < uncut.count; ++i) {
                const glm::vec3 here = uncut.corner[static_cast<size_t>(i)];
                const float out = glm::dot(here - centre, axis) - limit;
                if (out <= 0) add(here);
                if (!closed && i + 1 == uncut.count) break;
                const glm::vec3 next = uncut.corner[static_cast<size_t>((i + 1) % uncut.count)];
                const float out_next = glm::dot(next - centre, axis) - limit;
                if ((out < 0 && out_next > 0) || (out > 0 && out_next < 0))
                    add(here + (next - here) * (out / (out - out_next)));
            }
        }
    };

    const Body &a_, &b_;
    int index_a_, index_b_, dimensions_;
    float margin_;
    std::vector<Contact>& out_;
    size_t first_;
};

void collide_walls(const Body& body, int index, const Walls& walls, glm::vec3 offset, int dimensions,
                   std::vector<Contact>& out) {
    const float margin = margin_ratio * smallest_half(body, dimensions), radius = body.round();
    glm::vec3 at[8];
    const int count = support_points(body, dimensions, at);
    for (int k = 0; k < count; ++k)
        each_wall(walls, offset, dimensions, at[k], radius, [&](float gap, glm::vec3 inwards) {
            if (gap > margin) return;
            Contact c;
            c.a = index;
            c.point = at[k] - inwards * radius;
            c.normal = inwards;
            c.gap = gap;
            out.push_back(c);
        });
}

}  // namespace

float smallest_half(const Body& b, int dimensions) {
    if (b.shape != BodyShape::box) return b.round();
    const float smaller = std::min(b.half.x, b.half.y);
    return dimensions == 3 ? std::min(smaller, b.half.z) : smaller;
}

int support_points(const Body& body, int dimensions, glm::vec3* out) {
    if (body.shape == BodyShape::box) {
        const int count = dimensions == 3 ? 8 : 4;
        for (int k = 0; k < count; ++k) {
            glm::vec3 corner(0);
            for (int d = 0; d < dimensions; ++d) corner[d] = k >> d & 1 ? body.half[d] : -body.half[d];
            out[k] = body.to_world(corner);
        }
        return count;
    }
    const Segment core = core_of(body);
    out[0] = core.at(0);
    if (!(body.core() > 0)) return 1;
    out[1] = core.at(1);
    return 2;
}

void find_contacts(std::span<const Body> bodies, const Walls& walls, glm::vec3 offset, int dimensions,
                   std::vector<Contact>& out) {
    out.clear();
    const int count = static_cast<int>(bodies.size());
    for (int a = 0; a < count; ++a) {
        const Body& body = bodies[static_cast<size_t>(a)];
        if (!body.is_kinematic()) collide_walls(body, a, walls, offset, dimensions, out);
        for (int b = a + 1; b < count; ++b)
            if (!body.is_kinematic() || !bodies[static_cast<size_t>(b)].is_kinematic())
                Pair(bodies, a, b, dimensions, out).collide();
    }
}

}  // namespace slosh
