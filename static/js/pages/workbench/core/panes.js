// The widths of the panes and which of them are folded to a strip: the reader's choices, kept in the browser.
// Without a choice the style sheet's widths hold.

import { atom } from "../../../lib/atoms.js";
import { storeJson, storedJson } from "../../../lib/stored.js";

/** @typedef {"map" | "edit" | "why"} PaneId the left pane has a width of its own while it is the editor */

/** @typedef {{widths: Record<string, number>, folds: Record<string, boolean>}} Choices widths in pixels */

const STORED = "workbench.panes";

/** The map is a strip until it is opened; a window without room for three panes has a choice of its own. */
export const narrow = matchMedia("(max-width: 1180px)");

export const paneChoices = atom(choices());
narrow.addEventListener("change", () => paneChoices.set({ ...paneChoices.get() }));

/** @param {PaneId} id */
const foldKey = (id) => (id === "map" && narrow.matches ? "map.narrow" : id);

/** @param {PaneId} id */
export const isFolded = (id) => paneChoices.get().folds[foldKey(id)] ?? id === "map";

/** @param {PaneId} id @param {boolean} on */
export function foldPane(id, on) {
  const { widths, folds } = paneChoices.get();
  keep({ widths, folds: { ...folds, [foldKey(id)]: on } });
}

/** @param {PaneId} id @param {number | null} width null: the style sheet's */
export function resizePane(id, width) {
  const { widths, folds } = paneChoices.get();
  const { [id]: _, ...others } = widths;
  keep({ widths: width === null ? others : { ...others, [id]: Math.round(width) }, folds });
}

/** @param {Choices} now */
function keep(now) {
  paneChoices.set(now);
  storeJson(STORED, now);
}

/** @returns {Choices} */
function choices() {
  const { widths = {}, folds = {} } = storedJson(STORED) ?? {};
  return { widths, folds };
}
