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
    std::string reference;  // what the figure should be, and who says so
    std::string note = "";
};

inline std::string json_number(double v) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", v);
    return std::isfinite(v) ? text : "null";
}

inline void expect_figure(const Evidence& of, double figure, const Bar& bar) {
    std::printf(
        "figure: {\"check\":\"%s\",\"solver\":\"%s\",\"figure\":%s,\"reference\":\"%s\",\"least\":%s,\"most\":%s,"
        "\"note\":\"%s\"}\n",
        of.check.c_str(), of.solver.c_str(), json_number(figure).c_str(), of.reference.c_str(),
        json_number(bar.least).c_str(), json_number(bar.most).c_str(), of.note.c_str());
    EXPECT_GE(figure, bar.least) << of.check << ", " << of.solver;
    EXPECT_LE(figure, bar.most) << of.check << ", " << of.solver;
}

// A line of a plot.
inline void print_series(const char* plot, const std::string& name,
                         const std::vector<std::pair<double, double>>& points) {
    std::printf("series: {\"plot\":\"%s\",\"name\":\"%s\",\"points\":[", plot, name.c_str());
    for (size_t i = 0; i < points.size(); ++i)
        std::printf("%s[%.5g,%.6g]", i ? "," : "", points[i].first, points[i].second);
    std::printf("]}\n");
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
