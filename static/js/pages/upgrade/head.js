// The answer in a sentence, and the range of versions.

import { h } from "../../lib/view.js";
import { labelled } from "../../lib/format.js";
import { ended, t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icon.js";
import { kindsAt, stepTo } from "./shifts.js";
import { boot, ends, matrix, selection, url } from "./state.js";
import { COUNTED, origins } from "./words.js";

/** @import { UpgradeMatrix } from "../../types/engine.js" */
/** @import { OfferedVersion, Selection } from "./state.js" */

export function Summary() {
  const table = matrix.get();
  return table ? sentence(table, selection.get()) : waiting();
}

const waiting = () => [
  h("h1", t("Kubernetes {from} to {to}", ends())),
  h(
    "p",
    t("{nodes}, {pods}", {
      nodes: tn("{n} node", "{n} nodes", boot.snapshot.summary.nodes),
      pods: tn("{n} pending pod", "{n} pending pods", boot.snapshot.summary.pending),
    }),
  ),
];

/** @param {UpgradeMatrix} table @param {Selection | null} selected */
function sentence(table, selected) {
  const step = selected ? stepTo(table, selected.version) : null;
  const moving = table.pods.filter((pod) => pod.stays.length > 1).length;
  const whole = moving
    ? t("{n} of {pods} move somewhere between {from} and {to}", {
        n: moving,
        pods: tn("{n} pod", "{n} pods", table.pods.length),
        ...ends(),
      })
    : t("No pod moves between {from} and {to}", ends());
  if (!selected || !step) return [h("h1", whole), moving ? null : h("p", checkedWords(table))];
  const { release } = table.versions[selected.version];
  const kinds = kindsAt(step);
  const what = kinds.length
    ? kinds.map(({ kind, count }) => COUNTED[kind](count)).join(", ")
    : t("no pod moves");
  return [
    h("h1", labelled(release, what)),
    h("p", kinds.length ? t("{origins}. {whole}.", { origins: origins(step), whole }) : ended(whole)),
  ];
}

/** How many changes were checked; they are listed below. @param {UpgradeMatrix} table */
const checkedWords = ({ steps }) =>
  tn(
    "{n} change in Kubernetes was checked; it moves no pod.",
    "{n} changes in Kubernetes were checked; none moves a pod.",
    steps.reduce((sum, { others }) => sum + others, 0),
  );

/** @param {OfferedVersion} version */
function choiceLabel({ release, recorded, planned }) {
  if (planned) return t("{release}, planned", { release });
  return recorded ? release : t("{release}, from release notes", { release });
}

export const Range = () => [
  h("span.mute.dk", t("from")),
  choice("from", t("Oldest version")),
  h("span.mute", t("to")),
  choice("to", t("Newest version")),
];

/** @param {"from" | "to"} side @param {string} label */
function choice(side, label) {
  const now = ends();
  const other = boot.versions.findIndex(({ release }) => release === now[side === "from" ? "to" : "from"]);
  return h(
    "label.sel.over",
    h("span", { "data-value": "" }, now[side]),
    icon("down"),
    h(
      "select",
      {
        "aria-label": label,
        value: now[side],
        onchange: ({ currentTarget: { value } }) =>
          url.write({ [side]: value, at: null, pod: null }, { push: true }),
      },
      boot.versions.map((version, i) =>
        h(
          "option",
          { value: version.release, disabled: side === "from" ? i >= other : i <= other },
          choiceLabel(version),
        ),
      ),
    ),
  );
}
