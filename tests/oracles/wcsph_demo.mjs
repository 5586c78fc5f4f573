/** The demo's step as parameters of the reference, and what the solver calls them. */

import { asSettings } from './comparing.mjs';

/**
 * A dam break twenty times slower than water: all speeds are a twentieth, all accelerations a four hundredth of the
 * scene's. So a display step is one step of the demo, and the solver takes no sub-steps. The springs are stiff enough
 * to carry the column; on softer ones it lies on the walls themselves, and a particle in a corner as far from one
 * wall as from the other is pushed away from either as the rounding has it.
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
