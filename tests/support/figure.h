// A measured figure: the check against its bounds, and a line of output for tools/bench --physics, so that both use the
// same bounds.
#pragma once
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/json_writer.h"

namespace slosh {

// The accepted range, ends included.
struct Bounds {
    double min = -std::numeric_limits<double>::infinity(), max = std::numeric_limits<double>::infinity();
};
inline Bounds at_most(double max) { return {.max = max}; }
inline Bounds at_least(double min) { return {.min = min}; }
inline Bounds within(double tolerance, double expected) { return {expected - tolerance, expected + tolerance}; }

struct Evidence {
    std::string check;      // the measured quantity, with its unit
    std::string solver;     // with the size of the simulation
    std::string reference;  // the expected value and its source
    std::string note = "";
};

inline std::string figure_number(double v) { return std::isfinite(v) ? write_number(v, 6) : "null"; }

inline void expect_figure(const Evidence& of, double figure, const Bounds& bounds) {
    JsonWriter json;
    json.text("check", of.check).text("solver", of.solver).raw("figure", figure_number(figure));
    json.text("reference", of.reference).raw("least", figure_number(bounds.min)).raw("most", figure_number(bounds.max));
    std::printf("figure: %s\n", json.text("note", of.note).end().c_str());
    EXPECT_GE(figure, bounds.min) << of.check << ", " << of.solver;
    EXPECT_LE(figure, bounds.max) << of.check << ", " << of.solver;
}

// Prints a curve of a plot.
inline void print_series(const char* plot, const std::string& name,
                         const std::vector<std::pair<double, double>>& points) {
    const auto point = [](const std::pair<double, double>& p) {
        std::string text(1, '[');
        text += write_number(p.first, 5);
        text += ',';
        text += write_number(p.second, 6);
        text += ']';
        return text;
    };
    JsonWriter json;
    json.text("plot", plot).text("name", name).raw("points", JsonWriter::array_of(points, point));
    std::printf("series: %s\n", json.end().c_str());
}

inline std::string with_commas(int n) {
    const std::string digits = std::to_string(n);
    std::string text;
    for (size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
        text += digits[i];
    }
    return text;
}

}  // namespace slosh
