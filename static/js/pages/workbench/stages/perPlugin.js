// A part of a panel that is about the selected plugin: it alone is drawn again when another is
// selected.

import { computed } from "../../../lib/atoms.js";
import { h, replace } from "../../../lib/dom.js";
import { redrawWhileMounted } from "../../../lib/redrawWhileMounted.js";
import { pointer } from "../core/state.js";

const plugin = computed(() => pointer.get()?.plugin ?? null);

/** @param {(plugin: string | null) => any} draw */
export function perPlugin(draw) {
  const element = h("div.part");
  redrawWhileMounted(element, () => replace(element, draw(plugin.get())));
  return element;
}
