// Prefetches, once the reader steps: the views of the neighbouring pods and the arithmetic of the
// neighbouring steps.

import { effect } from "../../../lib/atoms.js";
import { whenIdle } from "../../../lib/frame.js";
import { position } from "./actions.js";
import { explainAhead, viewOf } from "./data.js";
import { level, log, pointer, view } from "./state.js";

export function prefetch() {
  let before = pointer.get();
  let queued = false;
  effect(() => {
    const at = pointer.get();
    const viewed = view.get();
    const moved = before && at && at !== before;
    if (at && !before) before = at;
    if (!moved || viewed.status !== "ready" || viewed.cycle !== at?.cycle || queued) return;
    queued = true;
    whenIdle(() => {
      queued = false;
      neighbours();
    });
  });
}

function neighbours() {
  const at = pointer.get();
  const { cycles, finished } = log.get();
  if (!at) return;
  for (const index of finished ? [at.cycle + 1, at.cycle - 1] : [])
    if (cycles[index]) viewOf(cycles[index]).catch(() => {});
  const { data } = view.get();
  if (!at.node || !data) return;
  const { steps, index } = position();
  for (const step of [steps[index + 1], steps[index - 1]])
    if (step)
      explainAhead(
        level.get() === "Node" ? { ...at, ...step } : { ...at, point: step.point, plugin: step.plugin },
        data,
      );
}
