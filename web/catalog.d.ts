// The build writes catalog.js from the declarations in C++; this is its shape. Every page loads it, so it has no more
// than the pages need: all there is to know is in `slosh list --json`.

export interface CatalogKey {
  key: string;
  type: 'number' | 'integer' | 'boolean' | 'choice' | 'text';
  default: number | boolean | string;
}

export interface CatalogScene {
  name: string;
  title: string;
  about: string;
  dimensions: number;
  /** of solvers: the module without panel that plays it */
  family: string;
}

export const catalog: {
  scenes: CatalogScene[];
  styles: { name: string }[];
  keys: CatalogKey[];
};
