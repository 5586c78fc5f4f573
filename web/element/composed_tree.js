// The composed tree: the page as it is drawn, with slots and shadow roots.

/** What contains an element there. @param {Element} element @returns {Element | null} */
export const parentOf = (element) => element.assignedSlot ?? element.parentElement ?? /** @type {any} */ (element.getRootNode()).host ?? null;
