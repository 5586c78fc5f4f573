// The overlay with all keys and gestures: opened by the key ? and by the menu. Loaded then.

import { addStyle } from './added_style.js';
import { is3d } from '../element/catalog_keys.js';
import { addTexts, textFor } from '../element/text_for.js';

const css = `
[part='help'] {
  max-width: min(34em, calc(100vw - 32px));
  padding: 20px 24px;
  border: 0;
  border-radius: 12px;
  background: rgb(24 27 50);
  color: #e2e7f6;
  font: 400 15px/1.5 system-ui, sans-serif;
}
[part='help']::backdrop { background: rgb(10 10 24 / 50%); }
[part='help'] h2 { margin: 0 0 10px; font-size: 18px; }
[part='help'] h2:focus { outline: none; }
[part='help'] dl { display: grid; grid-template-columns: auto 1fr; gap: 5px 16px; margin: 0 0 16px; }
[part='help'] dt { font-weight: 600; }
[part='help'] dd { margin: 0; }
[part='help'] button { min-height: 36px; padding: 4px 18px; border: 0; border-radius: 6px; background: #2d6fc4; color: #fff; font: inherit; cursor: pointer; }
[part='help'] button:focus-visible { outline: 2px solid #fff; outline-offset: 2px; }
`;

/** What is done, and how: in 2D, in 3D, with the panel. `|` separates the two. */
const english = {
  helpTitle: 'Keys and gestures', helpClose: 'Close',
  help2d: ['Drag|move the container', 'Right button, second finger|stir the fluid', 'Click, when paused|look at a particle'],
  help3d: ['Drag, one finger|look around', 'Shift and drag, two fingers|move the container', 'Wheel, pinch|nearer or farther', 'Double click|the first view', '1 to 8|the images behind the picture'],
  helpKeys: ['Space|pause and go on', '.|one step', 'R|begin again', 'Arrows|tilt gravity', 'B|drop a body', 'P|pour', '?|this list'],
  helpPanel: ['H|show or hide the panel', 'Pen, eraser of the panel|draw obstacles, rub out these or fluid',
    'Ctrl Z, Ctrl Shift Z|take back a setting or a stroke, make it again', 'Double click on a slider|type a value', 'Right click on a slider|the scene\u2019s own value'],
};
/** @type {typeof english} */
const german = {
  helpTitle: 'Tasten und Gesten', helpClose: 'Schließen',
  help2d: ['Ziehen|das Gefäß bewegen', 'Rechte Taste, zweiter Finger|die Flüssigkeit rühren', 'Klick bei Pause|ein Teilchen ansehen'],
  help3d: ['Ziehen, ein Finger|sich umsehen', 'Umschalt und Ziehen, zwei Finger|das Gefäß bewegen', 'Rad, zwei Finger spreizen|näher oder weiter', 'Doppelklick|die erste Ansicht', '1 bis 8|die Bilder hinter dem Bild'],
  helpKeys: ['Leertaste|anhalten und weiter', '.|ein Schritt', 'R|neu beginnen', 'Pfeile|die Schwerkraft neigen', 'B|einen Körper fallen lassen', 'P|gießen', '?|diese Liste'],
  helpPanel: ['H|das Bedienfeld zeigen oder verbergen', 'Stift, Radierer des Bedienfelds|Hindernisse zeichnen, sie oder Flüssigkeit ausradieren',
    'Strg Z, Strg Umschalt Z|eine Einstellung oder einen Strich zurücknehmen, wiederholen', 'Doppelklick auf einen Regler|einen Wert eintippen', 'Rechtsklick auf einen Regler|der eigene Wert der Szene'],
};
const flat = (/** @type {typeof english} */ words) => Object.fromEntries(Object.entries(words).map(([name, value]) => [name, Array.isArray(value) ? value.join('\n') : value]));

/** @param {import('../slosh.js').SloshTank} tank */
export function showHelp(tank) {
  const root = tank.shadowRoot;
  if (!root || root.querySelector('[part=help]')) return;
  addTexts(tank, { en: flat(english), de: flat(german) });
  const dialog = document.createElement('dialog');
  dialog.setAttribute('part', 'help');
  const title = Object.assign(document.createElement('h2'), { textContent: textFor(tank, 'helpTitle'), id: 'help-title', tabIndex: -1, autofocus: true });
  dialog.setAttribute('aria-labelledby', title.id);
  const list = document.createElement('dl');
  for (const part of [is3d(tank.scene) ? 'help3d' : 'help2d', 'helpKeys', ...(tank.controls ? ['helpPanel'] : [])])
    for (const line of textFor(tank, part).split('\n')) {
      const [how = '', what = ''] = line.split('|');
      list.append(Object.assign(document.createElement('dt'), { textContent: how }), Object.assign(document.createElement('dd'), { textContent: what }));
    }
  const close = Object.assign(document.createElement('button'), { type: 'button', textContent: textFor(tank, 'helpClose') });
  close.addEventListener('click', () => dialog.close());
  dialog.append(title, list, close);
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close(); // beside it
  });
  dialog.addEventListener('close', () => {
    root.removeEventListener('leave', leave);
    dialog.remove();
    tank.focus({ preventScroll: true });
  });
  const leave = () => dialog.close();
  root.addEventListener('leave', leave);
  // Keys of the dialog are not those of the tank.
  dialog.addEventListener('keydown', (event) => event.stopPropagation());
  root.append(dialog);
  addStyle(dialog, css);
  dialog.showModal();
}
