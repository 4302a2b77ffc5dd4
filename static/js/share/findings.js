// How many errors and warnings the linter finds in what ran, beside the button that leads to the text.

import { $$, h, replace } from "../lib/dom.js";
import { tn } from "../lib/i18n.js";
import { get } from "../net/api.js";

const PAUSE_MS = 1500; // what the reader came for comes first

/** @param {string} snapshot */
export async function countFindings(snapshot) {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  const answer = await get(`/snapshots/${snapshot}/findings`).catch(() => null);
  const count = answer?.findings ?? 0;
  for (const link of $$(".run-top .findings")) {
    link.hidden = !count;
    replace(link, String(count), h("span.vh", " ", tn("finding of Lint", "findings of Lint", count)));
  }
}
