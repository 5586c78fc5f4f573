// Types and manifest of the element, from the catalog (`slosh list --json`).

/**
 * @typedef {{key: string, type: string, unit: string, min: number | null, max: number | null, doc: string, choices: string[]}} Parameter
 * @typedef {{scenes: {name: string, title: string, about: string, parameters: Parameter[]}[]}} Catalog
 * @typedef {{name: string, type: string, doc: string}} Member
 */

/** What the element has beside the parameters. @type {Member[]} */
export const ownAttributes = [
  { name: 'controls', type: 'boolean', doc: 'Shows the panel.' },
  { name: 'paused', type: 'boolean', doc: 'The fluid stands still.' },
  { name: 'autoplay', type: 'boolean', doc: '"false": the tank waits for the reader.' },
  { name: 'loading', type: "'lazy' | 'eager'", doc: 'eager: loads also far from the viewport.' },
  { name: 'reveal', type: "'auto' | 'interaction' | 'manual'", doc: 'interaction: loads after a click; manual: after load() or play().' },
  { name: 'poster', type: 'string', doc: 'Address of an image that is shown before the first frame; empty: none.' },
  { name: 'alt', type: 'string', doc: 'The text for readers who do not see the fluid.' },
  { name: 'theme', type: "'auto' | 'light' | 'dark'", doc: 'Of floor, room and reflections.' },
  { name: 'touch-action', type: "'pan-y' | 'pan-x' | 'none' | 'auto' | 'manipulation'", doc: 'The swipes that scroll the page before the tank has the focus.' },
  { name: 'interaction-prompt', type: "'none' | 'auto'", doc: 'auto: a hand shows once that the tank can be dragged.' },
  { name: 'kiosk', type: 'boolean', doc: 'Left alone for 30 seconds, or as many as the attribute says, it plays with itself; nothing can be clicked.' },
  { name: 'sound', type: 'boolean', doc: 'The water is heard, after the first press or key of the reader.' },
  { name: 'environment', type: 'string', doc: 'Address of an image that water in 3D reflects.' },
  { name: 'eye', type: 'string', doc: '3D: where the reader looks from, `yaw pitch zoom` in degrees and times nearer; three more numbers move the centre.' },
  { name: 'drawing', type: 'string', doc: 'With `controls`: obstacles that were drawn with the tools `pen` and `erase`.' },
  { name: 'compare', type: 'string', doc: 'With `controls`: a second simulation with these settings beside the first, `key:value, ...`.' },
  { name: 'width', type: 'number', doc: 'CSS pixels, as on <img>.' },
  { name: 'height', type: 'number', doc: 'CSS pixels, as on <img>.' },
];

/** @type {Member[]} */
export const events = [
  { name: 'load', type: '{ scene: string, workers: number, threads: boolean, panel: boolean, renderer: string }', doc: 'The simulation has started.' },
  { name: 'progress', type: 'ProgressEvent', doc: 'Stages of loading, 1 to 4: worker, code, scene, first frame.' },
  { name: 'play', type: '{}', doc: 'The fluid moves.' },
  { name: 'pause', type: '{}', doc: 'The fluid stands still.' },
  { name: 'scene-change', type: '{ scene: string }', doc: 'Another scene is shown. Bubbles.' },
  { name: 'visibility', type: '{ visible: boolean }', doc: 'The tank is seen, or not: then it rests.' },
  { name: 'context-lost', type: '{}', doc: 'The browser took the graphics context away; it may return.' },
  { name: 'frame-stats', type: '{ fps: number, ms: number, steps: number, particles: number, bodies: number, kineticEnergy: number, device: string, adapter: string, stepMs: number, paused: boolean, hash: string }', doc: 'Twice a second. `device` is `cpu` or `gpu`, `stepMs` the time of a step on it.' },
  { name: 'message', type: "{ level: 'info' | 'warning' | 'error', text: string }", doc: 'A warning or a note.' },
  { name: 'error', type: "{ reason: string, type: 'unsupported' | 'start' | 'stopped' }", doc: 'The tank cannot run.' },
];

/** @type {Member[]} */
export const methods = [
  { name: 'play', type: '(): void', doc: 'Starts, and loads before if need be.' },
  { name: 'pause', type: '(): void', doc: 'The fluid stands still.' },
  { name: 'step', type: '(): void', doc: 'Advances by one step of 1/60 s; pauses.' },
  { name: 'reset', type: '(): void', doc: 'Restarts the scene, also after a failure.' },
  { name: 'load', type: '(): Promise<SloshTank>', doc: 'Loads now, whatever `reveal` and `loading` say; the promise is `ready`.' },
  { name: 'set', type: '(key: string, value: string | number | boolean): void', doc: 'Sets a parameter.' },
  { name: 'get', type: '(key: string): string | number | boolean | undefined', doc: 'The value of a parameter.' },
  { name: 'toBlob', type: '(options?: { scale?: number }): Promise<Blob>', doc: 'The picture as PNG, up to four times as large as on the screen.' },
  { name: 'record', type: '(options?: RecordOptions): Promise<Blob>', doc: 'A film of the next `seconds` (5), MP4 or WebM, on the colour of the page; `loop` lets its end pass into its start, `signal` ends it early, `progress` is called with 0 to 1.' },
  { name: 'saveState', type: '(): Promise<TankState>', doc: 'The state with the particles, the bodies and the tilt of gravity as bytes.' },
  { name: 'embedCode', type: "(kind?: 'element' | 'iframe'): string", doc: 'HTML that embeds a tank with this state.' },
  { name: 'toggleFullscreen', type: '(): Promise<void>', doc: 'The whole screen, and back.' },
];

/** @type {Member[]} */
export const properties = [
  { name: 'ready', type: 'Promise<SloshTank>', doc: 'Resolves when the first frame is drawn; rejected if the tank cannot run.' },
  { name: 'loaded', type: 'boolean', doc: 'The simulation has started.' },
  { name: 'failure', type: 'string', doc: 'The reason of a failure, or empty.' },
  { name: 'stats', type: "SloshEvents['frame-stats'] | null", doc: 'The latest figures.' },
  { name: 'canvas', type: 'HTMLCanvasElement | null', doc: 'The canvas, while there is a tank.' },
  { name: 'link', type: 'string', doc: 'The address of the lab with this state.' },
  { name: 'label', type: 'string', doc: 'The text for readers who do not see the fluid.' },
];

/** @type {Member[]} */
export const parts = [
  ['canvas', 'the picture'], ['stage', 'the box of the canvas'], ['poster', 'the box of the poster'], ['poster-image', 'its image'],
  ['progress', 'the bar of a slow load'], ['play', 'the button'], ['tilt', 'the button of the device orientation'], ['prompt', 'the hint that it can be dragged'], ['menu', 'the button of the menu'], ['menu-list', 'the menu'],
  ['buttons', 'the box of the buttons of tilt, menu and grip'], ['grip', 'the button by which one finger moves the container of a 3D scene'], ['settings', 'the native inputs, seen while one has the focus'], ['help', 'all keys and gestures'],
  ['legend', 'colours that mean values'], ['message', 'why nothing runs'],
].map(([name = '', doc = '']) => ({ name, type: '', doc }));

/** As in web/element/catalog_keys.js: names of HTML get a prefix. @param {string} key */
const attributeOf = (key) => (key === 'style' ? 'render-style' : key);
const camelCase = (/** @type {string} */ name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
const quoted = (/** @type {string[]} */ list) => list.map((each) => `'${each}'`).join(' | ');

/** Every parameter of any scene, with all its choices. @param {Catalog} catalog @returns {Parameter[]} */
function parametersOf({ scenes }) {
  /** @type {Map<string, Parameter>} */
  const all = new Map();
  for (const parameter of scenes.flatMap(({ parameters }) => parameters)) {
    const known = all.get(parameter.key);
    if (!known) all.set(parameter.key, { ...parameter, choices: [...parameter.choices] });
    else known.choices.push(...parameter.choices.filter((choice) => !known.choices.includes(choice)));
  }
  return [...all.values()];
}

/** @param {Parameter} parameter */
function typeOf({ type, choices }) {
  if (type === 'boolean') return 'boolean';
  if (type === 'number' || type === 'integer') return 'number';
  return choices.length ? quoted(choices) : 'string';
}

/** @param {Parameter} parameter */
const docOf = ({ doc, unit, min, max }) => `${doc}${unit ? ` In ${unit}.` : ''}${min !== null && max !== null ? ` From ${min} to ${max}.` : ''}`;

/** @param {Catalog} catalog @returns {Member[]} every attribute but `scene` */
const attributesOf = (catalog) => [
  ...ownAttributes,
  ...parametersOf(catalog).map((parameter) => ({ name: attributeOf(parameter.key), type: typeOf(parameter), doc: docOf(parameter) })),
];

/** index.d.ts. @param {Catalog} catalog */
export function typesOf(catalog) {
  const attributes = attributesOf(catalog);
  const comment = (/** @type {string} */ doc) => `/** ${doc.replaceAll('*/', '* /')} */`;
  const fields = attributes.map(({ name, type, doc }) => `  ${comment(doc)}\n  ${camelCase(name)}: ${type};`).join('\n');
  const markup = attributes.map(({ name, type, doc }) => `  ${comment(doc)}\n  '${name}'?: ${type === 'boolean' ? "boolean | ''" : type.includes("'") ? type : `${type} | string`};`).join('\n');
  return `// Generated from the declarations of the solvers.

export type SloshScene = ${quoted(catalog.scenes.map(({ name }) => name))};

/** The scene of a tank and the settings that are not the scene's own, by key. */
export interface TankState {
  scene: string;
  settings: Record<string, string | number | boolean>;
  /** Of saveState(). */
  particles?: Uint8Array;
}

export interface RecordOptions {
  /** Length of the film, 5 by default. */
  seconds?: number;
  /** The end passes into the start, so that it can repeat. */
  loop?: boolean;
  type?: 'video/mp4' | 'video/webm';
  signal?: AbortSignal;
  progress?: (progress: number) => void;
}

/** The element <slosh-tank>. */
export class SloshTank extends HTMLElement {
  /** The folder of worker and modules, if a bundler does not carry them along. */
  static set folder(address: string);
  /** The site with the lab and its pages, for the links and the code to embed, which are empty without it. */
  static set site(address: string);
  scene: SloshScene;
${fields}
${properties.map(({ name, type, doc }) => `  ${comment(doc)}\n  readonly ${name}: ${type};`).join('\n')}
  /** Setting it opens the scene with these settings. */
  state: TankState;
${methods.map(({ name, type, doc }) => `  ${comment(doc)}\n  ${name}${type};`).join('\n')}
  addEventListener<K extends keyof SloshTankEvents>(type: K, listener: (event: SloshTankEvents[K]) => void, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

/** The \`detail\` of each event. */
export interface SloshEvents {
${events.filter(({ type }) => type !== 'ProgressEvent').map(({ name, type, doc }) => `  ${comment(doc)}\n  '${name}': ${type};`).join('\n')}
}

/** The events by name. */
export type SloshTankEvents = { [Name in keyof SloshEvents]: CustomEvent<SloshEvents[Name]> } & { progress: ProgressEvent };

/** The tank's own attributes, for templates. */
export interface SloshTankAttributes {
  scene?: SloshScene;
${markup}
}

/** Listeners as attributes, \`onframe-stats\` with the prefix \`on\`. */
export type SloshTankListeners<Prefix extends string> = {
  [Name in keyof SloshTankEvents as \`\${Prefix}\${Name}\`]?: ((event: SloshTankEvents[Name]) => void) | null;
};

/** The attributes of all elements, and the tank's own in place of those of the same name. */
type With<Html, Own> = Omit<Html, keyof Own> & Own;
type Camel<Name extends string> = Name extends \`\${infer Head}-\${infer Tail}\` ? \`\${Head}\${Capitalize<Camel<Tail>>}\` : Name;
/** Vue looks attributes and listeners up in camel case: \`onFrameStats\`. */
type CamelKeys<Type> = { [Name in keyof Type as Camel<Name & string>]: Type[Name] };

declare global {
  interface HTMLElementTagNameMap {
    'slosh-tank': SloshTank;
  }
  namespace JSX {
    interface IntrinsicElements {
      'slosh-tank': SloshTankAttributes & SloshTankListeners<'on'> & { class?: string; className?: string; id?: string; title?: string; style?: any; ref?: any; key?: any; children?: any };
    }
  }
}
// @ts-ignore: only where React is installed
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      // @ts-ignore
      'slosh-tank': With<import('react').HTMLAttributes<SloshTank> & import('react').ClassAttributes<SloshTank>, SloshTankAttributes & SloshTankListeners<'on'>>;
    }
  }
}
// @ts-ignore: only where Vue is installed
declare module 'vue' {
  interface GlobalComponents {
    // @ts-ignore
    'slosh-tank': new () => SloshTank & { $props: With<import('vue').HTMLAttributes & import('vue').PublicProps, CamelKeys<SloshTankAttributes & SloshTankListeners<'on-'>>> };
  }
}
// @ts-ignore: only where Svelte is installed
declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    // @ts-ignore
    'slosh-tank': With<import('svelte/elements').HTMLAttributes<SloshTank>, SloshTankAttributes & SloshTankListeners<'on' | 'on:'>>;
  }
}
`;
}

/** custom-elements.json, for editors. @param {Catalog} catalog @param {string} version */
export const elementsManifest = (catalog, version) => ({
  schemaVersion: '1.0.0',
  readme: 'README.md',
  modules: [
    {
      kind: 'javascript-module',
      path: 'index.js',
      declarations: [
        {
          kind: 'class',
          customElement: true,
          name: 'SloshTank',
          tagName: 'slosh-tank',
          superclass: { name: 'HTMLElement' },
          summary: `A tank of fluid (${version})`,
          attributes: [
            { name: 'scene', type: { text: quoted(catalog.scenes.map(({ name }) => name)) }, description: 'The scene.' },
            ...attributesOf(catalog).map(({ name, type, doc }) => ({ name, type: { text: type }, description: doc, fieldName: camelCase(name) })),
          ],
          members: [
            ...methods.map(({ name, doc }) => ({ kind: 'method', name, description: doc })),
            ...properties.map(({ name, type, doc }) => ({ kind: 'field', name, type: { text: type }, description: doc, readonly: true })),
          ],
          events: events.map(({ name, type, doc }) => ({ name, type: { text: type === 'ProgressEvent' ? type : 'CustomEvent' }, description: doc })),
          slots: [{ name: '', description: 'Shown where the fluid cannot run.' }, { name: 'poster', description: 'Shown before the first frame.' }, { name: 'play', description: 'In the play button.' }, { name: 'caption', description: 'At the lower edge.' }],
          cssParts: parts.map(({ name, doc }) => ({ name, description: doc })),
          cssProperties: ['--slosh-colour-1', '--slosh-colour-2', '--slosh-colour-3', '--slosh-colour-4', '--slosh-container', '--slosh-background'].map((name) => ({ name })),
        },
      ],
      exports: [
        { kind: 'js', name: 'SloshTank', declaration: { name: 'SloshTank' } },
        { kind: 'custom-element-definition', name: 'slosh-tank', declaration: { name: 'SloshTank' } },
      ],
    },
  ],
});
