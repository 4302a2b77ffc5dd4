// The nodes and pods of the matrix by short names.

import { effect } from "../lib/atoms.js";
import { ShortNames } from "../model/names.js";
import { PodNames } from "../model/podnames.js";
import { spellNames } from "../parts/name.js";
import { matrix } from "./state.js";

let nodes = new ShortNames([]);
let pods = new PodNames([]);

/** Before the parts of the page are mounted: they draw with what is known by then. */
export function spellMatrix() {
  effect([matrix], (table) => {
    const rows = table?.pods ?? [];
    nodes = new ShortNames(rows.flatMap(({ stays }) => stays.flatMap(({ node }) => node ?? [])));
    pods = new PodNames(rows.map(({ pod }) => pod));
  });
  spellNames(() => [nodes, pods]);
}
