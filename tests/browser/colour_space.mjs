// Colours as people see them.

/** Linear sRGB of display values from 0 to 255. @param {number[]} rgb @returns {number[]} */
export const linearOf = (rgb) => rgb.map((value) => (value <= 10 ? value / 3295 : ((value / 255 + 0.055) / 1.055) ** 2.4));

/** CIE L*a*b*. @param {number[]} linear linear sRGB @returns {number[]} */
export function lab([r = 0, g = 0, b = 0]) {
  const f = (/** @type {number} */ t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** @param {number[]} a @param {number[]} b */
export const distance = (a, b) => Math.hypot(...a.map((value, i) => value - Number(b[i])));
