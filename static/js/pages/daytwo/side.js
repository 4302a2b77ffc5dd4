// Beside the timeline: the verdict, where it is decided, the actions one by one, what to compare with, and
// what to keep.

import { effect } from "../../lib/atoms.js";
import { h, replace } from "../../lib/dom.js";
import { offline } from "../../net/offline.js";
import { comparisons } from "./comparing.js";
import { decisions } from "./decided.js";
import { keeping } from "./keeping.js";
import { list } from "./list.js";
import { moment, newest, otherSteps, play, steps, timeline, workload, zoomed } from "./state.js";
import { verdicts } from "./verdict.js";

/** @param {HTMLElement} element */
export function mountSide(element) {
  const parts = Array.from({ length: 5 }, () => h("div.sec", { hidden: true }));
  replace(element, parts);
  const [verdict, decided, actions, compare, keep] = parts;
  /** @param {HTMLElement} part @param {import("../../lib/dom.js").Child} content */
  const show = (part, content) => {
    part.hidden = !content;
    replace(part, content);
  };
  effect([timeline, play, zoomed], (table) => show(verdict, table && verdicts(table)));
  effect([timeline, moment, workload, newest, zoomed], (table) => show(decided, table && decisions(table)));
  effect([steps, timeline, zoomed, workload], (all) => show(actions, all.length > 0 && list()));
  effect([steps, otherSteps, play, workload], () => show(compare, !offline && comparisons()));
  effect([steps, timeline, workload, play], (all, table) =>
    show(keep, all.length > 0 && table && keeping(all, table)),
  );
}
