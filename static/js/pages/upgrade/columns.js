// The head of the matrix: the key, the versions, and what each of them moves.

import { h } from "../../lib/view.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icon.js";
import { Switch } from "../../lib/switch.js";
import { KINDS, stepTo } from "./shifts.js";
import { allPods, open } from "./state.js";
import { basis, basisSentence, COUNTED, origins } from "./words.js";

/** @import { UpgradeMatrix, UpgradeStep } from "../../types/engine.js" */
/** @import { Selection } from "./state.js" */

/** @param {UpgradeMatrix} table */
export function legend(table) {
  /** @param {"decides" | "follows" | "pending"} kind */
  const occurs = (kind) => table.steps.some((step) => step[kind] > 0);
  const folded = table.pods.filter((pod) => pod.stays.length === 1).length;
  return h(
    "div.ug-key",
    occurs("decides") && key("ug-bar dir", t("direct effect")),
    occurs("follows") && key("ug-bar fol", t("consequence of another pod")),
    occurs("pending") && h("span", icon("rej", "g g-rej"), t("becomes pending")),
    table.versions.some(({ recorded }) => !recorded) &&
      key("ug-read", t("from release notes, not checked against the real scheduler")),
    h("span.grow"),
    folded > 0 &&
      h(Switch, { of: allPods }, tn("{n} pod that never moves", "{n} pods that never move", folded)),
  );
}

/** @param {string} className @param {string} text */
const key = (className, text) => h("span", h("i", { class: className }), text);

/** @param {UpgradeMatrix} table @param {Selection | null} selected */
export const heads = (table, selected) => [
  h(
    "span.ug-rh",
    t("{pods} × {versions}", {
      pods: tn("{n} pending pod", "{n} pending pods", table.waiting),
      versions: tn("{n} version", "{n} versions", table.versions.length),
    }),
  ),
  table.versions.map((version, i) =>
    h(
      "button",
      {
        class: `ug-vh ${version.recorded ? "" : "ug-read"} ${selected?.version === i ? "cur" : ""}`,
        title: version.problems[0] ?? basisSentence(version),
        "aria-pressed": String(selected?.version === i && !selected.pod),
        key: `v${i}`,
        onclick: () => open(version.release, null),
      },
      h("b", version.release),
      h("span", version.problems.length ? t("no run") : basis(version)),
    ),
  ),
];

/** @param {UpgradeMatrix} table @param {Selection | null} selected */
export const totals = (table, selected) => [
  h("span.ug-rh", t("land elsewhere")),
  table.versions.map((_, i) => total(stepTo(table, i), selected?.version === i)),
];

/** @param {UpgradeStep | null} step @param {boolean} current */
const total = (step, current) =>
  h(
    "div",
    { class: `ug-tot ${current ? "cur" : ""}` },
    !step && h("b.mute", "–"),
    step && h("b", { class: step.moved ? null : "mute" }, step.moved),
    step && KINDS.filter((kind) => kind !== "moved" && step[kind]).map((kind) => sum(kind, step[kind])),
    step && step.decides + step.follows > 0 && share(step),
  );

/** Pods that are lost or won. @param {(typeof KINDS)[number]} kind @param {number} count */
function sum(kind, count) {
  const lost = kind === "pending" || kind === "evicted";
  return h(
    "span",
    { class: lost ? "ug-neg" : "ug-pos", title: COUNTED[kind](count) },
    lost ? icon("rej", "g g-rej") : icon("pass", "g g-pass"),
    h("span", { "aria-hidden": "true" }, count),
    h("span.vh", COUNTED[kind](count)),
  );
}

/** How many of the pods decide differently, as a bar. @param {UpgradeStep} step */
const share = (step) =>
  h(
    "span.ug-split",
    { role: "img", "aria-label": origins(step), title: origins(step) },
    step.decides > 0 && h("i.dir", { style: { flexGrow: step.decides } }),
    step.follows > 0 && h("i.fol", { style: { flexGrow: step.follows } }),
  );
