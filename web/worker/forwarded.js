// The messages of the element that are calls of the module, and no more.

/** @type {Record<string, (message: any, app: import('./module_app.js').ModuleApp) => void>} */
export const forwarded = {
  wheel: ({ dx, dy }, app) => app.call('wheel', dx, dy),
  key: ({ code, down, modifiers }, app) => app.key(code, down, modifiers),
  character: ({ codepoint }, app) => app.call('character', codepoint),
  focus: ({ focused }, app) => app.call('focus', Number(focused)),
  'device-gravity': ({ down }, app) => app.call('device_gravity', ...down),
  'page-colours': ({ kinds, container }, app) => app.pageColours(kinds, container),
  'author-settings': ({ pairs }, app) => app.authorSettings(pairs),
  'panel-texts': ({ pairs }, app) => app.panelTexts(pairs),
  restore: ({ numbers }, app) => app.restore(numbers),
};
