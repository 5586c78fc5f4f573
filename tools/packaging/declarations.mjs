// Types and manifest of the element, from the catalog (`slosh list --json`).

/**
 * @typedef {{key: string, type: string, unit: string, min: number | null, max: number | null, doc: string, choices: string[]}} Parameter
 * @typedef {{scenes: {name: string, title: string, about: string, parameters: Parameter[]}[]}} Catalog
 * @typedef {{name: string, type: string, doc: string}} Member
 */

/** What the element has beside the parameters. @type {Member[]} */
const ownAttributes = [
  { name: 'controls', type: 'boolean', doc: 'Shows the panel.' },
  { name: 'paused', type: 'boolean', doc: 'The fluid stands still.' },
  { name: 'autoplay', type: 'boolean', doc: '"false": the tank waits for the reader.' },
  { name: 'loading', type: "'lazy' | 'eager'", doc: 'eager: loads also far from the viewport.' },
  { name: 'reveal', type: "'auto' | 'interaction' | 'manual'", doc: 'interaction: loads after a click; manual: after load() or play().' },
  { name: 'poster', type: 'string', doc: 'Address of an image that is shown before the first frame; empty: none.' },
  { name: 'alt', type: 'string', doc: 'The text for readers who do not see the fluid.' },
  { name: 'theme', type: "'auto' | 'light' | 'dark'", doc: 'Of floor, room and reflections.' },
  { name: 'touch-action', type: "'pan-y' | 'pan-x' | 'none' | 'auto' | 'manipulation'", doc: 'The swipes that scroll the page before the tank has the focus.' },
  { name: 'environment', type: 'string', doc: 'Address of an image that water in 3D reflects.' },
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
  { name: 'frame-stats', type: '{ fps: number, ms: number, steps: number, particles: number, bodies: number, kineticEnergy: number, paused: boolean, hash: string }', doc: 'Twice a second.' },
  { name: 'message', type: "{ level: 'info' | 'warning' | 'error', text: string }", doc: 'A warning or a note.' },
  { name: 'error', type: "{ reason: string, type: 'unsupported' | 'start' | 'stopped' }", doc: 'The tank cannot run.' },
];

const parts = ['canvas', 'stage', 'poster', 'poster-image', 'progress', 'play', 'tilt', 'legend', 'message'];

/** As in web/catalog_keys.js: names of HTML get a prefix. @param {string} key */
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
  const properties = attributes.map(({ name, type, doc }) => `  ${comment(doc)}\n  ${camelCase(name)}: ${type};`).join('\n');
  const markup = attributes.map(({ name, type, doc }) => `  ${comment(doc)}\n  '${name}'?: ${type === 'boolean' ? "boolean | ''" : type.includes("'") ? type : `${type} | string`};`).join('\n');
  return `// Generated from the declarations of the solvers.

export type SloshScene = ${quoted(catalog.scenes.map(({ name }) => name))};

/** The scene of a tank and the settings that are not the scene's own, by key. */
export interface TankState {
  scene: string;
  settings: Record<string, string | number | boolean>;
}

export interface RecordOptions {
  /** Length of the film, 5 by default. */
  seconds?: number;
  type?: 'video/mp4' | 'video/webm';
  signal?: AbortSignal;
  progress?: (progress: number) => void;
}

/** The element <slosh-tank>. */
export class SloshTank extends HTMLElement {
  /** The folder of worker and modules, if a bundler does not carry them along. */
  static set folder(address: string);
  scene: SloshScene;
${properties}
  /** Resolves when the first frame is drawn; rejected if the tank cannot run. */
  readonly ready: Promise<SloshTank>;
  readonly loaded: boolean;
  /** The reason of a failure, or ''. */
  readonly failure: string;
  readonly stats: SloshEvents['frame-stats'] | null;
  readonly canvas: HTMLCanvasElement | null;
  readonly link: string;
  readonly label: string;
  state: TankState;
  play(): void;
  pause(): void;
  step(): void;
  reset(): void;
  load(): Promise<SloshTank>;
  set(key: string, value: string | number | boolean): void;
  get(key: string): string | number | boolean | undefined;
  toBlob(options?: { scale?: number }): Promise<Blob>;
  record(options?: RecordOptions): Promise<Blob>;
  embedCode(kind?: 'element' | 'iframe'): string;
  toggleFullscreen(): Promise<void>;
  addEventListener<K extends keyof SloshEvents>(type: K, listener: (event: CustomEvent<SloshEvents[K]>) => void, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

/** The \`detail\` of each event. */
export interface SloshEvents {
${events.filter(({ type }) => type !== 'ProgressEvent').map(({ name, type, doc }) => `  ${comment(doc)}\n  '${name}': ${type};`).join('\n')}
}

/** Attributes, for templates. */
export interface SloshTankAttributes {
  scene?: SloshScene;
${markup}
  class?: string;
  className?: string;
  id?: string;
  style?: unknown;
  ref?: unknown;
  key?: unknown;
  children?: unknown;
}

declare global {
  interface HTMLElementTagNameMap {
    'slosh-tank': SloshTank;
  }
  namespace JSX {
    interface IntrinsicElements {
      'slosh-tank': SloshTankAttributes;
    }
  }
}
// @ts-ignore: only where React is installed
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'slosh-tank': SloshTankAttributes;
    }
  }
}
// @ts-ignore: only where Vue is installed
declare module 'vue' {
  interface GlobalComponents {
    'slosh-tank': new () => { $props: SloshTankAttributes };
  }
}
// @ts-ignore: only where Svelte is installed
declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'slosh-tank': SloshTankAttributes;
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
          members: ['play', 'pause', 'step', 'reset', 'load', 'set', 'get', 'toBlob', 'record', 'embedCode', 'toggleFullscreen'].map((name) => ({ kind: 'method', name })),
          events: events.map(({ name, type, doc }) => ({ name, type: { text: type === 'ProgressEvent' ? type : 'CustomEvent' }, description: doc })),
          slots: [{ name: '', description: 'Shown where the fluid cannot run.' }, { name: 'poster', description: 'Shown before the first frame.' }],
          cssParts: parts.map((name) => ({ name })),
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
