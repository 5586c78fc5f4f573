#include "csv.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <glm/geometric.hpp>
#include <numeric>
#include <string_view>
#include <vector>

#include "app/state/saved_state.h"
#include "base/params.h"
#include "domain/emitters.h"

namespace slosh {
namespace {

enum Column { x, y, z, vx, vy, vz, kind, column_count };
constexpr std::string_view column_names[column_count] = {"x", "y", "z", "vx", "vy", "vz", "kind"};

std::vector<std::string_view> split(std::string_view line) {
    std::vector<std::string_view> cells;
    for (;;) {
        const size_t comma = line.find(',');
        std::string_view cell = line.substr(0, comma);
        while (!cell.empty() && (cell.front() == ' ' || cell.front() == '\t')) cell.remove_prefix(1);
        while (!cell.empty() && (cell.back() == ' ' || cell.back() == '\t' || cell.back() == '\r'))
            cell.remove_suffix(1);
        cells.push_back(cell);
        if (comma == std::string_view::npos) return cells;
        line.remove_prefix(comma + 1);
    }
}

bool read_all(const std::string& file, std::string& text) {
    std::FILE* in = std::fopen(file.c_str(), "rb");
    if (!in) return false;
    char part[1 << 16];
    for (size_t n; (n = std::fread(part, 1, sizeof part, in)) > 0;) text.append(part, n);
    const bool good = !std::ferror(in);
    std::fclose(in);
    return good;
}

float longest_half(const Domain& domain) {
    const Walls& walls = domain.walls;
    if (walls.shape == Shape::circle) return walls.half.x;
    return std::max({walls.half.x, walls.half.y, domain.dimensions == 3 ? walls.half.z : 0});
}

constexpr std::string_view body_mark = "# body,";

// Appends the numbers of a body's line. False if it has others.
bool read_body_line(std::string_view row, std::vector<float>& numbers) {
    const std::vector<std::string_view> cells = split(row.substr(body_mark.size()));
    for (const std::string_view cell : cells)
        if (!parse_number(cell, numbers.emplace_back())) return false;
    return cells.size() == numbers_per_body;
}

bool is_moved(const Body& b) {
    return !b.is_kinematic() || b.oscillation != glm::vec3(0) || b.velocity != glm::vec3(0);
}

}  // namespace

std::string read_csv(const std::string& file, const Domain& domain, int kinds, InitialParticles& out,
                     std::vector<BodyDef>& bodies) {
    const int dimensions = domain.dimensions;
    std::string text;
    if (!read_all(file, text)) return "--init: cannot read " + file + ": " + std::strerror(errno);
    // The beginning of a message. Column 0: of the whole line.
    const auto at = [&](int line, int column) {
        return file + ":" + std::to_string(line) + (column ? ":" + std::to_string(column) : "") + ": ";
    };
    const float max_speed = 60 * 2 * longest_half(domain);
    std::vector<float> body_numbers;
    std::vector<int> columns;  // by column of the file: its index in column_names
    std::string_view rest = text;
    for (int line = 1; !rest.empty(); ++line) {
        const size_t end = rest.find('\n');
        const std::string_view row = rest.substr(0, end);
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
        if (row.starts_with(body_mark) && !read_body_line(row, body_numbers))
            return at(line, 0) + "a body has " + std::to_string(numbers_per_body) + " numbers";
        if (row.empty() || row == "\r" || row.front() == '#') continue;
        const std::vector<std::string_view> cells = split(row);
        if (columns.empty()) {
            for (size_t c = 0; c < cells.size(); ++c) {
                int column = -1;
                for (int k = 0; k < column_count; ++k)
                    if (column_names[k] == cells[c] && (dimensions == 3 || (k != z && k != vz))) column = k;
                if (std::find(columns.begin(), columns.end(), column) != columns.end()) column = -1;  // twice
                if (column < 0)
                    return at(line, static_cast<int>(c) + 1) + "column \"" + std::string(cells[c].substr(0, 40)) +
                           "\" is not one of " + (dimensions == 3 ? "x, y, z, vx, vy, vz, kind" : "x, y, vx, vy, kind");
                columns.push_back(column);
            }
            for (int k = x; k < x + dimensions; ++k)
                if (std::find(columns.begin(), columns.end(), k) == columns.end())
                    return at(line, 0) + "the header has no column " + std::string(column_names[k]);
            continue;
        }
        if (cells.size() != columns.size())
            return at(line, 0) + "expected " + std::to_string(columns.size()) + " columns, got " +
                   std::to_string(cells.size());
        float value[column_count] = {};
        for (size_t c = 0; c < cells.size(); ++c) {
            const int column = columns[c];
            if (!parse_number(cells[c], value[column]))
                return at(line, static_cast<int>(c) + 1) + "\"" + std::string(cells[c].substr(0, 40)) +
                       "\" is not a number";
            if (column == kind && (value[kind] < 0 || value[kind] >= static_cast<float>(kinds) ||
                                   value[kind] != static_cast<float>(static_cast<int>(value[kind]))))
                return at(line, static_cast<int>(c) + 1) + "kind \"" + std::string(cells[c].substr(0, 40)) +
                       "\" is not a whole number in 0.." + std::to_string(kinds - 1);
        }
        const glm::vec3 position{value[x], value[y], value[z]};
        if (is_buried(position, domain.walls, dimensions, {0, 0, 0}, {}, -1e-3f * domain.walls.half.x))
            return at(line, 0) + "the particle lies outside the container";
        const glm::vec3 velocity{value[vx], value[vy], value[vz]};
        if (glm::length(velocity) > max_speed)
            return at(line, 0) + "the particle is faster than " + write_number(static_cast<double>(max_speed), 6) +
                   ": it would cross the container in less than 1/60 s";
        out.position.push_back(position);
        out.velocity.push_back(velocity);
        out.kind.push_back(static_cast<uint8_t>(value[kind]));
    }
    if (out.count() == 0) return file + ": no particles";
    if (!read_bodies(body_numbers, domain, bodies)) return file + ": a body is impossible";
    return "";
}

bool write_csv(const std::string& file, const ParticleView& p) {
    std::vector<size_t> slot_of(static_cast<size_t>(p.count));
    std::iota(slot_of.begin(), slot_of.end(), size_t{0});
    std::sort(slot_of.begin(), slot_of.end(), [&](size_t a, size_t b) { return p.id[a] < p.id[b]; });
    std::FILE* out = std::fopen(file.c_str(), "wb");
    if (!out) return false;
    const bool is_3d = p.dimensions == 3;
    std::fputs(is_3d ? "x,y,z,vx,vy,vz,kind\n" : "x,y,vx,vy,kind\n", out);
    const auto write = [&](float v) { std::fprintf(out, "%.9g,", static_cast<double>(v)); };
    for (const size_t i : slot_of) {
        write(p.x[i]);
        write(p.y[i]);
        if (is_3d) write(p.z[i]);
        write(p.vx[i]);
        write(p.vy[i]);
        if (is_3d) write(p.vz[i]);
        std::fprintf(out, "%d\n", p.kind[i]);
    }
    if (std::any_of(p.bodies.begin(), p.bodies.end(), is_moved))
        for (const Body& body : p.bodies) {
            float numbers[numbers_per_body];
            save_body(body, {}, numbers);
            std::fprintf(out, "# body");
            for (const float number : numbers) std::fprintf(out, ",%.9g", static_cast<double>(number));
            std::fputs("\n", out);
        }
    const bool good = !std::ferror(out);
    return std::fclose(out) == 0 && good;
}

}  // namespace slosh
