// Beside the timeline: the verdict, where it is decided, the actions one by one, what to compare with, and
// what to keep.

import { h, useFocusInside } from "../../lib/view.js";
import { offline } from "../../net/offline.js";
import { comparisons } from "./comparing.js";
import { decisions } from "./decided.js";
import { keeping } from "./keeping.js";
import { list } from "./list.js";
import { steps, timeline } from "./state.js";
import { verdicts } from "./verdict.js";

/** @import { Child } from "../../lib/view.js" */
/** @import { Timeline } from "../../types/engine.js" */

export const Side = () => [verdict, decided, actions, compare, keep].map((content) => h(Part, { content }));

/** A part that has nothing to show is hidden. @param {{content: () => Child}} props */
function Part({ content }) {
  const shown = content();
  return h("div.sec", { hidden: !shown, ref: useFocusInside() }, shown);
}

/** @param {(table: Timeline) => Child} draw */
const withTable = (draw) => () => {
  const table = timeline.get();
  return table && draw(table);
};

const verdict = withTable(verdicts);
const decided = withTable(decisions);
const actions = () => steps.get().length > 0 && list();
const compare = () => !offline && comparisons();
const keep = withTable((table) => steps.get().length > 0 && keeping(steps.get(), table));
