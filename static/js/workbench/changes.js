// What the step at hand changed, as atoms: the line beside the stepper, and the nodes that "changed only" leaves.

import { computed } from "../lib/atoms.js";
import { position } from "./actions.js";
import { deltaOf } from "./delta.js";
import { changedOnly, level, log, pointer, view } from "./state.js";

/** @type {Pick<import("../lib/atoms.js").Atom<import("./delta.js").Delta | null>, "get" | "subscribe">} */
export const delta = computed([pointer, log, view, level], (at, known, seen, name) => {
  if (!at) return null;
  const data = seen.status === "ready" && seen.cycle === at.cycle ? seen.data : null;
  const { steps, index } = position();
  return deltaOf(at, known, data, name, steps[index - 1]);
});

/** The nodes to show alone, or null for all. @type {Pick<import("../lib/atoms.js").Atom<Set<string> | null>, "get" | "subscribe">} */
export const changedNodes = computed([changedOnly, delta], (on, now) => (on && now?.nodes ? new Set(now.nodes) : null));
