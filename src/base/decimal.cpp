#include "base/decimal.h"

#include <bit>
#include <limits>

namespace slosh {
namespace {

// An exact decimal number: 0.d1d2d3... times ten to the power of `point`, without leading or trailing zeros; zero has
// no digits. Powers of two are applied by doubling and halving the digits, as in the `decimal` type of Go's strconv. No
// double needs more than 767 digits.
struct Decimal {
    static constexpr int max_digits = 800;
    uint8_t digit[max_digits];
    int count = 0;  // of digits
    int point = 0;

    void trim() {
        while (count > 0 && digit[count - 1] == 0) --count;
    }

    void push_front(int d) {
        for (int i = count++; i > 0; --i) digit[i] = digit[i - 1];
        digit[0] = static_cast<uint8_t>(d);
        ++point;
    }

    void twice() {
        int carry = 0;
        for (int i = count; i-- > 0;) {
            const int v = 2 * digit[i] + carry;
            carry = v >= 10;
            digit[i] = static_cast<uint8_t>(v - 10 * carry);
        }
        if (carry) push_front(1);
        trim();
    }

    void halve() {
        int rest = 0, to = 0;
        for (int i = 0; i < count; ++i) {
            const int v = 10 * rest + digit[i];
            rest = v & 1;
            if (to == 0 && v < 2) --point;
            else digit[to++] = static_cast<uint8_t>(v / 2);
        }
        count = to;
        if (rest) digit[count++] = 5;
    }

    // Rounds to n digits: to nearest, ties to even.
    void round(int n) {
        if (n >= count) return;
        if (n < 0) {
            count = 0;
            return;
        }
        const bool odd = n > 0 && (digit[n - 1] & 1);
        const bool up = digit[n] > 5 || (digit[n] == 5 && (odd || count > n + 1));
        count = n;
        if (up) {
            while (count > 0 && digit[count - 1] == 9) --count;
            if (count > 0) ++digit[count - 1];
            else push_front(1);
        }
        trim();
    }

    static Decimal from_double(double magnitude) {
        const uint64_t bits = std::bit_cast<uint64_t>(magnitude);
        const int biased = static_cast<int>(bits >> 52 & 0x7ff);
        uint64_t whole = bits & ((uint64_t{1} << 52) - 1);
        if (biased > 0) whole |= uint64_t{1} << 52;
        int exponent = (biased > 0 ? biased : 1) - 1075;
        Decimal d;
        if (whole == 0) return d;
        for (; (whole & 1) == 0; whole >>= 1) ++exponent;
        for (; whole > 0; whole /= 10) d.push_front(static_cast<int>(whole % 10));
        d.trim();
        for (; exponent > 0; --exponent) d.twice();
        for (; exponent < 0; ++exponent) d.halve();
        return d;
    }
};

// The nearest float; infinity above the largest one.
float nearest_float(Decimal& d) {
    constexpr int mantissa_bits = 24, smallest_exponent = -125;
    constexpr float infinity = std::numeric_limits<float>::infinity();
    // Floats lie between 1e-46 and 1e39.
    if (d.count == 0 || d.point < -60) return 0;
    if (d.point > 60) return infinity;
    int exponent = 0;  // scales d to 1/2 .. 1
    for (; d.point > 0; ++exponent) d.halve();
    for (; d.point < 0 || d.digit[0] < 5; --exponent) d.twice();
    const int bits = exponent >= smallest_exponent ? mantissa_bits : mantissa_bits + exponent - smallest_exponent;
    for (int i = 0; i < bits; ++i) d.twice();
    for (int i = 0; i > bits; --i) d.halve();
    d.round(d.point);
    double value = 0;
    for (int i = 0; i < d.point; ++i) value = 10 * value + (i < d.count ? d.digit[i] : 0);
    for (int i = bits; i < exponent; ++i) value *= 2;
    for (int i = bits; i > exponent; --i) value /= 2;
    return value > static_cast<double>(std::numeric_limits<float>::max()) ? infinity : static_cast<float>(value);
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Removes a leading sign; true if it is a minus.
bool take_minus(std::string_view& text) {
    const bool minus = text.starts_with('-');
    if (minus || text.starts_with('+')) text.remove_prefix(1);
    return minus;
}

}  // namespace

bool parse_number(std::string_view text, float& value) {
    constexpr size_t max_length = 64;
    if (text.size() > max_length) return false;
    const bool minus = take_minus(text);
    Decimal d;
    bool has_digits = false, in_fraction = false;
    for (; !text.empty(); text.remove_prefix(1)) {
        const char c = text.front();
        if (c == '.' && !in_fraction) {
            in_fraction = true;
        } else if (is_digit(c)) {
            has_digits = true;
            if (d.count > 0 || c != '0') {
                d.digit[d.count++] = static_cast<uint8_t>(c - '0');
                if (!in_fraction) ++d.point;
            } else if (in_fraction) {
                --d.point;
            }
        } else {
            break;
        }
    }
    d.trim();
    if (!has_digits) return false;
    if (!text.empty()) {
        if (text.front() != 'e' && text.front() != 'E') return false;
        text.remove_prefix(1);
        const bool negative_power = take_minus(text);
        int power = 0;
        if (text.empty()) return false;
        for (const char c : text) {
            if (!is_digit(c)) return false;
            if (power < 10000) power = 10 * power + (c - '0');
        }
        d.point += negative_power ? -power : power;
    }
    const float magnitude = nearest_float(d);
    value = minus ? -magnitude : magnitude;
    return magnitude <= std::numeric_limits<float>::max();
}

std::string write_number(double value, int digits) {
    if (value != value) return "nan";
    const bool minus = std::bit_cast<uint64_t>(value) >> 63;
    std::string out = minus ? "-" : "";
    if (minus) value = -value;
    if (value > std::numeric_limits<double>::max()) return out + "inf";
    Decimal d = Decimal::from_double(value);
    d.round(digits);
    if (d.count == 0) return out + "0";
    const int exponent = d.point - 1;
    const bool scientific = exponent < -4 || exponent >= digits;
    const int whole = scientific ? 1 : d.point;  // digits before the point
    if (whole <= 0) out += '0';
    for (int i = 0; i < whole; ++i) out += static_cast<char>('0' + (i < d.count ? d.digit[i] : 0));
    if (whole < d.count) out += '.';
    for (int i = whole; i < 0; ++i) out += '0';
    for (int i = whole > 0 ? whole : 0; i < d.count; ++i) out += static_cast<char>('0' + d.digit[i]);
    if (!scientific) return out;
    const int size = exponent < 0 ? -exponent : exponent;
    return out + (exponent < 0 ? "e-" : "e+") + (size < 10 ? "0" : "") + std::to_string(size);
}

std::string write_hex(uint64_t value, int digits) {
    std::string out(static_cast<size_t>(digits), '0');
    for (size_t i = out.size(); i-- > 0; value >>= 4) out[i] = "0123456789abcdef"[value & 15];
    return out;
}

float rounded(float value, int digits) {
    parse_number(write_number(static_cast<double>(value), digits), value);
    return value;
}

}  // namespace slosh
