// The reader changes the steps; everything after the change is played again. Each change can be undone.

import { atom } from "../../lib/atoms.js";
import { t } from "../../lib/i18n.js";
import { toast } from "../../lib/toast.js";
import { url } from "./state.js";

/** @import { Step } from "../../model/daysteps.js" */

/** The steps before each change, as texts of the address; null where the address had none. */
export const past = atom(/** @type {(string | null)[]} */ ([]));

/** Longer ones do not fit into an address that every server takes. */
const LONGEST = 6000; // characters

/** @param {Step[]} next @param {string} message what was done */
export function change(next, message) {
  const text = JSON.stringify(next);
  if (encodeURIComponent(text).length > LONGEST)
    return toast(t("This is too long for a link. Save the actions to the scenario first."));
  past.update((before) => [...before, url.state.get().steps ?? null]);
  show(text);
  return toast(message, { action: t("Undo"), onAction: undo });
}

export function undo() {
  const before = past.get();
  if (!before.length) return;
  past.set(before.slice(0, -1));
  show(before.at(-1) ?? null);
}

/** @param {string | null} text */
const show = (text) => url.write({ steps: text, at: null, in: null }, { push: true });
