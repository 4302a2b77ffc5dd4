// How the map is displayed: for this page, not in the link. The grouping is in the link (state.js).

import { atom } from "../../../lib/atoms.js";

/** @import { Resource } from "../../../model/capacity.js" */

/** The zoom, or null to fit. */
export const zoom = atom(/** @type {number | null} */ (null));

/** Identical nodes are one tile; null: when there are many nodes. */
export const folding = atom(/** @type {boolean | null} */ (null));

/** Names of nodes that the reader unfolded. */
export const unfolded = atom(/** @type {Set<string>} */ (new Set()));

/** The search text. */
export const query = atom("");

/** Which of the matches is the current one, or −1. */
export const match = atom(-1);

/** The map takes the stage's place. */
export const wide = atom(false);

/** The nodes as a table. */
export const asTable = atom(false);

/** The current look of the tiles; a gauge is a card without pods. */
export const look = atom(/** @type {"card" | "gauge" | "block" | "dot"} */ ("card"));

/** What tiles are coloured by: what the step is about, or the share of a resource that is requested. */
export const colouring = atom(/** @type {"step" | Resource} */ ("step"));
