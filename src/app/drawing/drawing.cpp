#include "app/drawing/drawing.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

#include "scenes/scene.h"

namespace slosh {
namespace {

constexpr float growth_time = 0.5f;  // s
constexpr float first_size = 0.1f;   // of the final one
constexpr int max_coordinate = 9999, max_width = 500;
constexpr char letters[] = "lob";

// The ages of points that have their final size, and of new ones.
constexpr float grown_up = growth_time, newborn = 0;

float size_at(float age) {
    const float t = std::clamp(age / growth_time, 0.0f, 1.0f);
    return first_size + (1 - first_size) * t * t * (3 - 2 * t);
}

float distance_to_segment(glm::vec2 at, glm::vec2 from, glm::vec2 to) {
    const glm::vec2 along = to - from;
    const float squared = glm::dot(along, along);
    const float t = squared > 0 ? std::clamp(glm::dot(at - from, along) / squared, 0.0f, 1.0f) : 0;
    return glm::length(at - from - along * t);
}

glm::vec2 flat(glm::ivec3 p) { return {static_cast<float>(p.x), static_cast<float>(p.y)}; }

// A whole number at the start of `text`, which is removed together with the point after it.
bool take_number(std::string_view& text, int& out) {
    const bool negative = text.starts_with('-');
    size_t length = negative ? 1 : 0;
    out = 0;
    for (; length < text.size() && text[length] >= '0' && text[length] <= '9'; ++length) {
        out = 10 * out + (text[length] - '0');
        if (out > max_coordinate) return false;
    }
    if (length == (negative ? 1u : 0u)) return false;
    if (negative) out = -out;
    if (length == text.size()) return text = {}, true;
    if (text[length] != '.' || length + 1 == text.size()) return false;
    text.remove_prefix(length + 1);
    return true;
}

}  // namespace

void Drawing::set_scene(const Scene& scene) {
    dimensions_ = scene.domain.dimensions;
    unit_ = std::min(scene.view.width, scene.view.height) / 1000;
    pieces_.clear();
    trail_.clear();
    changed_ = true;
}

// --- text ---

std::string Drawing::text() const {
    std::string out;
    for (const Piece& piece : pieces_) {
        if (!out.empty()) out += '_';
        out += letters[piece.kind];
        out += std::to_string(piece.width);
        for (const glm::ivec3& p : piece.points)
            for (int d = 0; d < dimensions_; ++d) out.append(".").append(std::to_string(p[d]));
    }
    return out;
}

// The reason why a piece is refused, or null.
const char* Drawing::read_piece(std::string_view text, Piece& piece) const {
    const size_t kind = text.empty() ? std::string_view::npos : std::string_view(letters).find(text.front());
    if (kind == std::string_view::npos) return "a piece begins with l, o or b";
    piece.kind = static_cast<Piece::Kind>(kind);
    if ((piece.kind == Piece::stroke) != (dimensions_ == 2))
        return "strokes (l) are for scenes in 2D, balls (o) and boxes (b) for those in 3D";
    text.remove_prefix(1);
    if (!take_number(text, piece.width) || piece.width < 1 || piece.width > max_width || text.empty())
        return "after the letter of a piece comes its width, 1 to 500, then a point and the position";
    while (!text.empty()) {
        glm::ivec3 at(0);
        for (int d = 0; d < dimensions_; ++d)
            if ((d > 0 && text.empty()) || !take_number(text, at[d]))
                return "positions are whole numbers from -9999 to 9999, separated by points, two in 2D and three in 3D";
        piece.points.push_back(at);
        piece.age.push_back(newborn);
    }
    return piece.kind != Piece::stroke && piece.points.size() > 1 ? "a ball or a box has one position" : nullptr;
}

Outcome Drawing::read(std::string_view text) {
    const auto refuse = [](const std::string& why) { return Outcome::refused("drawing: " + why); };
    if (text.size() > max_text) return refuse("the text is longer than " + std::to_string(max_text) + " characters");
    std::vector<Piece> pieces;
    int bodies = 0;
    for (size_t start = 0; !text.empty() && start <= text.size();) {
        const size_t end = std::min(text.find('_', start), text.size());
        Piece piece;
        if (const char* why = read_piece(text.substr(start, end - start), piece)) return refuse(why);
        bodies += bodies_of(piece);
        pieces.push_back(std::move(piece));
        start = end + 1;
    }
    if (bodies > limit()) return refuse("at most " + std::to_string(limit()) + " parts fit into this scene");
    // What is there already has displaced its fluid.
    for (Piece& piece : pieces)
        for (const Piece& old : pieces_)
            if (old.kind == piece.kind && old.width == piece.width && old.points == piece.points) piece.age = old.age;
    pieces_ = std::move(pieces);
    trail_.clear();
    changed_ = true;
    return {};
}

// --- the pen ---

int Drawing::bodies_of(const Piece& piece) { return std::max(static_cast<int>(piece.points.size()) - 1, 1); }

int Drawing::count() const {
    int total = 0;
    for (const Piece& piece : pieces_) total += bodies_of(piece);
    return total;
}

int Drawing::limit() const { return dimensions_ == 2 ? max_pieces_2d : max_pieces_3d; }

glm::ivec3 Drawing::rounded(glm::vec3 at) const {
    glm::ivec3 out(0);
    for (int d = 0; d < dimensions_; ++d)
        out[d] = std::clamp(static_cast<int>(std::floor(at[d] / unit_ + 0.5f)), -max_coordinate, max_coordinate);
    return out;
}

int Drawing::rounded_width(float width) const {
    return std::clamp(static_cast<int>(width / unit_ + 0.5f), 1, max_width);
}

static Outcome full(int limit) {
    return Outcome::refused("drawing: full, at most " + std::to_string(limit) + " parts fit; erase some");
}

Outcome Drawing::begin_stroke(glm::vec3 at, float width) {
    if (count() >= limit()) return full(limit());
    const glm::ivec3 point = rounded(at);
    pieces_.push_back({Piece::stroke, rounded_width(width), {point}, {newborn}});
    trail_ = {point};
    changed_ = true;
    return {};
}

Outcome Drawing::extend_stroke(glm::vec3 at) {
    if (pieces_.empty() || trail_.empty()) return {};
    Piece& stroke = pieces_.back();
    const glm::ivec3 to = rounded(at);
    if (to == stroke.points.back()) return {};
    constexpr size_t max_trail = 40;    // points that one straight part may skip
    constexpr float tolerance = 0.12f;  // widths
    const bool is_first = stroke.points.size() == 1;
    const glm::vec2 from = flat(is_first ? stroke.points.back() : stroke.points[stroke.points.size() - 2]);
    const bool is_straight = std::all_of(trail_.begin(), trail_.end(), [&](glm::ivec3 p) {
        return distance_to_segment(flat(p), from, flat(to)) <= tolerance * static_cast<float>(stroke.width);
    });
    if (!is_first && is_straight && trail_.size() < max_trail) {
        // A part that becomes longer is younger: it must not be at its final size far ahead at once.
        const float before = glm::length(flat(stroke.points.back()) - from), after = glm::length(flat(to) - from);
        stroke.age.back() *= std::min(before / std::max(after, 1.0f), 1.0f);
        stroke.points.back() = to;
    } else {
        if (count() + (is_first ? 0 : 1) > limit()) return full(limit());
        stroke.points.push_back(to);
        stroke.age.push_back(newborn);
        trail_.clear();
    }
    trail_.push_back(to);
    changed_ = true;
    return {};
}

Outcome Drawing::add_object(bool is_box, glm::vec3 at, float width) {
    if (count() >= limit()) return full(limit());
    pieces_.push_back({is_box ? Piece::box : Piece::ball, rounded_width(width), {rounded(at)}, {newborn}});
    changed_ = true;
    return {};
}

bool Drawing::is_near_stroke(const Piece& stroke, size_t index, glm::vec3 at, float radius) const {
    const glm::vec2 point = glm::vec2(at) / unit_;
    const size_t next = std::min(index + 1, stroke.points.size() - 1);
    const float reach = radius / unit_ + 0.5f * static_cast<float>(stroke.width);
    return distance_to_segment(point, flat(stroke.points[index]), flat(stroke.points[next])) < reach;
}

bool Drawing::touches(glm::vec3 at, float radius) const {
    for (const Piece& piece : pieces_)
        for (size_t i = 0; piece.kind == Piece::stroke && i < static_cast<size_t>(bodies_of(piece)); ++i)
            if (is_near_stroke(piece, i, at, radius)) return true;
    return false;
}

// The parts between those that are removed become strokes of their own.
void Drawing::erase(glm::vec3 at, float radius) {
    std::vector<Piece> kept;
    bool erased = false;
    for (const Piece& piece : pieces_) {
        Piece run{piece.kind, piece.width, {}, {}};
        const auto end_run = [&] {
            if (!run.points.empty()) kept.push_back(std::exchange(run, {piece.kind, piece.width, {}, {}}));
        };
        for (size_t i = 0; i < static_cast<size_t>(bodies_of(piece)); ++i) {
            if (piece.kind == Piece::stroke && is_near_stroke(piece, i, at, radius)) {
                erased = true;
                end_run();
                continue;
            }
            const size_t next = std::min(i + 1, piece.points.size() - 1);
            if (run.points.empty()) {
                run.points.push_back(piece.points[i]);
                run.age.push_back(piece.age[i]);
            }
            if (next > i) {
                run.points.push_back(piece.points[next]);
                run.age.push_back(piece.age[next]);
            }
        }
        end_run();
    }
    if (!erased) return;
    pieces_ = std::move(kept);
    trail_.clear();
    changed_ = true;
}

void Drawing::erase_body(size_t n) {
    for (auto piece = pieces_.begin(); piece != pieces_.end(); ++piece) {
        const auto bodies = static_cast<size_t>(bodies_of(*piece));
        if (n < bodies) {
            pieces_.erase(piece);
            trail_.clear();
            changed_ = true;
            return;
        }
        n -= bodies;
    }
}

// --- obstacles ---

BodyDef Drawing::part(const Piece& piece, size_t index, bool grown) const {
    const size_t next = std::min(index + 1, piece.points.size() - 1);
    const float size = grown ? 1 : size_at(piece.age[next]);
    const float radius = 0.5f * static_cast<float>(piece.width) * unit_ * size;
    const glm::vec3 from = glm::vec3(piece.points[index]) * unit_, along = glm::vec3(piece.points[next]) * unit_ - from;
    BodyDef def{.shape = piece.kind == Piece::box ? BodyShape::box : BodyShape::ball,
                .half = glm::vec3(radius),
                .position = from + 0.5f * along,
                .kind = 5,     // grey
                .period = 1};  // kinematic
    const float length = glm::length(along);
    if (length > 0) {
        def.shape = BodyShape::capsule;
        def.half.x = 0.5f * length + radius;
        const glm::vec3 right = along.x < 0 ? -along : along;  // a capsule has no direction
        def.rotation = {1, 0, 0, right.y / (length + right.x)};
    }
    return def;
}

std::vector<BodyDef> Drawing::bodies(bool grown) const {
    std::vector<BodyDef> all;
    for (const Piece& piece : pieces_)
        for (size_t i = 0; i < static_cast<size_t>(bodies_of(piece)); ++i) all.push_back(part(piece, i, grown));
    return all;
}

bool Drawing::advance(float dt) {
    bool is_other = std::exchange(changed_, false);
    for (Piece& piece : pieces_)
        for (float& age : piece.age)
            if (age < grown_up) {
                age = std::min(age + dt, grown_up);
                is_other = true;
            }
    return is_other;
}

void Drawing::restart(bool is_outside) {
    for (Piece& piece : pieces_) std::fill(piece.age.begin(), piece.age.end(), is_outside ? grown_up : newborn);
    changed_ = true;
}

}  // namespace slosh
