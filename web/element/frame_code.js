// The line of HTML that embeds a page of the site.

export const escapedHtml = (/** @type {unknown} */ text) => String(text).replace(/[&<"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** @param {string} address @param {{width: number, height: number, title: string}} look CSS pixels */
export const frameOf = (address, { width, height, title }) =>
  `<iframe src="${escapedHtml(address)}" title="${escapedHtml(title)}" width="${width}" height="${height}" style="border: 0" loading="lazy" allow="fullscreen; clipboard-write"></iframe>`;

/** Adds to the settings of a tank what an embed of them needs: the module with the panel for what is drawn or compared. @param {URLSearchParams} settings */
export function addNeeds(settings) {
  if (settings.get('drawing') || settings.get('compare')) settings.set('controls', '');
}
