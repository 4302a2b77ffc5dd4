// A draft's title in the header: pressed, it is changed where it stands.

import { effect } from "../../lib/atoms.js";
import { t } from "../../lib/i18n.js";
import { renameInPlace } from "../../lib/rename.js";
import { toast } from "../../lib/toast.js";
import { put } from "../../net/api.js";
import { scenario } from "../core/state.js";

/**
 * @param {HTMLElement | null} button a draft's page has it
 * @param {(scenario: any) => void} renamed hears of the draft as the server has it now
 */
export function mountTitle(button, renamed) {
  if (!button) return;
  const rename = () => renameInPlace(button, scenario.get().title, (title) => save(title, renamed));
  button.addEventListener("click", rename);
  effect([scenario], ({ title }) => (button.textContent = title));
}

// Shown at once; the text of the draft is not touched.
async function save(title, renamed) {
  const before = scenario.get().title;
  const show = (name) => scenario.update((draft) => ({ ...draft, title: name }));
  show(title);
  try {
    const { updated, source } = await put(`/scenarios/${scenario.get().id}`, { title, allow_errors: true });
    scenario.update((draft) => ({ ...draft, updated, source }));
    renamed(scenario.get());
  } catch (error) {
    show(before);
    toast(t("Not renamed. {error}", { error: error.message }));
  }
}
