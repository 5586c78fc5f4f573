// The gallery page around its tank: the list of scenes, the caption of the current one, and messages as toasts.

import { catalog } from '../element/catalog.js';
import { isOfTank, tank } from './tank_from_url.js';
import { pictures } from '../scenes/index.js';

// A kiosk has nothing around its tank.
if (new URLSearchParams(location.search).has('kiosk')) location.replace(`embed.html${location.search}`);

/** Milliseconds. */
const toastTime = 7000;
const maxToasts = 5;
const find = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const address = (/** @type {string} */ scene) => `?scene=${encodeURIComponent(scene)}`;

/** The scenes by what one sees; a scene that is in no group is in the last one. @type {[string, string[]][]} */
const groups = [
  ['Blobs', ['blobs', 'blobs-20k', 'honey', 'jelly', 'dam-break-blobs']],
  ['3D water', ['tank-3d', 'flip-ball', 'flip-double-splash', 'flip-dam-break', 'flip-block', 'flip-round-tank', 'flip-wave-machine', 'dam-break-3d', 'drop-3d']],
  ['Water', ['dam-break', 'dam-break-pcisph', 'fountain', 'waterfall', 'drop']],
  ['Mixtures', ['oil-and-water', 'honey-and-water']],
  ['Bodies', ['boats', 'flip-obstacles']],
  ['Life', ['microbes', 'curl-disc']],
];
const grouped = groups.flatMap(([, names]) => names);
groups.at(-1)?.[1].push(...catalog.scenes.map(({ name }) => name).filter((name) => !grouped.includes(name)));

/** @type {Map<string, HTMLAnchorElement>} */
const cards = new Map();
/** @param {HTMLElement} list @param {string} name of a scene */
function addCard(list, name) {
  const { title = name, about = '', dimensions = 2 } = catalog.scenes.find((scene) => scene.name === name) ?? {};
  const picture = document.createElement('img');
  picture.alt = '';
  picture.width = picture.height = 64;
  picture.decoding = 'async';
  if (pictures.has(name)) picture.src = `scenes/${name}.webp`;
  if (dimensions === 3) picture.style.setProperty('--dark', `url(scenes/${name}-dark.webp)`);
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
    tank.state = { scene: name, settings: {} };
    show(name);
  });
  cards.set(name, card);
  const item = document.createElement('li');
  item.append(card);
  list.append(item);
}
for (const [title, names] of groups) {
  const heading = Object.assign(document.createElement('h2'), { textContent: title, id: `group-${title.replace(/\W/g, '-')}` });
  const list = document.createElement('ul');
  list.setAttribute('aria-labelledby', heading.id);
  for (const name of names) addCard(list, name);
  const group = Object.assign(document.createElement('li'), { className: 'group' });
  group.append(heading, list);
  find('gallery').append(group);
}

// Where the list goes on, it fades out, and an arrow goes there.
const nav = find('scenes');
const arrows = /** @type {HTMLButtonElement[]} */ ([find('scenes-before'), find('scenes-after')]);
function showMore() {
  const isRow = nav.scrollWidth > nav.clientWidth + 1;
  const at = Math.abs(isRow ? nav.scrollLeft : nav.scrollTop);
  const end = isRow ? nav.scrollWidth - nav.clientWidth : nav.scrollHeight - nav.clientHeight;
  [at > 4, at < end - 4].forEach((more, i) => {
    nav.classList.toggle(i ? 'after' : 'before', more);
    const arrow = arrows[i];
    if (arrow) arrow.disabled = !more;
  });
}
nav.addEventListener('scroll', showMore, { passive: true });
new ResizeObserver(showMore).observe(nav);
arrows.forEach((arrow, i) => arrow.addEventListener('click', () => nav.scrollBy({ top: (i ? 0.8 : -0.8) * nav.clientHeight, behavior: 'smooth' })));

let shown = '';
/** @param {string} name */
function show(name) {
  const scene = catalog.scenes.find((entry) => entry.name === name);
  if (name === shown || !scene) return;
  cards.get(shown)?.removeAttribute('aria-current');
  const card = cards.get(name);
  card?.setAttribute('aria-current', 'page');
  const { scrollX, scrollY } = window;
  card?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  scrollTo(scrollX, scrollY); // the list alone moves
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

// The address has all settings that differ from the scene's, so that it can be shared, reloaded and returned to.
const fixed = new Map((document.getElementById('tank')?.dataset.tank ?? '').split(' ').map((attribute) => /** @type {[string, string]} */ (attribute.split('='))));
function currentSearch() {
  const { scene, settings } = tank.state;
  const others = [...new URLSearchParams(location.search)].filter(([key]) => !isOfTank(key));
  const own = Object.entries(settings).filter(([key, value]) => fixed.get(key) !== String(value));
  return `?${new URLSearchParams([['scene', scene], ...own.map(([key, value]) => [key, String(value)]), ...others])}`;
}
tank.addEventListener('frame-stats', () => {
  const search = currentSearch();
  if (shown === tank.scene && search !== location.search) history.replaceState(null, '', search);
});
tank.addEventListener('scene-change', () => {
  if (new URLSearchParams(location.search).get('scene') !== tank.scene) history.pushState(null, '', address(tank.scene));
});
addEventListener('popstate', () => {
  const { scene = catalog.scenes[0]?.name ?? '', ...settings } = Object.fromEntries([...new URLSearchParams(location.search)].filter(([key]) => isOfTank(key)));
  tank.state = { scene, settings };
  show(scene);
});
document.querySelector('.skip')?.addEventListener('click', (event) => {
  event.preventDefault();
  tank.focus();
});
