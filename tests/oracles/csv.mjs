/**
 * Particle tables as CSV: header `x,y[,z][,vx,vy[,vz]][,kind]`, one row a particle in id order,
 * nine significant digits, so that every 32-bit float round-trips exactly.
 */

/** @typedef {Record<string, ArrayLike<number>>} Table columns by name, all of one length */

/**
 * The names of the columns of a table, in the order of the file.
 * @param {(name: string) => boolean} has
 */
function columnsOf(has) {
  const axes = has('z') ? ['x', 'y', 'z'] : ['x', 'y'];
  const velocity = has('vx') ? axes.map((axis) => 'v' + axis) : [];
  return [...axes, ...velocity, ...(has('kind') ? ['kind'] : [])];
}

/**
 * @param {string} text
 * @returns {Record<string, Float64Array>}
 */
export function parseCsv(text) {
  const lines = text.split(/\r?\n/);
  while (lines.length && lines[lines.length - 1].trim() === '') lines.pop();
  const header = (lines[0] ?? '').trim();
  const names = header.split(',');
  const expected = columnsOf((name) => names.includes(name)).join(',');
  if (header !== expected) {
    throw new Error(`header '${header}': expected x,y[,z][,vx,vy[,vz]][,kind]`);
  }
  const columns = names.map(() => new Float64Array(lines.length - 1));
  for (let row = 1; row < lines.length; row++) {
    const cells = lines[row].split(',');
    if (cells.length !== names.length) {
      throw new Error(`line ${row + 1}: ${cells.length} values, expected ${names.length}`);
    }
    for (let c = 0; c < cells.length; c++) {
      const value = cells[c].trim() === '' ? NaN : Number(cells[c]);
      if (!Number.isFinite(value)) {
        throw new Error(`line ${row + 1}: '${cells[c]}' is not a finite number`);
      }
      columns[c][row - 1] = value;
    }
  }
  return Object.fromEntries(names.map((name, c) => [name, columns[c]]));
}

/**
 * @param {Table} table
 * @returns {string}
 */
export function formatCsv(table) {
  const names = columnsOf((name) => name in table);
  const columns = names.map((name) => table[name]);
  const lines = [names.join(',')];
  for (let row = 0; row < columns[0].length; row++) {
    lines.push(columns.map((column) => String(Number(column[row].toPrecision(9)))).join(','));
  }
  return lines.join('\n') + '\n';
}

/** @param {string} path */
export async function readCsv(path) {
  const { readFileSync } = await import('node:fs');
  return parseCsv(readFileSync(path, 'utf8'));
}

/**
 * @param {string} path
 * @param {Table} table
 */
export async function writeCsv(path, table) {
  const { writeFileSync } = await import('node:fs');
  writeFileSync(path, formatCsv(table));
}
