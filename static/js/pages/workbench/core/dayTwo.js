// From the run to what happens next, with actions already chosen.

import { run, theSnapshot } from "./state.js";

/** @typedef {Record<string, unknown>} Step as in a document `steps:` */

/** The address of day two with these actions. @param {Step[]} steps */
export function dayTwo(steps) {
  const base = location.pathname.startsWith("/w/") ? "" : `/x/${run.get()?.snapshot ?? theSnapshot().id}/`;
  return `${base}day-two/?${new URLSearchParams({ steps: JSON.stringify(steps) })}`;
}
