// How many errors and warnings the linter finds in what ran, on the button that leads to the text.

import { $$ } from "../lib/dom.js";
import { tn } from "../lib/i18n.js";
import { get } from "../net/api.js";

/** @param {HTMLElement} edit the button @param {string} snapshot */
export async function countFindings(edit, snapshot) {
  const answer = await get(`/snapshots/${snapshot}/findings`).catch(() => null);
  const count = answer?.findings ?? 0;
  for (const place of $$(".findings", edit)) {
    place.hidden = !count;
    place.textContent = String(count);
  }
  if (count) edit.title = tn("{n} finding of Lint in this text", "{n} findings of Lint in this text", count);
}
