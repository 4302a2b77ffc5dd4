// How many errors and warnings the linter finds in what ran, beside the button that leads to the text.

import { $$, h, replace } from "../lib/dom.js";
import { tn } from "../lib/i18n.js";
import { get } from "../net/api.js";

/** @param {string} snapshot */
export async function countFindings(snapshot) {
  const answer = await get(`/snapshots/${snapshot}/findings`).catch(() => null);
  const count = answer?.findings ?? 0;
  for (const link of $$(".run-top .findings")) {
    link.hidden = !count;
    replace(link, String(count), h("span.vh", " ", tn("finding of Lint", "findings of Lint", count)));
  }
}
