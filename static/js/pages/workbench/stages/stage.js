// The middle pane: one file per extension point. It is built anew when the point, the cycle or the data
// change; another plugin or node moves marks and draws the parts that are about the plugin (perPlugin.js), so
// that focus, scrolling and figures stay.

import { effect, watch } from "../../../lib/atoms.js";
import { $$, around, h, replace, say } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { later, soon } from "../../../lib/later.js";
import { scrolledTo } from "../../../lib/scrolled.js";
import { go, goNode } from "../core/actions.js";
import { context, isViewed } from "../core/context.js";
import { retry } from "../core/data.js";
import { pointOf, stopOf } from "../../../model/points.js";
import { pluginOf } from "../../../plugins/registry.js";
import { hovered, log, pointer, run, runPart, streaming, view } from "../core/state.js";
import { emptyState } from "../facts/nocycle.js";
import { detourNote } from "./detour.js";
import { filter } from "./filter.js";
import { group } from "./group.js";
import { mark, markAdded } from "./marks.js";
import { postfilter } from "./postfilter.js";
import { prefilter } from "./prefilter.js";
import { prescore } from "./prescore.js";
import { result } from "./result.js";
import { scores } from "./scores.js";
import { summaryLink } from "./summaryLink.js";
import { wholeRun } from "../wholerun/run.js";

/** @import { Pointer } from "../../../model/pointer.js" */
/** @import { PointId } from "../../../model/points.js" */
/** @import { Context } from "../../../plugins/descriptor.js" */
/** @import { Rendered, Stage } from "../core/context.js" */

const kueueStage = later(async () => (await import("../kueue/stage.js")).kueueStage);

const queueBody = later(async () => (await import("./queue.js")).queueBody);

/** @type {Stage} */
const queue = {
  early: true,
  key: ({ log: runLog }) => String(runLog.done),
  render: (now) => ({ body: soon(queueBody(now)) }),
};

/** Few clusters have Kueue. @type {Stage} */
const kueue = {
  early: true,
  key: ({ pointer: at, cycle }) => `${at.plugin}/${Boolean(cycle.kueue)}`,
  render: (now) => ({ body: soon(kueueStage(now)) }),
};

/** By stop. @type {Record<string, Stage>} */
const STAGES = {
  Run: wholeRun,
  Kueue: kueue,
  Queue: queue,
  Group: group,
  PreFilter: prefilter,
  Filter: filter,
  PostFilter: postfilter,
  PreScore: prescore,
  Scores: scores,
  Result: result,
};

/** The question of a plugin, else of the point. @param {Pointer} at */
const question = ({ point, plugin }) =>
  (isAsking(point) && pluginOf(plugin).questions?.[point]) || pointOf(point).question;

/** @param {PointId} point @returns {point is "PreFilter" | "Filter"} */
const isAsking = (point) => point === "PreFilter" || point === "Filter";

/** Runs the draft once more, where there is one. @type {(() => void) | null} */
let again = null;

/** @param {HTMLElement} element @param {(() => void) | null} [rerun] */
export function mountStage(element, rerun = null) {
  again = rerun;
  const [questionLine, tools] = [h("h1"), h("div.tools")];
  const summary = h("span.ask-sum");
  const head = h("div.ask", h("div.grow", questionLine), summary, tools);
  const top = h("div.stage-top");
  const body = h("div.pane-b", { id: "stage-body" });
  element.append(head, detourNote(), top, body);
  markAdded(element);
  let key = "";
  /** @type {Pointer | null} */
  let before = null;
  watch([context, streaming, run, runPart], () => {
    const now = context.get();
    const currentRun = run.get();
    const next = now
      ? keyOf(now)
      : ["empty", currentRun?.id, streaming.get(), currentRun?.status, ...endOfRun()].join("/");
    if (next !== key) build({ head, tools, top, body }, now, next.split("#")[0] === key.split("#")[0]);
    key = next;
    if (!now) return;
    replace(summary, isViewed(now) ? summaryLink(now) : null);
    say(questionLine, question(now.pointer));
    if (before) mark(element, now.pointer, before);
    before = now.pointer;
    // When all has been drawn: the page is laid out once.
    requestAnimationFrame(() => bringIntoSight(element, now.pointer));
  });
  listen(element);
}

/** Brings the current node into sight, where a stage knows better. @type {((at: Pointer) => void) | null} */
let reveal = null;

/** @param {Context} now */
function keyOf(now) {
  const { pointer: at, cycle } = now;
  const stop = stopOf(at.point).id;
  const stage = STAGES[stop];
  const own = stage.key?.(now) ?? "";
  if (stage.ofRun) return `${run.get()?.id}/${stop}#${now.phone}/${own}`;
  const known = [view.get().status, Boolean(cycle.finished), Boolean(now.cluster), now.phone, own];
  return `${run.get()?.id}/${at.cycle}/${stop}#${known.join("/")}`;
}

/** How far the run has come, as far as an empty stage tells. */
function endOfRun() {
  const now = log.get();
  return [now.failed, now.cancelled, Boolean(now.started), Boolean(now.finished)];
}

/**
 * @typedef {{head: HTMLElement, tools: HTMLElement, top: HTMLElement, body: HTMLElement}} Places of a
 *   stage on the page
 */

/** @param {Places} places @param {Context | null} now @param {boolean} same */
function build({ head, tools, top, body }, now, same) {
  const scrolled = scrolledTo(body);
  const parts = now ? render(now) : { body: emptyState(again) };
  reveal = parts.reveal ?? null;
  head.classList.toggle("kept", !now); // its place, so that nothing moves when it comes
  replace(tools, parts.tools);
  replace(top, parts.top);
  replace(body, parts.body, parts.foot);
  // Otherwise there is nothing to set, and the layout can wait.
  if (scrolled) body.scrollTop = same ? scrolled : 0;
}

/** @param {Context} now @returns {Rendered} */
function render(now) {
  const stage = STAGES[stopOf(now.pointer.point).id];
  const { status } = view.get();
  if (stage.early) return stage.render(now);
  if (isViewed(now))
    return now.data.endsBefore(now.pointer.point) ? { body: notReached() } : stage.render(now);
  if (status === "failed") return { body: failed() };
  return {
    body: h(
      now.cycle.finished ? "p.waiting.loading.mute" : "p.waiting.mute",
      { role: "status" },
      now.cycle.finished ? t("Loading this cycle…") : t("This cycle is still running…"),
    ),
  };
}

/** The point of a cycle that ended before it. */
const notReached = () => h("div.blank", h("p.soft", t("Not reached: no node was left to score.")));

function failed() {
  return h(
    "div.blank",
    h("p", h("b", t("This cycle could not be loaded."))),
    h("p.soft", view.get().error?.message ?? ""),
    h("button.btn", { onclick: retry }, icon("retry"), t("Try again")),
  );
}

/** @param {HTMLElement} root @param {Pointer} at */
function bringIntoSight(root, at) {
  const [cell] = $$(".cur[data-pick=cell], tr.cur, .nr.cur", root);
  if (root.contains(document.activeElement)) return;
  if (reveal) reveal(at);
  else if (cell) cell.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** @param {HTMLElement} element */
function listen(element) {
  element.addEventListener("click", (event) => {
    const at = pointer.get();
    const picked = around(event, "[data-pick]");
    if (!at || !(picked instanceof HTMLElement)) return;
    const { pick, node, plugin } = picked.dataset;
    if (pick === "plugin") go({ plugin: at.plugin === plugin && at.point !== "Filter" ? null : plugin });
    else if (node) goNode(node, plugin ?? at.plugin);
  });
  element.addEventListener("pointerover", (event) =>
    hovered.set(around(event, "[data-node]")?.getAttribute("data-node") ?? null),
  );
  element.addEventListener("pointerleave", () => hovered.set(null));
  effect(() => {
    const node = hovered.get();
    for (const row of $$("tr[data-node]", element)) row.classList.toggle("hov", row.dataset.node === node);
  });
}
