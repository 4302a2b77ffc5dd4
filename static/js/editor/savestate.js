// "Saved · 2 s ago", and the messages when it is not.

import { $, h, replace } from "../lib/dom.js";
import { ago } from "../lib/format.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";

/** @import { Autosave, SaveState } from "./autosave.js" */

const TICK_MS = 1000;

/** @param {Autosave} autosave @returns {{element: HTMLElement, stop: () => void}} */
export function saveState(autosave) {
  const element = h("span.saved");
  const spoken = h("span.vh", { role: "status" });
  const visible = h("span.saved-t", { "aria-hidden": "true" });
  element.append(visible, spoken);

  const show = () => {
    const state = autosave.state.get();
    const { sign, words, title } = describe(state);
    const since = state.kind === "saved" ? ` · ${ago(Date.now() - state.at)}` : "";
    if (element.dataset.state !== state.kind) {
      element.dataset.state = state.kind;
      element.title = title ?? "";
      replace(visible, sign && icon(sign, "ic ic-12"), h("span", words, h("span.ago")));
      if (state.kind !== "editing" && state.kind !== "saving") spoken.textContent = title ?? words;
    }
    const time = $(".ago", visible);
    if (time.textContent !== since) time.textContent = since;
  };
  const off = autosave.state.subscribe(show);
  const timer = setInterval(show, TICK_MS);
  show();
  return {
    element,
    stop() {
      off();
      clearInterval(timer);
    },
  };
}

/** @param {SaveState} state @returns {{sign: string, words: string, title?: string}} */
function describe(state) {
  switch (state.kind) {
    case "saved":
      return { sign: "check", words: t("Saved") };
    case "editing":
      return { sign: "dot", words: t("Editing…") };
    case "saving":
      return { sign: "dot", words: t("Saving…") };
    case "offline":
      return {
        sign: "offline",
        words: t("Offline, saved in this browser"),
        title: t(
          "The server cannot be reached. Your text is kept in this browser and will be saved when the " +
            "server is back.",
        ),
      };
    case "failed":
      return { sign: "warn", words: t("Not saved"), title: state.message };
    default:
      return {
        sign: "warn",
        words: t("Changed elsewhere"),
        title: t("This draft was changed here and elsewhere. Choose which text to keep."),
      };
  }
}
