// The build writes catalog.js from the declarations in C++; these are its types. Every page loads it, so it has only the
// data that pages need; `slosh list --json` prints all data.

export interface CatalogKey {
  key: string;
  type: 'number' | 'integer' | 'boolean' | 'choice' | 'colours' | 'text';
  default: number | boolean | string;
}

export interface CatalogScene {
  name: string;
  title: string;
  about: string;
  dimensions: number;
  /** of solvers: the name of the module without panel that contains the scene */
  family: string;
  /** at the start */
  particles: number;
}

export const catalog: {
  scenes: CatalogScene[];
  styles: { name: string }[];
  keys: CatalogKey[];
};
