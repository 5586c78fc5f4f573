// German names of quantities and of cell types, by those of the module: in legends, and in the panel.

export const quantitiesInGerman = {
  speed: 'Geschwindigkeit', density: 'Dichte', pressure: 'Druck', vorticity: 'Wirbelstärke', neighbours: 'Nachbarn', smoothing: 'Glättungslänge', 'sub-step': 'Teilschritt', body: 'Körper',
  'particles per cell': 'Teilchen je Zelle', 'particles per column': 'Teilchen je Säule', depth: 'Tiefe', 'smooth-depth': 'geglättete Tiefe', thickness: 'Dicke', normals: 'Normalen', shadow: 'Schatten', behind: 'dahinter', foam: 'Schaum',
  'cell type': 'Zelltyp', solid: 'fest', fluid: 'flüssig', air: 'Luft', 'velocity-x': 'Geschwindigkeit x', 'velocity-y': 'Geschwindigkeit y', 'velocity-z': 'Geschwindigkeit z', divergence: 'Divergenz',
  'divergence-before': 'Divergenz davor', residual: 'Residuum', preconditioned: 'vorkonditioniert', search: 'Suchrichtung', applied: 'Matrix mal Richtung',
};
