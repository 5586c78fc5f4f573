// A figure of the evidence: the check itself, so that its bar stands in one place, and a line for tools/bench
// --physics.
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

// What is allowed, ends included.
struct Bar {
    double least = -std::numeric_limits<double>::infinity(), most = std::numeric_limits<double>::infinity();
};
inline Bar at_most(double bar) { return {.most = bar}; }
inline Bar at_least(double bar) { return {.least = bar}; }
inline Bar within(double of, double expected) { return {expected - of, expected + of}; }

struct Evidence {
    std::string check;      // what is measured, in what unit
    std::string solver;     // and at what size
    std::string reference;  // the expected value and its source
    std::string note = "";
};

inline std::string figure_number(double v) { return std::isfinite(v) ? write_number(v, 6) : "null"; }

inline void expect_figure(const Evidence& of, double figure, const Bar& bar) {
    JsonWriter json;
    json.text("check", of.check).text("solver", of.solver).raw("figure", figure_number(figure));
    json.text("reference", of.reference).raw("least", figure_number(bar.least)).raw("most", figure_number(bar.most));
    std::printf("figure: %s\n", json.text("note", of.note).end().c_str());
    EXPECT_GE(figure, bar.least) << of.check << ", " << of.solver;
    EXPECT_LE(figure, bar.most) << of.check << ", " << of.solver;
}

// A line of a plot.
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
