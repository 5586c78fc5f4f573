#include "rigid/drawn_obstacles.h"

#include <algorithm>
#include <bit>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "rigid/make_body.h"

namespace slosh {

void DrawnObstacles::set(std::span<const BodyDef> defs, int dimensions, float range) {
    dimensions_ = dimensions;
    relative_.clear();
    for (const BodyDef& def : defs.first(std::min(defs.size(), max_count))) {
        relative_.push_back(make_body(def, dimensions));
        relative_.back().drawn = true;
    }
    bodies_ = relative_;
    move(container_);
    set_range(range);
}

void DrawnObstacles::set_range(float range) {
    range_ = range;
    if (relative_.empty()) return;

    glm::vec3 high(-1e30f);
    low_ = glm::vec3(1e30f);
    thinnest_ = 1e30f;
    const auto extent_with_range = [&](const Body& body) { return body.extent() + range; };
    for (const Body& body : relative_) {
        low_ = glm::min(low_, body.position - extent_with_range(body));
        high = glm::max(high, body.position + extent_with_range(body));
        for (int d = 0; d < dimensions_; ++d) thinnest_ = std::min(thinnest_, body.half[d]);
    }
    // Slightly more than the box, so that its upper corner is in the last cell.
    cells_per_x_ = cells * 0.9999f / (high.x - low_.x), cells_per_y_ = cells * 0.9999f / (high.y - low_.y);
    near_.fill(0);
    for (size_t k = 0; k < relative_.size(); ++k) {
        const glm::vec3 from = relative_[k].position - extent_with_range(relative_[k]) - low_;
        const glm::vec3 to = relative_[k].position + extent_with_range(relative_[k]) - low_;
        for (int y = static_cast<int>(from.y * cells_per_y_); y <= static_cast<int>(to.y * cells_per_y_); ++y)
            for (int x = static_cast<int>(from.x * cells_per_x_); x <= static_cast<int>(to.x * cells_per_x_); ++x)
                near_[static_cast<size_t>(y * cells + x)] |= uint64_t{1} << k;
    }
}

void DrawnObstacles::move(const Motion& container) {
    container_ = container;
    for (size_t k = 0; k < bodies_.size(); ++k) {
        bodies_[k].position = relative_[k].position + container.offset;
        bodies_[k].velocity = container.velocity;
    }
}

uint64_t DrawnObstacles::near(glm::vec3 at) const {
    const float x = (at.x - low_.x) * cells_per_x_, y = (at.y - low_.y) * cells_per_y_;
    if (!(x >= 0 && y >= 0 && x < cells && y < cells)) return 0;
    return near_[static_cast<size_t>(static_cast<int>(y) * cells + static_cast<int>(x))];
}

DrawnObstacles::Contact DrawnObstacles::nearest(glm::vec3 at) const {
    Contact contact;
    for (uint64_t left = near(at); left; left &= left - 1) {
        const Body& body = relative_[static_cast<size_t>(std::countr_zero(left))];
        glm::vec3 outwards;
        const float gap = body.distance(body.to_local(at), dimensions_, outwards);
        if (gap < contact.gap) contact = {gap, body.axes * outwards};
    }
    return contact;
}

// Along a way the step to the next point is the distance of the nearest surface: nothing is passed over.
glm::vec3 DrawnObstacles::first_contact(glm::vec3 start, glm::vec3 end, float gap) const {
    constexpr int max_points = 64;
    const float length = glm::length(end - start), touching = std::max(0.25f * gap, 1e-4f * length);
    float along = 0;
    for (int n = 0; n < max_points; ++n) {
        const glm::vec3 at = start + (end - start) * (along / length);
        const float distance = std::min(nearest(at).gap, range_);
        if (distance < touching) return n > 0 ? at : end;  // one that starts inside goes on
        along += distance;
        if (along >= length) break;
    }
    return end;
}

glm::vec3 DrawnObstacles::attraction_at(glm::vec3 position, const Response& r) const {
    const Contact contact = nearest(position - container_.offset);
    if (contact.gap < r.gap || contact.gap >= r.range()) return glm::vec3(0);
    const float off = contact.gap - r.gap;
    return contact.outwards * (-off * (1 - off / (r.stick_distance - r.gap)) * r.stickiness);
}

bool DrawnObstacles::resolve(glm::vec3& position, glm::vec3& velocity, float dt, const Response& r) const {
    constexpr int max_rounds = 4;
    glm::vec3 v = velocity - container_.velocity, at = position - container_.offset;
    const glm::vec3 way = v * dt;
    if (glm::dot(way, way) > thinnest_ * thinnest_) at = first_contact(at - way, at, r.gap);
    Contact contact = nearest(at);
    if (contact.gap >= r.gap) return false;
    // Between two obstacles the way out of one may lead into the other.
    for (int round = 0; round < max_rounds && contact.gap < r.gap; ++round) {
        at += contact.outwards * (r.gap - contact.gap);
        const float normal = glm::dot(v, contact.outwards);
        const glm::vec3 tangential = v - contact.outwards * normal;
        v = tangential * (1 - r.friction) + contact.outwards * (normal < 0 ? -r.restitution * normal : normal);
        contact = nearest(at);
    }
    position = at + container_.offset;
    velocity = v + container_.velocity;
    return true;
}

}  // namespace slosh
