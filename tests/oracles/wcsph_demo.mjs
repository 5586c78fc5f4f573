/** The constants of the demo as parameters of the reference, and as settings of the solver. */

import { asSettings } from './comparing.mjs';

/**
 * A dam break twenty times slower than water: all speeds are divided by 20, all accelerations by 400. So a display step
 * is one step of the demo, and the solver takes no sub-steps. The springs are stiff enough
 * to carry the column. On softer springs it would lie on the walls themselves, and for a particle in a corner at equal
 * distance from both walls rounding would decide which wall repels it.
 */
export const slow = {
  soundSpeed: 12 / 20, gravityY: -9.81 / 400, viscosity: 5e-3 / 20, wallStiffness: 2e5 / 400, wallDamping: 2, substeps: 1,
  tension: 1, artificialViscosity: 0, bulkViscosity: 0,
};

/** As arguments of `slosh run dam-break`, with the options of the demo. @param {typeof slow} parameters */
export const settingsOf = ({ soundSpeed, gravityY, viscosity, wallStiffness, wallDamping, substeps, tension, artificialViscosity, bulkViscosity }) =>
  asSettings({
    search: 'hash', 'equation-of-state': 'linear', walls: 'spring', integrator: 'leapfrog', 'no-slip': 0,
    'sound-speed': soundSpeed, 'gravity-y': gravityY, viscosity, 'wall-stiffness': wallStiffness, 'wall-damping': wallDamping, substeps,
    'negative-pressure': Boolean(tension), 'artificial-viscosity': artificialViscosity, 'bulk-viscosity': bulkViscosity,
  });
