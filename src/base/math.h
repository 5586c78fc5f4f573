// Pi, the cube root, powers, sine and cosine, with the same bits on every machine: the last bits of these functions
// differ between C libraries.
#pragma once

namespace slosh {

constexpr double pi_d = 3.14159265358979323846;
constexpr float pi = static_cast<float>(pi_d);

// Cube root of a positive number by Newton's iteration from 1: the first step leads above the root, the others do not
// overshoot. 200 steps suffice for doubles from 1e-30 to 1e30, 8 for floats from 1/8 to 8.
template <class T>
T cube_root(T v, int steps = 200) {
    T root = 1;
    for (int i = 0; i < steps; ++i) root = (2 * root + v / (root * root)) / 3;
    return root;
}

// The edge of a square (2D) of this area, or of a cube (3D) of this volume.
inline float edge_of(float volume, int dimensions) {
    return dimensions == 2 ? __builtin_sqrtf(volume) : cube_root(volume);
}
inline double edge_of(double volume, int dimensions) {
    return dimensions == 2 ? __builtin_sqrt(volume) : cube_root(volume);
}

// base^exponent for a base from 0 to 1 and an exponent from 0 on, to 1e-9: by square roots, one for each binary digit
// of the exponent.
inline double power(double base, double exponent) {
    double result = 1, root = base;
    for (; exponent >= 1; exponent -= 1) result *= base;
    for (int digit = 0; digit < 32; ++digit) {
        root = __builtin_sqrt(root);
        exponent *= 2;
        if (exponent >= 1) {
            result *= root;
            exponent -= 1;
        }
    }
    return result;
}

struct CosineSine {
    double cosine, sine;
};

// Cosine and sine of an angle in radians, by the power series up to order 23: accurate to the last bits up to 2, within
// 1.4e-12 up to pi.
inline CosineSine cosine_and_sine(double angle) {
    CosineSine sums{0, 0};
    double term = 1;
    for (int k = 0; k < 24; k += 2) {
        sums.cosine += term;
        term *= angle / (k + 1);
        sums.sine += term;
        term *= -angle / (k + 2);
    }
    return sums;
}

}  // namespace slosh
