// Plots as SVG: two axes, linear or logarithmic, lines and marks. The background is part of the image, so that it is
// readable on a dark page. The image contains its data, which `specOf` returns.

/** @typedef {{label: string, log?: boolean, from?: number, to?: number}} Axis label: quantity and unit */
/** @typedef {{name: string, points: [number, number][], marks?: boolean}} Series marks: measured points without a line */
/** @typedef {{title: string, about: string, x: Axis, y: Axis, legend?: 'left' | 'right' | 'middle right', series: Series[]}} Spec */

const size = { width: 720, height: 460 };
const area = { left: 78, right: 682, top: 80, bottom: 402 };
const ink = '#1f2933';
const faint = '#d9dfe5';
/** Distinguishable with colour blindness. */
const colours = ['#0b6fb8', '#d1495b', '#2e8b57', '#8a5fbf', '#b8860b', '#e8710a'];

/** @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
/** @param {number} v */
const short = (v) => String(Number(v.toFixed(2)));

/** @param {number} v @param {number} [step] */
function tickText(v, step) {
  if (step) return v.toFixed(Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
  const power = Math.round(Math.log10(v));
  if (power >= -4 && power <= 4) return Number(v.toPrecision(1)).toLocaleString('en', { maximumFractionDigits: 4 });
  const mantissa = Math.round(v / 10 ** Math.floor(Math.log10(v)));
  const digits = String(Math.floor(Math.log10(v))).replaceAll('-', '⁻').replaceAll(/\d/g, (d) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(d)]);
  return `${mantissa === 1 ? '' : `${mantissa}·`}10${digits}`;
}

/** Ticks at round numbers around the values. @param {Axis} axis @param {number[]} values */
function scaleOf({ log, from, to }, values) {
  let least = from ?? values.reduce((a, b) => Math.min(a, b));
  let most = to ?? values.reduce((a, b) => Math.max(a, b));
  /** @type {{v: number, text: string}[]} */
  const ticks = [];
  if (log) {
    const [low, high] = [Math.floor(Math.log10(least) + 1e-9), Math.ceil(Math.log10(most) - 1e-9)];
    const few = high - low < 3;
    if (!few) [least, most] = [10 ** low, 10 ** high];
    else [least, most] = [least / 1.15, most * 1.15];
    const every = Math.ceil((high - low) / 7);
    for (let power = low; power <= high; power++) {
      for (const m of few ? [1, 2, 5] : [1]) {
        const v = m * 10 ** power;
        if ((power - low) % every === 0 && v >= least * 0.999 && v <= most * 1.001) ticks.push({ v, text: tickText(v) });
      }
    }
    const span = Math.log(most / least);
    return { ticks, position: (/** @type {number} */ v) => Math.log(Math.max(v, least) / least) / span };
  }
  const rough = (most - least) / 7;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = unit * (rough / unit > 5 ? 10 : rough / unit > 2 ? 5 : rough / unit > 1 ? 2 : 1);
  least = Math.floor(least / step + 1e-9) * step;
  most = Math.ceil(most / step - 1e-9) * step;
  for (let k = 0; least + k * step <= most + step / 2; k++) {
    const v = least + k * step;
    ticks.push({ v, text: step >= 1 ? Math.round(v).toLocaleString('en') : tickText(v, step) });
  }
  return { ticks, position: (/** @type {number} */ v) => (v - least) / (most - least) };
}

/** @param {string} text @param {number} most letters in a line */
function wrapped(text, most) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = `${lines[lines.length - 1]} ${word}`.trim();
    if (line.length <= most) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines;
}

/** @param {Spec} spec @returns {string} */
export function plot(spec) {
  const all = spec.series.flatMap(({ points }) => points);
  const x = scaleOf(spec.x, all.map(([v]) => v));
  const y = scaleOf(spec.y, all.map(([, v]) => v));
  const px = (/** @type {number} */ v) => area.left + x.position(v) * (area.right - area.left);
  const py = (/** @type {number} */ v) => area.bottom - y.position(v) * (area.bottom - area.top);
  const middle = (area.top + area.bottom) / 2;
  const out = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}"` +
      ' role="img" font-family="system-ui, -apple-system, \'Segoe UI\', \'DejaVu Sans\', sans-serif" font-size="14" ' + `fill="${ink}">`,
    `<title>${escaped(spec.title)}</title>`,
    `<desc>${escaped(spec.about)}</desc>`,
    `<metadata>${escaped(JSON.stringify(spec))}</metadata>`,
    `<rect width="${size.width}" height="${size.height}" rx="8" fill="#ffffff"/>`,
    `<text x="${area.left}" y="26" font-size="17" font-weight="600">${escaped(spec.title)}</text>`,
    ...wrapped(spec.about, 88).map((line, k) => `<text x="${area.left}" y="${47 + 17 * k}" font-size="13" fill="#52606d">${escaped(line)}</text>`),
  ];
  for (const { v, text } of x.ticks) {
    out.push(`<path d="M${short(px(v))} ${area.top}V${area.bottom}" stroke="${faint}"/>`);
    out.push(`<text x="${short(px(v))}" y="${area.bottom + 20}" text-anchor="middle">${text}</text>`);
  }
  for (const { v, text } of y.ticks) {
    out.push(`<path d="M${area.left} ${short(py(v))}H${area.right}" stroke="${faint}"/>`);
    out.push(`<text x="${area.left - 8}" y="${short(py(v) + 5)}" text-anchor="end">${text}</text>`);
  }
  out.push(`<path d="M${area.left} ${area.top}V${area.bottom}H${area.right}" fill="none" stroke="${ink}" stroke-width="1.2"/>`);
  out.push(`<text x="${(area.left + area.right) / 2}" y="${area.bottom + 44}" text-anchor="middle">${escaped(spec.x.label)}</text>`);
  out.push(`<text transform="translate(20 ${middle}) rotate(-90)" text-anchor="middle">${escaped(spec.y.label)}</text>`);

  let colour = 0;
  const painted = spec.series.map((series) => ({ ...series, colour: series.marks ? ink : colours[colour++ % colours.length] }));
  // Lines first, below the measured points.
  for (const { points, colour: stroke } of painted.filter(({ marks }) => !marks)) {
    const path = points.map(([a, b], k) => `${k ? 'L' : 'M'}${short(px(a))} ${short(py(b))}`).join('');
    out.push(`<path d="${path}" fill="none" stroke="${stroke}" stroke-width="2" stroke-linejoin="round"/>`);
    if (points.length < 12) out.push(points.map(([a, b]) => `<circle cx="${short(px(a))}" cy="${short(py(b))}" r="3.5" fill="${stroke}"/>`).join(''));
  }
  for (const { points } of painted.filter(({ marks }) => marks)) {
    out.push(points.map(([a, b]) => `<circle cx="${short(px(a))}" cy="${short(py(b))}" r="4" fill="#ffffff" stroke="${ink}" stroke-width="1.6"/>`).join(''));
  }
  const right = spec.legend?.endsWith('right');
  const high = 12 + 22 * painted.length;
  const over = spec.legend === 'middle right' ? middle - high / 2 : area.top + 8;
  const wide = 46 + 7.6 * Math.max(...painted.map(({ name }) => name.length));
  const at = right ? area.right - 10 - wide : area.left + 12;
  out.push(`<rect x="${short(at)}" y="${short(over)}" width="${short(wide)}" height="${high}" rx="4" fill="#ffffff" fill-opacity="0.9" stroke="${faint}"/>`);
  painted.forEach(({ name, marks, colour: stroke }, k) => {
    const line = short(over + 17 + 22 * k);
    out.push(marks
      ? `<circle cx="${short(at + 20)}" cy="${line}" r="4" fill="#ffffff" stroke="${ink}" stroke-width="1.6"/>`
      : `<path d="M${short(at + 8)} ${line}h24" stroke="${stroke}" stroke-width="2.4"/>`);
    out.push(`<text x="${short(at + 40)}" y="${short(over + 22 + 22 * k)}">${escaped(name)}</text>`);
  });
  out.push('</svg>');
  return `${out.join('\n')}\n`;
}

/** The data of a plot. @param {string} svg @returns {Spec} */
export function specOf(svg) {
  const [, text] = svg.match(/<metadata>(.*)<\/metadata>/) ?? [];
  return JSON.parse((text ?? 'null').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'));
}
