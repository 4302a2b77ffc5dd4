// No cycle to show: not run, queued, running, failed, or nothing to schedule. Each says what is next.

import { h } from "../../lib/dom.js";
import { count } from "../../lib/format.js";
import { boot, log, run, streaming } from "../state.js";

export function emptyState() {
  const { title, text, busy } = says(run.get(), log.get(), streaming.get());
  return h(
    "div",
    { class: "blank", role: "status" },
    h("h1", null, title),
    h("p", { class: "soft" }, text),
    busy ? h("div", { class: "busy", "aria-hidden": "true" }) : null,
    h("p", { class: "row" }, h("a", { class: "btn", href: "/" }, "All scenarios"), log.get().failed ? h("button", { type: "button", class: "btn", onclick: () => location.reload() }, "Load again") : null),
  );
}

function says(shown, { failed, finished, started }, state) {
  if (!shown)
    return boot.kind === "draft"
      ? { title: "Not run yet", text: "Run the scenario: each pod then goes through the scheduling framework, and every step can be opened here." }
      : { title: "This scenario has not been run", text: "Take a copy of it and run that." };
  if (failed || state === "failed") return { title: "The run failed", text: failed ?? shown.error ?? "It stopped before its first pod was scheduled. The scenario is unchanged; run it again." };
  if (finished) return { title: "No pod to schedule", text: `The cluster has ${count(started?.nodes ?? 0, "node")} and no pending pod. Add a pod without spec.nodeName and run it again.` };
  if (state === "polling") return { title: "Reconnecting", text: "The connection was lost. The run goes on, and what is missed is asked for.", busy: true };
  return { title: started ? "Scheduling the first pod" : "Waiting for the run to start", text: "Steps appear here as they are finished.", busy: true };
}
