// A plugin of esbuild, for the site and the package: minifies style sheets in the scripts of web/, which are text to
// the bundler.

import { readFileSync } from 'node:fs';
import { transform } from 'esbuild';

/** @type {import('esbuild').Plugin} */
export const minifiedStyles = {
  name: 'minified styles',
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/, namespace: 'file' }, async ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const [whole = '', css = ''] = /(?<=^const css = )`([^`$\\]*)`(?=;$)/m.exec(text) ?? [];
      if (!css) return null;
      const { code } = await transform(css, { loader: 'css', minify: true, charset: 'utf8' });
      return { contents: text.replace(whole, () => JSON.stringify(code.trim())) };
    });
  },
};
