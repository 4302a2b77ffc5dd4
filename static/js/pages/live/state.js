// Every atom of a followed cluster's page, with what it means.

import { atom, computed } from "../../lib/atoms.js";
import { bootData } from "../../lib/dom.js";
import { urlState } from "../../lib/urlstate.js";

/** @import { LiveEntry, LiveNode, LiveNow } from "../../types/engine.js" */
/** @import { LiveHeadOut, LiveHoursOut, LiveMomentOut, LiveOut } from "../../types/api.js" */

/** What is known of the cluster before anything is asked for, and the node that the page is of. */
export const boot = /** @type {LiveHeadOut & {node?: string}} */ (bootData());

/**
 * The address: the moment that is looked at (none: now), how many hours below, what the stream shows, and the
 * text and the cause that are looked for.
 */
export const url = urlState(["at", "hours", "lanes", "show", "q", "cause"]);

/** The cluster as it is now; null before the first answer. */
export const cluster = atom(/** @type {LiveOut | null} */ (null));

/** Its nodes now. */
export const nodesNow = atom(/** @type {LiveNode[]} */ ([]));

/** The newest entries, the oldest of them first. */
export const entries = atom(/** @type {LiveEntry[]} */ ([]));

/** The entries at which the stream was held; null while it runs. */
export const held = atom(/** @type {LiveEntry[] | null} */ (null));

/** The moment at the address, with the entries up to it; null now, and until it is here. */
export const past = atom(/** @type {Past | null} */ (null));

/** @typedef {{at: string, moment: LiveMomentOut, entries: LiveEntry[]}} Past */

/** Why that moment cannot be shown. */
export const pastError = atom("");

/** The lanes. */
export const hours = atom(/** @type {LiveHoursOut | null} */ (null));

/** Where the cursor of the hours is while it is dragged; null when it rests. */
export const dragged = atom(/** @type {number | null} */ (null));

/** Whether nothing tells of news, so that the page asks by itself. */
export const polling = atom(false);

/** Why the server does not answer. */
export const trouble = atom("");

export const HOURS = [1, 6, 24];

/** How many hours are shown. */
export const span = computed(() => {
  const { hours: text } = url.state.get();
  return HOURS.includes(Number(text)) ? Number(text) : 6;
});

/** The cluster that is looked at: now, or as it was. */
export const shown = computed(() =>
  url.state.get().at
    ? (past.get()?.moment.now ?? null)
    : /** @type {LiveNow | null} */ (cluster.get()?.now ?? null),
);

/** Its nodes. */
export const nodes = computed(() => (url.state.get().at ? (past.get()?.moment.nodes ?? []) : nodesNow.get()));

/** The entries of the stream, those of a moment up to it. */
export const listed = computed(() =>
  url.state.get().at ? (past.get()?.entries ?? []) : (held.get() ?? entries.get()),
);

/** How many entries came since the stream was held. */
export const waiting = computed(() => {
  const frozen = held.get();
  return frozen ? entries.get().filter(({ number }) => number > (frozen.at(-1)?.number ?? 0)).length : 0;
});
