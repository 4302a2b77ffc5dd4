// The node that a page is of: asked for when it opens, and again when something about it has changed.

import { atom, computed, watch } from "../../lib/atoms.js";
import { t } from "../../lib/i18n.js";
import { ApiError, get, messageOf } from "../../net/api.js";
import { boot, cluster, entries, nodesNow, url } from "./state.js";

/** @import { LiveNodeOut } from "../../types/api.js" */

const AGAIN_MS = 10_000; // between two looks for what others decided about it

export const name = boot.node ?? "";

/** The node at the moment that is looked at; null before the first answer, and if there is none. */
export const detail = atom(/** @type {LiveNodeOut | null} */ (null));

/** Why it cannot be shown. */
export const missing = atom("");

/** What is shown: the blocks of the column, the part of the page that says what is free. */
export const measure = atom(/** @type {"cpu" | "memory"} */ ("cpu"));

/** The node as the map has it, as text. */
const row = computed(() => JSON.stringify(nodesNow.get().find((node) => node.name === name) ?? null));

/** The last decision that chose it. */
const chosen = computed(
  () => entries.get().findLast((entry) => entry.kind === "decision" && entry.node === name)?.number ?? 0,
);

let askedAt = 0;
let askedLast = 0;
/** @type {AbortController | null} */
let asking = null;

/** Begins to ask; ends with the page. */
export function followNode() {
  watch([url.state], () => ask(url.state.get().at));
  watch([row, chosen], () => {
    if ((row.get() !== "null" || chosen.get()) && !url.state.get().at && askedAt) ask();
  });
  watch([cluster], () => {
    const out = cluster.get();
    const isNews = out && out.last !== askedLast && Date.now() - askedAt >= AGAIN_MS;
    if (isNews && !url.state.get().at) ask();
  });
}

/** @param {string} [at] */
const noSuchNode = (at) =>
  at ? t("There was no node with this name then.") : t("There is no node with this name now.");

/** @param {string} [at] */
async function ask(at) {
  asking?.abort();
  const mine = new AbortController();
  asking = mine;
  askedAt = Date.now();
  askedLast = cluster.get()?.last ?? 0;
  const when = at ? `?at=${encodeURIComponent(at)}` : "";
  try {
    const path = /** @type {const} */ (`/live/${boot.id}/nodes/${encodeURIComponent(name)}${when}`);
    detail.set(await get(path, { signal: mine.signal }));
    missing.set("");
  } catch (error) {
    if (mine.signal.aborted) return;
    if (!(error instanceof ApiError)) throw error;
    detail.set(null);
    missing.set(error.status === 404 ? noSuchNode(at) : messageOf(error));
  }
}
