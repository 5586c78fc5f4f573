// The texts of the element itself; parts that are loaded later add theirs, and panel_texts.js those of
// the panel. The module's messages are in English.

/** @typedef {{play: string, tilt: string, menu: string, grip: string, needs: string, webgl: string, start: string, stopped: string, lost: string, offline: string, panel: Record<string, string>}} Texts */
/** A part of {reason}. @typedef {{'could not be loaded': string}} Reason */

/**
 * By language. A page may add its own before its first tank: `SloshTank.texts.fr = { play: 'Lire', ... }`; what is missing is
 * in English. `{...}` is a place for a word. `panel` has the texts of the panel by their English form; so has `Reason`.
 * @type {Record<string, Partial<Texts & Reason>> & {en: Omit<Texts, 'panel'>}}
 */
export const texts = {
  en: {
    play: 'Play',
    tilt: 'Tilt gravity with the device',
    menu: 'Picture, film, link and more',
    grip: 'Move the container with one finger',
    needs: 'This fluid needs {what}, which this browser does not offer.',
    webgl: 'This fluid needs WebGL 2, which this browser does not offer (it may be switched off, or the graphics driver be blocked).',
    start: 'The simulation could not start: {reason}',
    stopped: 'The simulation stopped: {reason}',
    lost: 'The browser has no graphics context left for this fluid. A press starts it again.',
    offline: 'Not loaded: is there a connection?',
  },
  de: {
    play: 'Abspielen',
    tilt: 'Schwerkraft mit dem Gerät neigen',
    menu: 'Bild, Film, Link und mehr',
    grip: 'Das Gefäß mit einem Finger bewegen',
    needs: 'Diese Flüssigkeit braucht {what}; dieser Browser bietet es nicht an.',
    webgl: 'Diese Flüssigkeit braucht WebGL 2; dieser Browser bietet es nicht an (vielleicht ist es abgeschaltet oder der Grafiktreiber gesperrt).',
    start: 'Die Simulation konnte nicht beginnen: {reason}',
    stopped: 'Die Simulation ist stehen geblieben: {reason}',
    lost: 'Der Browser hat keinen Grafikkontext mehr für diese Flüssigkeit. Ein Druck startet sie wieder.',
    offline: 'Nicht geladen: Besteht eine Verbindung?',
    'could not be loaded': 'konnte nicht geladen werden',
  },
};
