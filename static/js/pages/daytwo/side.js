// Beside the timeline: the verdict, where it is decided, the actions one by one, what to compare with, and
// what to keep.

import { effect } from "../../lib/atoms.js";
import { h, replace } from "../../lib/dom.js";
import { offline } from "../../net/offline.js";
import { comparisons } from "./comparing.js";
import { decisions } from "./decided.js";
import { keeping } from "./keeping.js";
import { list } from "./list.js";
import { steps, timeline } from "./state.js";
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
  effect(() => {
    const table = timeline.get();
    show(verdict, table && verdicts(table));
  });
  effect(() => {
    const table = timeline.get();
    show(decided, table && decisions(table));
  });
  effect(() => show(actions, steps.get().length > 0 && list()));
  effect(() => show(compare, !offline && comparisons()));
  effect(() => {
    const all = steps.get();
    const table = timeline.get();
    show(keep, all.length > 0 && table && keeping(all, table));
  });
}
