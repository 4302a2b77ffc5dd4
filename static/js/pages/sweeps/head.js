// What the sweeps say in a sentence, and how many go on.

import { $ } from "../../lib/dom.js";
import { h, useFocusInside } from "../../lib/view.js";
import { labelled, listOf } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { glyph } from "../../lib/icon.js";
import { isUnfinished } from "../../net/question.js";
import { cancel } from "./data.js";
import { answers, boot, chosen, sweeps } from "./core/state.js";
import { headline, sweepWords } from "./kinds/registry.js";

/** @import { SweepStateOut } from "../../types/api.js" */

export function Head() {
  useFocusInside($("#head"));
  const all = sweeps.get() ?? [];
  return [
    h("div.grow", { "aria-live": "polite" }, h("h1", sentence()), h("p", subject(all))),
    h("div.sw-chips", chips(all)),
  ];
}

export function nameTab() {
  document.title = `${labelled(t("Sweeps"), sentence())} · SchedScope`;
}

function sentence() {
  const first = chosen.get();
  const result = first && answers.get().get(first.id)?.result;
  return (result && headline(result)) || t("How much of this is chance?");
}

/** @param {SweepStateOut[]} all */
function subject(all) {
  const { nodes, pending } = boot.snapshot.summary;
  const size = t("{nodes}, {pods}", {
    nodes: tn("{n} node", "{n} nodes", nodes),
    pods: tn("{n} pod to place", "{n} pods to place", pending),
  });
  if (!all.length) return size;
  const words = new Set(all.map(({ specification }) => sweepWords(specification)));
  return labelled(size, listOf([...words].slice(0, 4)));
}

/** @param {SweepStateOut[]} all */
function chips(all) {
  /** @param {SweepStateOut["status"]} status */
  const count = (status) => all.filter((sweep) => sweep.status === status).length;
  const [done, running, waiting] = [count("finished"), count("running"), count("queued")];
  const going = all.filter(isUnfinished);
  return [
    done > 0 && h("span.chip.pass", glyph("pass"), t("{n} done", { n: done })),
    running > 0 && h("span.chip.accent", t("{n} running", { n: running })),
    waiting > 0 && h("span.chip", t("{n} waiting", { n: waiting })),
    going.length > 1 &&
      h("button.btn", { onclick: () => going.forEach((sweep) => cancel(sweep)) }, t("Cancel all")),
  ];
}
