// The steps of a play as the reader changes them: a list of manifests, one an action.

/** @typedef {Record<string, any>} Step a manifest: its kind is the key that names an action */

/** @param {Step[]} steps @param {Step} step @param {number} [at] its place; the end without one */
export const added = (steps, step, at = steps.length) => [...steps.slice(0, at), step, ...steps.slice(at)];

/** @param {Step[]} steps @param {number} at */
export const removed = (steps, at) => steps.filter((_, i) => i !== at);

/** @param {Step[]} steps @param {number} at @param {Step} step */
export const replaced = (steps, at, step) => steps.map((current, i) => (i === at ? step : current));

/** @param {Step[]} steps @param {number} at @param {1 | -1} by */
export function moved(steps, at, by) {
  if (!steps[at] || !steps[at + by]) return steps;
  const next = [...steps];
  [next[at], next[at + by]] = [next[at + by], next[at]];
  return next;
}

/** Steps as a text of the address, and back; null of what is none. @param {string | undefined} text */
export function readSteps(text) {
  if (text === undefined) return null;
  try {
    const steps = JSON.parse(text);
    const good = Array.isArray(steps) && steps.every((step) => typeof step === "object" && step !== null);
    return good ? /** @type {Step[]} */ (steps) : null;
  } catch {
    return null;
  }
}
