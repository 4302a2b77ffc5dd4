// What the panels and stories of plugins need from the page.

import { ask } from "./data.js";
import { figure } from "./figures.js";
import { linked, pointer, theRun } from "./state.js";

/** @type {import("../../../plugins/descriptor.js").Page} */
export const page = {
  figure,
  linked,
  pointer,
  fact: (cycle, name) =>
    ask(`/runs/${theRun().id}/cycles/${cycle.index}/facts?${new URLSearchParams({ of: name })}`),
};
