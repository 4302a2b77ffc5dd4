// The nodes and pods of both runs by short names, as far as they are here.

import { effect } from "../lib/atoms.js";
import { ShortNames } from "../model/names.js";
import { PodNames } from "../model/podnames.js";
import { spellNames } from "../parts/name.js";
import { comparison, SIDES, views } from "./state.js";

let nodes = new ShortNames([]);
let pods = new PodNames([]);

/** Before the parts of the page are mounted: they draw with what is known by then. */
export function spellBoth() {
  effect([comparison, views], (result, sideViews) => {
    const placements = result?.placements ?? [];
    const named = [
      ...SIDES.flatMap((side) => sideViews[side]?.names ?? []),
      ...placements.flatMap(({ a, b }) => [a ?? [], b ?? []].flat()),
    ];
    if (named.length) nodes = new ShortNames([...nodes.all, ...named]);
    pods = new PodNames([...placements, ...(result?.differing ?? [])].map(({ pod }) => pod));
  });
  spellNames(() => [nodes, pods]);
}
