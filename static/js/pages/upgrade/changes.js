// What changed in Kubernetes: the changes that move a pod of this scenario, each with its sources.

import { h } from "../../lib/view.js";
import { t, tn } from "../../lib/i18n.js";
import { open } from "./state.js";
import { COUNTED, origins, titleOf } from "./words.js";

/** @import { UpgradeChange, UpgradeMatrix } from "../../types/engine.js" */
/** @import { Selection } from "./state.js" */

/** @param {UpgradeMatrix} table @param {Selection | null} selected */
export function changeList(table, selected) {
  if (!table.changes.length) return null;
  const release = selected ? table.versions[selected.version].release : null;
  return h(
    "section.sec.ug-changes",
    h(
      "h2.h3",
      t("What changed in Kubernetes"),
      h("span.mute", t("only changes that move a pod of this scenario")),
    ),
    h(
      "ul",
      table.changes.map((change) => row(table, change, release)),
    ),
  );
}

/** The other changes between the versions, by name. @param {UpgradeMatrix} table */
export function checkedList({ checked = [], changes }) {
  if (!checked.length) return null;
  return h(
    "section.sec.ug-changes",
    h(
      "details",
      { open: !changes.length },
      h(
        "summary",
        h(
          "b",
          tn(
            "{n} other change was checked and moves no pod",
            "{n} other changes were checked and move no pod",
            checked.length,
          ),
        ),
      ),
      h(
        "ul",
        checked.map((change) => h("li", h("b", change.since), h("span", titleOf(change)))),
      ),
    ),
  );
}

/** @param {UpgradeMatrix} table @param {UpgradeChange} change @param {string | null} release */
function row(table, change, release) {
  const step = table.steps.find(({ causes }) => causes.includes(change.name));
  const at = step ? table.versions[step.after].release : change.since;
  return h(
    "li",
    { class: at === release ? "cur" : null },
    h("b", change.since),
    h("button.ug-link", { key: `change ${change.name}`, onclick: () => open(at, null) }, titleOf(change)),
    h(
      "span.ug-count",
      h("b", tn("{n} pod", "{n} pods", change.pods)),
      " ",
      h("span.mute", origins(change)),
      change.pending > 0 && [" ", h("span.ug-neg", COUNTED.pending(change.pending))],
    ),
  );
}

/** KEP, pull request and release, as far as they are known. @param {UpgradeChange} change */
export const sources = (change) => [
  h("span.chip", t("since {release}", { release: change.since })),
  change.kep !== null && source(`https://kep.k8s.io/${change.kep}`, `KEP-${change.kep}`),
  change.pull_request !== null &&
    source(
      `https://github.com/kubernetes/kubernetes/pull/${change.pull_request}`,
      t("pull request {n}", { n: change.pull_request }),
    ),
  !change.recorded && h("span.chip.ug-read", t("from release notes")),
];

/** @param {string} href @param {string} text */
const source = (href, text) => h("a.chip", { href, rel: "noopener", target: "_blank" }, text);
