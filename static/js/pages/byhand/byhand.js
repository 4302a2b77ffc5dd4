// The reader is the scheduler: pod by pod onto nodes. A rule that forbids it says so with its sum; a legal
// choice that is not the scheduler's is called legal. What is allowed, and what would have won, is the
// engine's.

import { $, $$, arrange, bootData, h, replace, typingIn } from "../../lib/dom.js";
import { inARow, integer, quantity } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { urlState } from "../../lib/urlstate.js";
import { get, messageOf } from "../../net/api.js";
import { nameElement } from "../../parts/name.js";
import { refusal } from "./refusal.js";

/** @import { HandChoice, HandNode, HandOut } from "../../types/api.js" */

const boot = /** @type {{run: string, address: string}} */ (bootData());
const main = $("#main");
const caption = $("#caption");
const url = urlState(["on"]); // the nodes that were chosen, as "c1,b2"

/** @type {HandOut | null} */
let board = null;
/** @type {string[]} the nodes that were tried for the pod in hand */
let tries = [];

const nameOf = (/** @type {string} */ pod) => pod.replace(/^default\//, "");
const nodeOf = (/** @type {string} */ name) => board?.nodes.find((node) => node.name === name);
const picked = () => (nodeOf(tries.at(-1) ?? "")?.fits ? (tries.at(-1) ?? "") : "");
const chosenSoFar = () => (board?.chosen ?? []).map(({ node }) => node ?? "");

async function load() {
  const on = url.state.get().on ?? "";
  try {
    board = await get(`/runs/${boot.run}/by-hand?${new URLSearchParams({ on })}`);
    tries = [];
    show();
  } catch (error) {
    replace(main, h("p.no-js", messageOf(error)));
  }
}

/** @param {string} name of a node */
function tryOn(name) {
  if (!board?.pod) return;
  tries = [...tries.filter((other) => other !== name), name];
  show();
}

/** @param {string} node empty: the pod waits */
function place(node) {
  const on = [...chosenSoFar(), node];
  url.write({ on: on.length === 1 && !node ? "," : on.join(",") }, { push: true });
}

function takeBack() {
  url.write({ on: chosenSoFar().slice(0, -1).join(",") }, { push: true });
}

// ---- what is drawn ----

function show() {
  if (!board) return;
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.focus : null;
  const all = board.pods.length;
  replace(
    $("#turn"),
    board.pod ? t("pod {n} of {all}", { n: board.chosen.length + 1, all }) : t("all pods have been tried"),
  );
  replace(
    $("#queue"),
    board.pods.map(({ pod }, index) => queued(pod, index)),
  );
  replace($("#asks"), board.pod ? asks(board) : null);
  replace(
    main,
    h("div.two", h("div.picture", zones(board)), h("aside.side", board.pod ? turn(board) : ends(board))),
  );
  showCaption(board);
  $$("[data-focus]", document)
    .find((element) => focused && element.dataset.focus === focused)
    ?.focus();
}

/** @param {string} pod @param {number} index */
function queued(pod, index) {
  const now = board?.chosen.length ?? 0;
  const node = board?.chosen[index]?.node;
  const name = index < now ? "done" : index === now ? "now" : "next";
  const chip = h("span.mono", { draggable: index === now ? "true" : null }, nameOf(pod));
  chip.addEventListener("dragstart", (event) => event.dataTransfer?.setData("text/plain", pod));
  return h(
    "li",
    { class: name, "aria-current": index === now ? "step" : null },
    chip,
    index < now ? h("span.soft", node ?? t("waits")) : null,
  );
}

/** @param {HandOut} shown */
function asks({ pod, asks: amounts }) {
  const words = Object.entries(amounts)
    .filter(([name]) => name === "cpu" || name === "memory")
    .map(([name, amount]) =>
      name === "cpu" ? t("{n} cpu", { n: quantity(amount, "milli") }) : quantity(amount, "bytes"),
    );
  return words.length ? t("{pod} requests {amounts}", { pod: nameOf(pod), amounts: inARow(...words) }) : "";
}

/** @param {HandOut} shown */
const zones = ({ nodes }) =>
  h(
    "div.places",
    [...new Set(nodes.map(({ zone }) => zone))].map((zone) =>
      h(
        "section.zn",
        h("h2", zone ? t("zone {zone}", { zone }) : t("nodes")),
        nodes.filter((node) => node.zone === zone).map((node) => card(node, nodes.indexOf(node))),
      ),
    ),
  );

/** @param {HandNode} node @param {number} index */
function card(node, index) {
  const isTried = tries.includes(node.name);
  const isPicked = picked() === node.name;
  const why = isTried && !node.fits ? refusal(node, nameOf(board?.pod ?? "")) : null;
  const button = h(
    "button.place",
    {
      class: isPicked ? "place pick" : why ? "place no" : "place",
      disabled: !board?.pod,
      "aria-pressed": String(isPicked),
      "aria-label": label(node, why?.words),
      dataset: { focus: node.name, key: index + 1 },
      onclick: () => tryOn(node.name),
      ondragover: (event) => event.preventDefault(),
      ondrop: (event) => {
        event.preventDefault();
        tryOn(node.name);
      },
    },
    h("span.row", h("b", nameElement(node.name)), h("span.grow"), why ? icon("x") : null),
    h(
      "span.fill",
      h("i", { style: { width: `${node.cpu ? Math.min(100, (100 * node.used) / node.cpu) : 0}%` } }),
    ),
    h(
      "span.on",
      node.pods.map((pod) =>
        h(board?.chosen.some((choice) => choice.pod === pod) ? "span.podc" : "span.podc.other", nameOf(pod)),
      ),
      isPicked ? h("span.podc.inhand", nameOf(board?.pod ?? "")) : null,
    ),
    why ? h("span.said.ri", icon("x"), why.words) : null,
    isPicked ? h("span.said.pi", icon("check"), t("allowed")) : null,
  );
  return button;
}

/** @param {HandNode} node @param {string | undefined} why */
const label = ({ name, pods }, why) =>
  [tn("{node}, {n} pod", "{node}, {n} pods", pods.length, { node: name }), why].filter(Boolean).join(": ");

/** The tries of the pod in hand, and once it is placed the scheduler's choice. @param {HandOut} shown */
const turn = ({ pod, best, best_total: most }) => [
  h("h2", t("Your tries")),
  tries.length ? null : h("p.soft", t("Click a node, or drag the pod onto it.")),
  h(
    "ol.tries",
    tries.map((name) => tried(name, nameOf(pod))),
  ),
  picked() && best
    ? [h("h2", t("You and the scheduler")), totals(best, most, picked(), nodeOf(picked())?.total ?? null)]
    : null,
];

/** @param {string} name @param {string} pod */
function tried(name, pod) {
  const node = nodeOf(name);
  if (!node) return null;
  if (node.fits)
    return h("li", h("b", nameElement(name)), icon("check", "ic pi"), h("p.soft", t("Every rule agrees.")));
  const { rule, words, sum } = refusal(node, pod);
  return h(
    "li",
    h("b", nameElement(name)),
    icon("x", "ic ri"),
    h("p.soft", h("b", rule), ": ", words, sum ? [" ", h("span.mono.nowrap", sum)] : null),
  );
}

/** @param {string} best @param {number | null} most @param {string} mine @param {number | null} total */
function totals(best, most, mine, total) {
  const longest = Math.max(most ?? 0, total ?? 0, 1);
  const bar = (
    /** @type {string} */ name,
    /** @type {number | null} */ value,
    /** @type {string} */ who,
    /** @type {string} */ kind,
  ) =>
    h(
      "p.versus",
      h("b", nameElement(name)),
      h("span", h(`i.${kind}`, { style: { width: `${(100 * (value ?? longest)) / longest}%` } })),
      h("b", value === null ? "–" : integer(value)),
      h("span.soft", who),
    );
  return best === mine
    ? bar(mine, total, t("both"), "both")
    : [bar(best, most, t("scheduler"), "theirs"), bar(mine, total, t("you"), "yours")];
}

/** All choices beside the scheduler's. @param {HandOut} shown */
const ends = ({ chosen, pods }) => [
  h("h2", t("You and the scheduler")),
  h(
    "table.tbl",
    h(
      "thead",
      h(
        "tr",
        [t("pod"), t("you"), t("scheduler, from here"), t("scheduler, alone")].map((word) =>
          h("th", { scope: "col" }, word),
        ),
      ),
    ),
    h(
      "tbody",
      chosen.map((choice, index) => line(choice, pods[index].scheduler)),
    ),
  ),
  h(
    "p.soft",
    t(
      "“From here”: what the scheduler would have chosen with your pods where they are. “Alone”: its own " +
        "run.",
    ),
  ),
];

/** @param {HandChoice} choice @param {string | null} own */
const line = ({ pod, node, total, best, best_total: most }, own) =>
  h(
    "tr",
    { class: node === best || (total !== null && total === most) ? "same" : null },
    h("th.mono", { scope: "row" }, nameOf(pod)),
    h("td", where(node, total)),
    h("td", where(best, most)),
    h("td.mono", own ?? t("waits")),
  );

/** @param {string | null} node @param {number | null} total */
const where = (node, total) => [
  h("span.mono", node ?? t("waits")),
  total === null ? null : h("span.soft", ` ${integer(total)}`),
];

const text = h("p.cap-t", { "aria-live": "polite" }); // stays, for what is new in it is read aloud
const count = h("p.soft");
const words = h("div.grow", text, count);

/** @param {HandOut} shown */
function showCaption(shown) {
  const same = shown.chosen.filter(({ node, best }) => node === best).length;
  replace(text, sentence(shown));
  count.textContent =
    shown.pod && shown.chosen.length
      ? t("Same as the scheduler: {same} of {all} so far.", { same, all: shown.chosen.length })
      : "";
  const goesOn = shown.pod
    ? picked() || !shown.best
      ? t("Next pod")
      : t("Leave it pending")
    : t("Start again");
  arrange(
    caption,
    h(
      "button.btn.icon.back",
      { "aria-label": t("Take the last pod back"), disabled: !shown.chosen.length, onclick: takeBack },
      icon("left"),
    ),
    words,
    h(
      picked() || !shown.pod || !shown.best ? "button.btn.primary.nx" : "button.btn.nx",
      { onclick: next },
      goesOn,
      icon("arrow"),
    ),
  );
}

const next = () => (board?.pod ? place(picked()) : again());
const again = () => url.write({ on: "" }, { push: true });

/** @param {HandOut} shown */
function sentence({ pod, best, best_total: most, chosen }) {
  const last = nodeOf(tries.at(-1) ?? "");
  if (!pod) {
    const same = chosen.filter(({ node, best: its }) => node === its).length;
    return t("{same} of {all} match the scheduler's choice.", { same, all: chosen.length });
  }
  if (!last)
    return best
      ? t("Where does {pod} go?", { pod: nameOf(pod) })
      : t("{pod} fits on no node. It stays pending.", { pod: nameOf(pod) });
  if (!last.fits)
    return [
      t("{node} rejects {pod}: ", { node: last.name, pod: nameOf(pod) }),
      h("b", refusal(last, nameOf(pod)).words),
    ];
  if (last.name === best) return t("Same as the scheduler: {node}.", { node: last.name });
  if (last.total !== null && last.total === most)
    return t("Allowed, and just as good: the scheduler would have chosen {best} with the same total.", {
      best,
    });
  return t("Allowed, but the scheduler would have chosen {best}: {most} to {total}.", {
    best,
    most: integer(most ?? 0),
    total: integer(last.total ?? 0),
  });
}

addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || typingIn(event.target))
    return;
  if (/^[1-9]$/.test(event.key)) $$(`[data-key="${event.key}"]`, main)[0]?.click();
  const onControl = event.target instanceof Element && event.target.closest("button, a");
  if (event.key === "Enter" && (!onControl || onControl.matches(".place.pick")) && board?.pod && picked()) {
    event.preventDefault();
    next();
  }
});

$("#again").addEventListener("click", again);
url.state.subscribe(load);
load();
