// Whether the page behind an element is dark: water mirrors and refracts a room that fits the page.

/** @param {string} colour computed @returns {[number, number]} relative luminance 0 to 1, and opacity */
function luminanceOf(colour) {
  const [r = 0, g = 0, b = 0, a = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  const scale = colour.startsWith('rgb') ? 255 : 1; // color(srgb ...) has values of 0 to 1
  return [(0.2126 * r + 0.7152 * g + 0.0722 * b) / scale, a];
}

/** The nearest opaque background decides; without one the page's colour scheme. @param {Element} element */
export function isPageDark(element) {
  for (let at = /** @type {Element | null} */ (element); at; at = at.assignedSlot ?? at.parentElement ?? /** @type {any} */ (at.getRootNode()).host ?? null) {
    const [luminance, opacity] = luminanceOf(getComputedStyle(at).backgroundColor);
    if (opacity > 0.5) return luminance < 0.35;
  }
  const scheme = getComputedStyle(element).colorScheme;
  return scheme.includes('dark') && (!scheme.includes('light') || matchMedia('(prefers-color-scheme: dark)').matches);
}
