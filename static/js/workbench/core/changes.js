// What the step at hand changed: the line beside the stepper, and the nodes that "changed only" leaves.

import { computed } from "../../lib/atoms.js";
import { memoizeLast } from "../../lib/memoizeLast.js";
import { position } from "./actions.js";
import { deltaOf } from "../../model/delta.js";
import { changedOnly, level, log, pointer, view } from "./state.js";

const worked = memoizeLast((at, known, seen, name) => {
  const data = seen.status === "ready" && seen.cycle === at.cycle ? seen.data : null;
  const { steps, index } = position();
  return deltaOf(at, known, data, name, steps[index - 1]);
});

/** Worked out when it is asked for: it goes through all nodes. @returns {import("../../model/delta.js").Delta | null} */
export const delta = () => (pointer.get() ? worked(pointer.get(), log.get(), view.get(), level.get()) : null);

/** The nodes to show alone, or null for all. @type {Pick<import("../../lib/atoms.js").Atom<Set<string> | null>, "get" | "subscribe">} */
export const changedNodes = computed([changedOnly, pointer, log, view, level], (on) =>
  on && delta()?.nodes ? new Set(delta().nodes) : null,
);
