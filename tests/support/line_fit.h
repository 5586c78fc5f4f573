// The straight line through measured points by least squares, y = intercept + slope x.
#pragma once

namespace slosh {

class LineFit {
public:
    void add(double x, double y) { n_ += 1, x_ += x, y_ += y, xx_ += x * x, xy_ += x * y; }
    double slope() const { return (n_ * xy_ - x_ * y_) / (n_ * xx_ - x_ * x_); }
    double intercept() const { return (y_ - slope() * x_) / n_; }
    double zero() const { return x_ / n_ - y_ / n_ / slope(); }  // the x where y is 0

private:
    double n_ = 0, x_ = 0, y_ = 0, xx_ = 0, xy_ = 0;  // count and sums
};

}  // namespace slosh
