// Commands of the map.

import { foldPane, isFolded } from "../core/panes.js";
import { left, phone } from "../core/state.js";
import { wide } from "./settings.js";

/** Toggles the map in the stage's place, on a phone in the page's. */
export function toggleMap() {
  left.set("topology");
  wide.update((on) => !on);
}

export function findOnMap() {
  left.set("topology");
  if (phone.get()) wide.set(true);
  else if (isFolded("map")) foldPane("map", false);
  queueMicrotask(() => document.getElementById("map-find")?.focus()); // before the next key
}
