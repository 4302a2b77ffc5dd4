import { readFileSync } from "node:fs";

import { CycleView } from "../../../static/js/model/cycleview.js";
import { decode } from "../../../static/js/net/columns.js";

/** @typedef {import("../../../static/js/types/engine.js").CycleView} ByName */

const FILE = new URL("./cycles.jsonl", import.meta.url);

/**
 * Cycles as the engine wrote them (tests/scheduler_core/explain/view/page_cycles.py): what the page makes of
 * the columns, and the view by names.
 * @returns {{name: string, view: CycleView, byName: ByName}[]}
 */
export const cycles = () =>
  readFileSync(FILE, "utf8")
    .trim()
    .split("\n")
    .map((line) => {
      const { name, columns, view } = JSON.parse(line);
      const bytes = Uint8Array.from(atob(columns), (char) => char.charCodeAt(0));
      return { name, view: new CycleView(decode(bytes.buffer)), byName: view };
    });
