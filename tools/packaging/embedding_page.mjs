// The tables of docs/embedding.md, from the declarations: node tools/packaging/embedding_page.mjs [--check]

import { readFileSync, writeFileSync } from 'node:fs';
import { events, methods, ownAttributes, parts, properties } from './declarations.mjs';

const path = 'docs/embedding.md';
/** @typedef {import('./declarations.mjs').Member} Member */
const cell = (/** @type {string} */ text) => text.replaceAll('|', '\\|');
/** @param {string} head @param {Member[]} members @param {(member: Member) => string} [show] */
const table = (head, members, show = ({ name }) => name) =>
  [`| ${head} | meaning |`, '|---|---|', ...members.map((member) => `| \`${cell(show(member))}\` | ${cell(member.doc)} |`)].join('\n');

/** The names of values, or the kind of value. @param {Member} member */
const withValues = ({ name, type }) => (type.includes("'") ? `${name}="${type.replaceAll("'", '')}"` : name);
/** @type {Record<string, string>} */
const tables = {
  attributes: table('attribute', ownAttributes, withValues),
  methods: table('member', [...methods.map((each) => ({ ...each, name: `${each.name}()` })), ...properties]),
  events: table('event', events, ({ name, type }) => (type === '{}' || type === 'ProgressEvent' ? name : `${name} ${type}`)),
  parts: table('part', parts),
};

const old = readFileSync(path, 'utf8');
const text = old.replace(/(<!-- generated: (\w+) -->\n)[^]*?(<!-- end -->)/g, (_, start, name, end) => `${start}${tables[name] ?? ''}\n${end}`);
if (process.argv[2] !== '--check') writeFileSync(path, text);
else if (text !== old) {
  console.error(`docs: ${path} is out of date: node tools/packaging/embedding_page.mjs`);
  process.exit(1);
} else console.log(`docs: ${path} is up to date`);
