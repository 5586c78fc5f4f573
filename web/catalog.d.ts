// The build writes catalog.js from the declarations in C++; this is its shape.

export interface CatalogKey {
  key: string;
  type: 'number' | 'integer' | 'boolean' | 'choice';
  min: number | null;
  max: number | null;
  unit: string;
  doc: string;
  default: number | boolean | string;
  choices: string[];
}

export interface CatalogEntry {
  name: string;
  title: string;
  about: string;
}

export interface CatalogScene extends CatalogEntry {
  dimensions: number;
}

export const catalog: {
  scenes: CatalogScene[];
  styles: CatalogEntry[];
  keys: CatalogKey[];
};
