// How the map is looked at: for this page, not in the link. What it is grouped by is (state.js).

import { atom } from "../../lib/atoms.js";

/** The zoom, or null: what fits. @type {import("../../lib/atoms.js").Atom<number | null>} */
export const zoom = atom(null);

/** Identical nodes are one tile; null: when there are many nodes. @type {import("../../lib/atoms.js").Atom<boolean | null>} */
export const folding = atom(null);

/** Names of nodes that were taken out of their folds. @type {import("../../lib/atoms.js").Atom<Set<string>>} */
export const unfolded = atom(new Set());

/** What is looked for. */
export const query = atom("");

/** Which of the matches is the current one, or −1. */
export const match = atom(-1);

/** The map takes the stage's place. */
export const wide = atom(false);

/** The nodes as a table. */
export const listed = atom(false);

/** What the tiles are drawn as now. @type {import("../../lib/atoms.js").Atom<"card" | "block" | "dot">} */
export const look = atom("card");
