// The actions one by one: to look at, to change, to put elsewhere and to take away.

import { h } from "../../lib/view.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icon.js";
import { showMenu } from "../../lib/menu.js";
import { moved, removed } from "../../model/daysteps.js";
import { offline } from "../../net/offline.js";
import { change } from "./editing.js";
import { openForm, openText } from "./forms.js";
import { steps, timeline, url, zoomed } from "./state.js";
import { STEPS, kindOf, stepWords } from "./steps.js";

/** @import { Step } from "../../model/daysteps.js" */

export function list() {
  const all = steps.get();
  if (!all.length) return null;
  return [
    h("div.h3", t("Actions"), h("span.mute", t("a change replays everything after it"))),
    h(
      "ol.dt-steps",
      all.map((step, i) => entry(step, i, all)),
    ),
    !offline && h("p.row.wrap", h("button.btn", { onclick: openText }, icon("code"), t("All as YAML"))),
  ];
}

/** @param {Step} step @param {number} i @param {Step[]} all */
function entry(step, i, all) {
  const words = stepWords(step);
  const action = timeline.get()?.actions[i + 1];
  /** @param {Step[]} next @param {string} message */
  const put = (next, message) => change(next, message);
  const entries = [
    { label: t("Change"), icon: "pencil", run: () => openForm(kindOf(step), i) },
    i > 0 && {
      label: t("Earlier"),
      icon: "up",
      run: () => put(moved(all, i, -1), t("Moved: {action}", { action: words })),
    },
    i < all.length - 1 && {
      label: t("Later"),
      icon: "down",
      run: () => put(moved(all, i, 1), t("Moved: {action}", { action: words })),
    },
    {
      label: t("Remove"),
      icon: "trash",
      run: () => put(removed(all, i), t("Removed: {action}", { action: words })),
    },
  ].filter((button) => button !== false);
  return h(
    "li",
    { key: i },
    icon(STEPS[kindOf(step)].icon),
    action
      ? h(
          "button.dt-link",
          {
            "aria-pressed": String(zoomed.get() === i + 1),
            onclick: () =>
              url.write({ in: zoomed.get() === i + 1 ? null : i + 1, at: action.last }, { push: true }),
          },
          words,
        )
      : h("span", words),
    !offline &&
      h(
        "button.btn.bare.icon",
        {
          "aria-haspopup": "menu",
          "aria-label": t("Change action {n}: {action}", { n: i + 1, action: words }),
          onclick: ({ currentTarget }) => showMenu(currentTarget, entries),
        },
        icon("more"),
      ),
  );
}
