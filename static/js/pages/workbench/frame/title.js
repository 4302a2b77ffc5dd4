// A draft's title in the header: a click edits it in place.

import { effect } from "../../../lib/atoms.js";
import { t } from "../../../lib/i18n.js";
import { renameInPlace } from "../../../lib/rename.js";
import { toast } from "../../../lib/toast.js";
import { messageOf, put } from "../../../net/api.js";
import { scenario, theScenario } from "../core/state.js";

/** @import { ScenarioOut } from "../../../types/api.js" */

/**
 * @param {HTMLElement | null} button a draft's page has it
 * @param {(scenario: ScenarioOut) => void} renamed hears of the draft as the server has it now
 */
export function mountTitle(button, renamed) {
  if (!button) return;
  const rename = () => renameInPlace(button, theScenario().title, (title) => save(title, renamed));
  button.addEventListener("click", rename);
  effect(() => (button.textContent = scenario.get()?.title ?? ""));
}

/**
 * Appears at once; the text of the draft is not touched.
 * @param {string} title @param {(scenario: ScenarioOut) => void} renamed
 */
async function save(title, renamed) {
  const { id, title: before } = theScenario();
  /** @param {string} name */
  const show = (name) => scenario.update((draft) => draft && { ...draft, title: name });
  show(title);
  try {
    /** @type {ScenarioOut} */
    const { updated, source } = await put(`/scenarios/${id}`, { title, allow_errors: true });
    scenario.update((draft) => draft && { ...draft, updated, source });
    renamed(theScenario());
  } catch (error) {
    show(before);
    toast(t("Not renamed. {error}", { error: messageOf(error) }));
  }
}
