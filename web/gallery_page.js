// The gallery page around its tank: the list of scenes, the caption of the current one, and messages as toasts.

import { catalog } from './catalog.js';
import { tank } from './tank_from_url.js';
import { pictures } from './scenes/index.js';

/** Milliseconds. */
const toastTime = 7000;
const maxToasts = 5;
const find = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const address = (/** @type {string} */ scene) => `?scene=${encodeURIComponent(scene)}`;

/** @type {Map<string, HTMLAnchorElement>} */
const cards = new Map();
for (const { name, title, about } of catalog.scenes) {
  const picture = document.createElement('img');
  picture.alt = '';
  picture.width = picture.height = 64;
  picture.decoding = 'async';
  if (pictures.has(name)) picture.src = `scenes/${name}.webp`;
  const label = document.createElement('span');
  label.textContent = title;
  const card = document.createElement('a');
  card.href = address(name);
  card.title = about;
  card.append(picture, label);
  card.addEventListener('click', (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (tank.scene !== name) history.pushState(null, '', address(name));
    tank.scene = name;
    show(name);
  });
  cards.set(name, card);
  const item = document.createElement('li');
  item.append(card);
  find('gallery').append(item);
}

let shown = '';
/** @param {string} name */
function show(name) {
  const scene = catalog.scenes.find((entry) => entry.name === name);
  if (name === shown || !scene) return;
  cards.get(shown)?.removeAttribute('aria-current');
  const card = cards.get(name);
  card?.setAttribute('aria-current', 'page');
  card?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  shown = name;
  find('scene-title').textContent = scene.title;
  find('scene-about').textContent = scene.about;
  document.title = `${scene.title} · Slosh`;
}

/** @param {string} text */
function toast(text) {
  const box = document.createElement('p');
  box.textContent = text;
  const toasts = find('toasts');
  while (toasts.children.length >= maxToasts) toasts.firstElementChild?.remove();
  toasts.append(box);
  setTimeout(() => box.remove(), toastTime);
}

tank.addEventListener('message', (event) => toast(/** @type {CustomEvent} */ (event).detail.text));
tank.addEventListener('load', () => show(tank.scene));
// The panel changes the scene too.
tank.addEventListener('frame-stats', () => show(tank.scene));
addEventListener('popstate', () => {
  tank.scene = new URLSearchParams(location.search).get('scene') ?? catalog.scenes[0]?.name ?? '';
  show(tank.scene);
});
