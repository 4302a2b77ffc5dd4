// How many errors and warnings the linter finds in what ran, beside the button that leads to the text.

import { $$, h, replace } from "../lib/dom.js";
import { tn } from "../lib/i18n.js";
import { get } from "../net/api.js";

const PAUSE_MS = 1500; // what the reader came for comes first

/** @type {Map<string, Promise<number>>} */
const counts = new Map();

/** The number of errors and warnings, 0 where nobody counted them. @param {string} snapshot */
export function findingsOf(snapshot) {
  const count = counts.get(snapshot) ?? counted(snapshot);
  counts.set(snapshot, count);
  return count;
}

/** @param {string} snapshot */
async function counted(snapshot) {
  const answer = await get(`/snapshots/${snapshot}/findings`).catch(() => null);
  return answer?.findings ?? 0;
}

/** @param {string} snapshot */
export async function countFindings(snapshot) {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  const count = await findingsOf(snapshot);
  for (const link of $$(".run-top .findings")) {
    link.hidden = !count;
    replace(link, String(count), h("span.vh", " ", tn("lint finding", "lint findings", count)));
  }
}
