// The whole run: every attempt, where the pods ended up with the effect on skew and use, and which pods
// still wait.

import { $$, h, replace } from "../../../lib/dom.js";
import { clock, integer } from "../../../lib/format.js";
import { t, tn } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { redrawWhileMounted } from "../../../lib/redrawWhileMounted.js";
import { later, soon } from "../../../lib/later.js";
import { isOver, talliesOf } from "../../../model/log.js";
import { note, section } from "../../../parts/panels.js";
import { log, runPart, url } from "../core/state.js";
import { admissionBody, admissionLine } from "../facts/admission.js";
import { pendingGroups } from "./gangs.js";
import { pendingBody } from "./pending.js";
import { podsBody, podsTools, showAttempts } from "./pods.js";

/** @import { RunLog } from "../../../model/log.js" */
/** @import { Attempts } from "./pods.js" */

const placementBody = later(async () => (await import("./placement.js")).placementBody);

const PARTS = {
  pods: t("Pods"),
  placement: t("Placement"),
  pending: t("Pending"),
  admission: t("Before scheduling"),
};

/** @type {import("../core/context.js").Stage} */
export const wholeRun = {
  early: true,
  ofRun: true,
  // The list of pods grows while it is read: it is not made anew when the run is over.
  key: (now) => {
    const part = runPart.get();
    return `${part}/${part === "pods" ? "" : isOver(now.log)}/${part === "pending" ? now.log.done : ""}`;
  },
  render(now) {
    const part = runPart.get();
    const body =
      part === "pods"
        ? podsBody()
        : part === "pending"
          ? pendingBody(now.log)
          : part === "admission"
            ? admissionBody()
            : soon(placementBody(now));
    return {
      tools: part === "pods" ? podsTools() : null,
      top: tabs(),
      body: [outcome(), part === "admission" ? null : admissionLine(), body],
    };
  },
};

function tabs() {
  const buttons = Object.entries(PARTS).map(([id, name]) =>
    h(
      "button",
      {
        role: "tab",
        dataset: { part: id },
        onclick: () => url.write({ show: id === "pods" ? null : id }, { push: true }),
      },
      name,
    ),
  );
  const element = h("div.ptabs", { role: "tablist", "aria-label": t("Parts of the run") }, buttons);
  element.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    const at = Object.keys(PARTS).indexOf(runPart.get());
    const next = buttons[(at + step + buttons.length) % buttons.length].dataset.part;
    url.write({ show: next === "pods" ? null : next }, { push: true });
    requestAnimationFrame(() => $$(`.ptabs [data-part="${next}"]`)[0]?.focus());
    event.preventDefault();
  });
  redrawWhileMounted(element, () => {
    const part = runPart.get();
    buttons.forEach((button) => {
      const on = button.dataset.part === part;
      button.classList.toggle("cur", on);
      button.setAttribute("aria-selected", String(on));
      button.tabIndex = on ? 0 : -1;
    });
  });
  return element;
}

function outcome() {
  const element = h("div");
  redrawWhileMounted(element, () => {
    const runLog = log.get();
    replace(element, ended(runLog), facts(runLog), runLog.finished ? pendingGroups(runLog) : null);
  });
  return element;
}

/** How a run ended early, with its actions. @param {RunLog} log */
function ended({ failed, cancelled, done, started }) {
  if (failed)
    return section(
      h(
        "div.note.error-note",
        icon("warn"),
        h(
          "div",
          h("p.strong", t("The run failed")),
          h("p", failed),
          h("p", t("The scenario is unchanged, and the earlier pods can be stepped through.")),
        ),
      ),
    );
  if (cancelled)
    return section(
      note(
        tn(
          "The run was cancelled after {done} of {n} attempt. Running again starts from the first pod.",
          "The run was cancelled after {done} of {n} attempts. They can be stepped through; running " +
            "again starts from the first pod.",
          Math.max(done, started?.pods.length ?? 0),
          { done: integer(done) },
        ),
      ),
    );
  return null;
}

/** @param {RunLog} runLog */
function facts(runLog) {
  const { placed, waiting, victims } = talliesOf(runLog);
  const attempts = runLog.done - new Set(runLog.cycles.map((cycle) => cycle.pod)).size;
  /** @type {[number: string, name: string, opens?: (() => void) | null][]} */
  const parts = [
    [integer(placed), tn("pod placed", "pods placed", placed), placed ? () => listed("placed") : null],
    [
      integer(waiting),
      tn("pod pending", "pods pending", waiting),
      waiting ? () => url.write({ show: "pending" }, { push: true }) : null,
    ],
    [integer(Math.max(0, attempts)), tn("further attempt", "further attempts", Math.max(0, attempts))],
    [
      integer(victims),
      tn("pod preempted", "pods preempted", victims),
      victims ? () => listed("preempts") : null,
    ],
    [clock(runLog.finished?.at ?? runLog.cycles.at(-1)?.started.at ?? 0), t("on the scheduler's clock")],
  ];
  return section(
    h(
      "dl.run-facts",
      parts.map(([number, name, opens]) =>
        h(
          "div",
          h("dt", name),
          h(
            "dd",
            opens ? h("button.opn", { "aria-label": `${number} ${name}`, onclick: opens }, number) : number,
          ),
        ),
      ),
    ),
  );
}

/** @param {Attempts} kind */
function listed(kind) {
  showAttempts(kind);
  url.write({ show: null }, { push: true });
}
