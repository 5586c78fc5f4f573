// The theme by choice: as the system, light or dark. A classic script after the style sheets, so that the page is never drawn in
// another theme first. The rules of the style sheets for dark systems then apply always or never.

import { withStorage } from '../element/storage.js';

const stored = 'slosh: theme';
const themes = ['auto', 'light', 'dark'];
const dark = '(prefers-color-scheme: dark)';
const media = { auto: dark, light: 'not all', dark: 'all' };
const rules = [...document.styleSheets]
  .flatMap((sheet) => [...sheet.cssRules])
  .flatMap((rule) => (rule instanceof CSSMediaRule && rule.media.mediaText === dark ? [rule] : []));

const given = String(withStorage((storage) => storage.getItem(stored)));
let theme = /** @type {keyof typeof media} */ (themes.includes(given) ? given : 'auto');
const apply = () => {
  document.documentElement.style.colorScheme = theme === 'auto' ? '' : theme;
  for (const rule of rules) rule.media.mediaText = media[theme];
  const button = document.getElementById('theme');
  const name = `Theme: ${theme === 'auto' ? 'as the system' : theme}`;
  button?.setAttribute('aria-label', name);
  button?.setAttribute('title', name);
  button?.setAttribute('data-theme', theme);
};
apply();
addEventListener('DOMContentLoaded', () => {
  apply();
  document.getElementById('theme')?.addEventListener('click', () => {
    theme = /** @type {keyof typeof media} */ (themes[(themes.indexOf(theme) + 1) % themes.length]);
    withStorage((storage) => storage.setItem(stored, theme));
    apply();
  });
});
