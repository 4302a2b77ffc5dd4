// After a run of a draft: what it changed against the run before, over the foot of the stage, so that nothing
// moves.

import { atom, effect } from "../../../lib/atoms.js";
import { h, replace } from "../../../lib/dom.js";
import { rich, t, tn } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { store, stored } from "../../../lib/stored.js";
import { toolButton } from "../../../lib/toolbutton.js";
import { differingCount, groupsOf } from "../../../model/outcomes.js";
import { nameElement } from "../../../parts/name.js";
import { goCycle } from "../core/actions.js";
import { runChange } from "../core/runChange.js";
import { log } from "../core/state.js";
import { ending } from "../facts/before.js";

/** @import { Child } from "../../../lib/dom.js" */
/** @import { OutcomeOut } from "../../../types/api.js" */
/** @import { OutcomeGroup, OutcomeKind } from "../../../model/outcomes.js" */
/** @import { RunChange } from "../core/runChange.js" */

const MOST_NAMED = 3; // pods of a group; the comparison has all
const STORED = "workbench.change";

const folded = atom(stored(STORED) === "folded");

/** @param {HTMLElement} pane over whose foot it stands */
export function mountRunChange(pane) {
  const text = h("p.grow", { role: "status" });
  const compare = h("a.btn.small", icon("diff"), t("Compare"));
  const fold = h("button.btn.bare.icon", { onclick: () => folded.update((on) => !on) }, icon("down"));
  const close = toolButton("x", t("Dismiss"), () => runChange.set(null));
  const note = h("div.rc.row", fold, text, compare, close);
  pane.append(h("div.run-change", note));
  effect(() => {
    const change = runChange.get();
    const isFolded = folded.get();
    note.hidden = !change;
    pane.classList.toggle("noted", Boolean(change)); // :has() would cost every step
    note.classList.toggle("folded", isFolded);
    fold.setAttribute("aria-expanded", String(!isFolded));
    fold.setAttribute("aria-label", isFolded ? t("What this run changed") : t("Fold"));
    compare.hidden = isFolded;
    if (change) compare.setAttribute("href", change.path);
    replace(text, change ? (isFolded ? short(change) : sentence(change)) : null);
  });
  folded.subscribe((on) => store(STORED, on ? "folded" : "open"));
}

/** @param {RunChange} change */
function short({ outcomes }) {
  const count = differingCount(outcomes);
  return count ? tn("{n} pod ended differently", "{n} pods ended differently", count) : quiet();
}

const quiet = () => h("span.soft", t("no pod ended differently"));

/** @param {RunChange} change */
function sentence({ outcomes }) {
  const groups = groupsOf(outcomes);
  const name = outcomes.change?.name;
  const text = groups.length ? groups.flatMap((group, i) => [i ? ", " : null, phrase(group)]) : quiet();
  return name ? rich(t("{label}: {text}"), { label: h("b", name), text }) : text;
}

/** @type {Record<OutcomeKind, (count: number) => string>} */
const COUNTED = {
  placed: (n) => tn("{n} pod placed that was pending", "{n} pods placed that were pending", n),
  moved: (n) => tn("{n} pod moved", "{n} pods moved", n),
  pending: (n) => tn("{n} more pending", "{n} more pending", n),
  preempted: (n) => tn("{n} more pod preempted", "{n} more pods preempted", n),
  spared: (n) => tn("{n} pod no longer preempted", "{n} pods no longer preempted", n),
  added: (n) => tn("{n} new pod", "{n} new pods", n),
  removed: (n) => tn("{n} pod removed", "{n} pods removed", n),
};

/** @param {OutcomeGroup} group @returns {Child} */
function phrase({ kind, count, pods }) {
  const [first] = pods;
  if (kind === "moved" && count === 1 && first?.a && first.b)
    return rich(t("{pod} moved {before} → {after}"), {
      pod: podLink(first.b),
      before: ending(first.a),
      after: ending(first.b),
    });
  const named = count <= MOST_NAMED ? pods.map(({ a, b }) => (b ? podLink(b) : podName(a))) : [];
  return [
    COUNTED[kind](count),
    named.length ? [" (", named.flatMap((pod, i) => [i ? ", " : null, pod]), ")"] : null,
  ];
}

/** @param {OutcomeOut} outcome */
function podLink({ pod }) {
  const cycle = log.get().cycles.findLast((candidate) => candidate.pod === pod);
  if (!cycle) return podName({ pod });
  return h("button.link", { onclick: () => goCycle(cycle.index) }, podName({ pod }));
}

/** @param {Pick<OutcomeOut, "pod"> | null} outcome */
const podName = (outcome) => (outcome ? nameElement(outcome.pod) : null);
