// The versions as a list, newest first, where there is no room for a table.

import { h } from "../../lib/view.js";
import { t } from "../../lib/i18n.js";
import { kindsAt, stepTo } from "./shifts.js";
import { open } from "./state.js";
import { basis, COUNTED, origins } from "./words.js";

/** @import { UpgradeMatrix } from "../../types/engine.js" */
/** @import { Selection } from "./state.js" */

/** @param {UpgradeMatrix} table @param {Selection | null} selected */
export const versionList = (table, selected) =>
  h("ul.ug-list", table.versions.map((_, i) => one(table, selected, i)).toReversed());

/** @param {UpgradeMatrix} table @param {Selection | null} selected @param {number} i */
function one(table, selected, i) {
  const version = table.versions[i];
  const step = stepTo(table, i);
  const kinds = step ? kindsAt(step) : [];
  return h(
    "li",
    h(
      "button",
      {
        "aria-pressed": String(selected?.version === i),
        class: selected?.version === i ? "cur" : null,
        key: `l${i}`,
        onclick: () => open(version.release, null),
      },
      h("b", version.release),
      h(
        "span",
        { class: kinds.length ? null : "mute" },
        summary(version.problems, step ? kinds : null),
        step && kinds.length > 0 && h("span.mute.block", origins(step)),
      ),
      h("span", { class: `chip ${version.recorded ? "" : "ug-read"}` }, basis(version)),
    ),
  );
}

/** @param {string[]} problems @param {ReturnType<typeof kindsAt> | null} kinds */
function summary(problems, kinds) {
  if (problems.length) return t("no run");
  if (!kinds) return t("where the comparison starts");
  return kinds.length ? kinds.map(({ kind, count }) => COUNTED[kind](count)).join(", ") : t("no pod moves");
}
