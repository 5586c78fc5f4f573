// Checks that every text of the panel has its German form, and the table no other: node tools/panel_texts.mjs DESCRIBE
// DESCRIBE is the program `describe`, which lists the texts of scenes and parameters. The panel's own are those that its code
// passes to translated() or marked(), and those of messages that it shows, which take a Wording. Prints one line per fault; the
// exit status is 1 with faults.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { german } from '../web/controls/panel_texts_de.js';

const source = fileURLToPath(new URL('../src', import.meta.url));
const sources = readdirSync(source, { recursive: true }).map(String).filter((name) => /\.(cpp|h)$/.test(name));

/** Adjacent literals of C++ as one text. @param {string} literals */
const joined = (literals) => JSON.parse(literals.trim().replace(/"\s+"/g, ''));
/** The literals that follow a name and a bracket. @param {string} name pattern @param {RegExp} files @returns {string[]} */
const literalsAfter = (name, files) =>
  sources.filter((file) => files.test(file)).flatMap((file) =>
    [...readFileSync(join(source, file), 'utf8').matchAll(new RegExp(`\\b(?:${name})\\(\\s*((?:"(?:[^"\\\\]|\\\\.)*"\\s*)+)`, 'g'))].map(([, literals = '']) => joined(literals)));

const own = literalsAfter('translated|marked', /^app\/panel\//);
const messages = literalsAfter('wording\\.text', /./);
const phases = literalsAfter('scope', /./);
/** Of the legends: src/app/legend/legend.cpp, src/grid. */
const legends = ['particles per cell', 'particles per column', 'cell type', 'solid', 'fluid', 'air'];
const patterns = ['cells', 'chase', 'chains'];
const declared = JSON.parse(execFileSync(process.argv[2] ?? '', ['texts'], { encoding: 'utf8' }));
const needed = new Set([...own, ...messages, ...phases, ...legends, ...patterns, ...declared]);

/** The places of a text, in order. @param {string} text */
const places = (text) => (text.match(/\{\}/g) ?? []).length;
const faults = [
  ...[...needed].filter((text) => !(text in german)).map((text) => `no German text for "${text}"`),
  ...Object.keys(german).filter((text) => !needed.has(text)).map((text) => `the panel does not show "${text}"`),
  ...Object.entries(german).filter(([english, text]) => places(english) !== places(text)).map(([english]) => `other places {} in "${english}"`),
];
for (const fault of faults) console.log(`panel texts: ${fault}`);
if (own.length < 50 || declared.length < 300) faults.push('too few texts were found');
console.log(faults.length ? `panel texts: ${faults.length} faults` : `panel texts: ${needed.size} texts, all in German`);
process.exit(faults.length ? 1 : 0);
