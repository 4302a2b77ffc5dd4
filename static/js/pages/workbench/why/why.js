// The Why pane, always there: the answer of the step, or the arithmetic of what is selected. On a phone it
// is the sheet at the bottom.

import { effect, watch } from "../../../lib/atoms.js";
import { copyText } from "../../../lib/clipboard.js";
import { $, $$, around, arrange, h, replace, say, typingIn } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { memoizeLast } from "../../../lib/memoizeLast.js";
import { scrolledTo } from "../../../lib/scrolled.js";
import { clearNode, goNode } from "../core/actions.js";
import { retry } from "../core/data.js";
import { matrixOf } from "../../../model/matrix.js";
import { pointOf } from "../../../model/points.js";
import { noReasons } from "../facts/nocycle.js";
import { context, isViewed } from "../core/context.js";
import { explanation, phone, pointer, url, view } from "../core/state.js";
import { scoresNow, weightOverrides } from "../core/trial.js";
import { filterParts } from "../facts/cell.js";
import { FACTS } from "../facts/kinds/registry.js";
import { PLUGINS } from "../../../plugins/registry.js";
import { aboutStep } from "./about.js";
import { framed } from "./frames.js";
import { whatPutsItHere } from "./help.js";
import { nodeCard } from "./node.js";
import { scoreParts } from "../facts/scores.js";
import { loadFacts, open, backTo, fact, trail } from "../facts/trail.js";
import { storyParts } from "./story.js";
import { whyNot, winnerSummary } from "./whynot.js";

/** @import { CycleView } from "../../../model/cycleview.js" */
/** @import { PointId } from "../../../model/points.js" */
/** @import { Context, Viewed } from "../../../plugins/descriptor.js" */
/** @import { Failure } from "../core/state.js" */

/** @param {HTMLElement} element */
export function mountWhy(element) {
  const name = h("span.mute.t12.cut");
  const copy = h(
    "button.btn.bare.icon.dk",
    {
      "aria-label": t("Copy the link to this step"),
      title: t("Copy the link to this step (y)"),
      onclick: copyLink,
    },
    icon("link"),
  );
  const close = h(
    "button.btn.bare.icon.close",
    { "aria-label": t("Clear the selection"), title: t("Clear the selection (Esc)"), onclick: clear },
    icon("x"),
  );
  const grab = h(
    "button.grab.ph",
    {
      "aria-label": t("Show everything"),
      "aria-expanded": "false",
      onclick: () => expand(!element.classList.contains("tall")),
    },
    h("i"),
  );
  const body = h("div.pane-b.why-b", { tabindex: "-1", id: "why-body" });
  /** @param {boolean} tall */
  const expand = (tall) => {
    element.classList.toggle("tall", tall);
    grab.setAttribute("aria-expanded", String(tall));
  };
  replace(element, grab, h("div.pane-h", h("h2", t("Why")), name, h("span.grow"), copy, close), body);
  let shownKey = "";
  watch([context, explanation, view, trail, fact, weightOverrides], () => {
    const now = context.get();
    const explained = explanation.get();
    const opened = trail.get();
    const at = now?.pointer;
    const key = `${at?.cycle}/${at?.point}/${at?.plugin}/${at?.node}/${opened.join()}`;
    const inside = body.contains(document.activeElement);
    const about = now?.pointer.node ? subject(now) : ""; // the stage says which step it is
    say(name, about);
    name.title = about;
    close.hidden = !at?.node && !opened.length;
    element.classList.toggle("open", Boolean(at?.node || opened.length));
    arrange(
      body,
      now ? (opened.length ? framed(subject(now), opened, now) : content(now, explained)) : noReasons(),
    );
    if (inside && (document.activeElement === body || !body.contains(document.activeElement)))
      focusHere(body);
    if (key !== shownKey && scrolledTo(body)) requestAnimationFrame(() => (body.scrollTop = 0));
    if (key !== shownKey && !at?.node && !opened.length) expand(false);
    shownKey = key;
  });
  loadFacts(FACTS);
  listen(element);
  effect(() => element.setAttribute("aria-label", phone.get() ? t("Why, sheet") : t("Why")));
}

const clear = () => (pointer.get()?.node ? clearNode() : backTo(0));

/** The focus stays in the pane when its element is redrawn. @param {HTMLElement} body */
const focusHere = (body) => ($$("#why-here", body)[0] ?? body).focus({ preventScroll: true });

/**
 * Numbers open wherever they stand: from the page anew, in the pane one from the other. Escape goes one back.
 * The nodes of pods are selected from within the pane.
 * @param {HTMLElement} pane
 */
function listen(pane) {
  /** @type {HTMLElement | null} */
  let opener = null;
  document.addEventListener(
    "click",
    (event) => {
      const number = around(event, "[data-why]");
      if (!(number instanceof HTMLElement)) return;
      event.stopPropagation();
      const further = pane.contains(number);
      if (!further) opener = number;
      open(number.dataset.why ?? "", { further });
      if (event.detail === 0 && trail.get().length) requestAnimationFrame(() => focusHere($("#why-body")));
    },
    true,
  );
  pane.addEventListener("click", (event) => {
    const name = around(event, "[data-selects]")?.getAttribute("data-selects");
    if (name) goNode(name, pointer.get()?.plugin);
  });
  document.addEventListener(
    "keydown",
    (event) => {
      const opened = trail.get().length;
      if (event.key !== "Escape" || !opened || typingIn(event.target)) return;
      event.stopPropagation();
      backTo(opened - 1);
      if (opened === 1 && pane.contains(document.activeElement) && opener?.isConnected) opener.focus();
    },
    true,
  );
  effect(() => {
    const [first] = trail.get();
    for (const number of $$("[data-why].on")) number.classList.remove("on");
    if (first)
      for (const number of $$(`[data-why="${CSS.escape(first)}"]`))
        if (!pane.contains(number)) number.classList.add("on");
  });
}

export const copyLink = () => copyText(url.href(), t("The link to this step"));

/** @typedef {ReturnType<typeof explanation.get>} Explained */

/** @param {Context} now */
function subject({ pointer: { node, plugin, point }, data }) {
  if (!node) return t("this step: {step}", { step: plugin ?? pointOf(point).label });
  if (plugin && isExplained(point)) return `${node} × ${plugin}`;
  return compares(point, data, node) ? t("not {node}", { node }) : node;
}

/** @param {PointId} point */
const isExplained = (point) => ["Filter", "Score", "NormalizeScore"].includes(point);
/** @param {PointId} point @param {CycleView | null} data @param {string} node */
const compares = (point, data, node) =>
  (point === "Total" || point === "Result") &&
  data?.scored &&
  scoresNow(data).has(data.indexOf(node)) &&
  scoresNow(data).name(scoresNow(data).winner) !== node;

// Parts that a step does not change are not rebuilt.
const card = memoizeLast(nodeCard, ({ cluster, cycle, data, log }, node) => [
  cluster,
  cycle,
  data,
  log,
  node,
]);
const against = memoizeLast(whyNot, (data, node) => [data, node, weightOverrides.get()]);
const winner = memoizeLast(winnerSummary, (data) => [data, weightOverrides.get()]);
const about = memoizeLast(aboutStep, ({ point, plugin }, version) => [point, plugin, version]);
const here = memoizeLast(whatPutsItHere, ({ cluster, cycle, log }, node) => [cluster, cycle, log, node]);
const counted = memoizeLast(
  (now, node) => PLUGINS.map((plugin) => plugin.counted?.(now, node)),
  ({ cluster, data }, node) => [cluster, data, node],
);

/** @param {Context} now @param {Explained} explained */
function content(now, explained) {
  const { error } = view.get();
  if (error) return problem(error);
  const { node } = now.pointer;
  const parts = node ? [ofNode(now, node, explained), here(now, node)] : storyParts(now);
  return parts ? [parts, about(now.pointer, now.log.started?.kubernetes_version)] : waiting();
}

/** @param {Context} now @param {string} node @param {Explained} explained */
function ofNode(now, node, explained) {
  const { pointer: at, data } = now;
  if (!data || !isViewed(now)) return card(now, node);
  if (at.plugin && isExplained(at.point)) return explainedParts(now, node, at.plugin, explained);
  if (compares(at.point, data, node)) return against(data, node);
  if (
    (at.point === "Total" || at.point === "Result") &&
    data.scored &&
    scoresNow(data).name(scoresNow(data).winner) === node
  )
    return [winner(data), card(now, node)];
  if (at.point === "PreFilter") return [counted(now, node), card(now, node)];
  return card(now, node);
}

/** @param {Viewed} now @param {string} node @param {string} plugin @param {Explained} explained */
function explainedParts(now, node, plugin, explained) {
  if (explained.status === "none") return [unexplained(now, node, plugin), card(now, node)];
  if (explained.status === "failed") return problem(explained.error);
  if (explained.status !== "ready") return waiting();
  return explained.data.point === "Filter"
    ? filterParts(now, explained.data)
    : scoreParts(explained.data, now);
}

/** @param {Viewed} now @param {string} node @param {string} plugin */
function unexplained({ pointer: at, data }, node, plugin) {
  const matrix = matrixOf(data);
  const first = matrix.first(data.indexOf(node));
  const text =
    at.point !== "Filter"
      ? scoringText(node, first)
      : matrix.skipped.has(plugin)
        ? t("{plugin} skipped this pod: it has nothing to check.", { plugin })
        : t("{plugin} was not run for {node}.", { plugin, node });
  return h("section.sec", h("p.soft", text));
}

/** @param {string} node @param {string | null} first */
const scoringText = (node, first) =>
  first
    ? t("{node} did not reach scoring: {plugin} rejected it.", { node, plugin: first })
    : t("{node} did not reach scoring.", { node });

const waiting = () => h("p.waiting.mute", { role: "status" }, t("Calculating…"));
/** @param {Failure} error */
const problem = (error) =>
  h(
    "section.sec",
    h("p.why-t", t("This could not be loaded")),
    h("p.soft", error.message),
    h("button.btn", { onclick: retry }, icon("retry"), t("Try again")),
  );
