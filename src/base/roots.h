// Roots by Newton's iteration, which are the same on every machine: a C library's need not be.
#pragma once

namespace slosh {

// Of a positive number.
inline double cube_root(double v) {
    double root = v > 1 ? v : 1;  // from above, where it never overshoots
    for (int i = 0; i < 200; ++i) root = (2 * root + v / (root * root)) / 3;
    return root;
}

}  // namespace slosh
