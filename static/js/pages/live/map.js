// The nodes by pool and zone, a square each, as they are at the moment that is shown.

import { atom, computed, effect, watch } from "../../lib/atoms.js";
import { around, h, replace } from "../../lib/dom.js";
import { decimal, inARow, integer, labelled } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { showMenu } from "../../lib/menu.js";
import { Pools } from "../../model/pools.js";
import { headingOf, poolGrid } from "../../model/poolgrid.js";
import { poolMap, rampKey, rampOf } from "../../parts/poolmap.js";
import { nodeEntries } from "./opening.js";
import { boot, listed, nodes } from "./state.js";

/** @import { LiveNode } from "../../types/engine.js" */

const LARGE = 40; // nodes: from here on a square is a colour

const measure = atom(/** @type {"cpu" | "memory"} */ ("cpu"));

/** Which nodes there are, and where. */
const places = computed(() =>
  nodes
    .get()
    .map(({ name, pool, zone }) => `${pool}\n${zone}\n${name}`)
    .join("\n\n"),
);

const pools = computed(() => {
  places.get(); // not what the nodes hold
  return new Pools(
    nodes.peek().map(({ name, pool, zone }) => ({ name, pool, zone, shape: "", platform: "" })),
  );
});

/** The node of the last decision. */
const chosen = computed(
  () => listed.get().findLast((entry) => entry.kind === "decision" && entry.node !== null)?.number ?? 0,
);

/** @param {HTMLElement} place */
export function mountMap(place) {
  const heading = h("h2");
  const map = h("div.lv-pools");
  const key = h("ul.stack-key.soft");
  place.append(h("div.lv-map-h", heading, key, measures()), map);
  /** @type {Map<string, HTMLElement>} by node */
  let squares = new Map();
  watch([places, measure], () => {
    const by = measure.get();
    const list = nodes.get();
    place.hidden = !list.length;
    place.classList.toggle("lv-large", list.length > LARGE);
    squares = drawMap(map, list);
    replace(heading, tn("{n} node", "{n} nodes", list.length), " ", h("span.soft", MEASURES[by]()));
    replace(
      key,
      list.length > LARGE && rampKey(""),
      h("li", h("i.lv-closed"), t("tainted or cordoned")),
      h("li", h("i.lv-last"), t("chosen last")),
      boot.node && h("li", h("i.lv-here"), t("this node")),
    );
  });
  effect(() => {
    const list = nodes.get();
    const by = measure.get();
    const number = chosen.get();
    const last = listed.peek().find((entry) => entry.number === number);
    const name = last?.kind === "decision" ? last.node : null;
    for (const node of list) paint(squares.get(node.name), node, by, node.name === name);
  });
  map.addEventListener("click", (event) => {
    const square = around(event, "[data-node]");
    const node = nodes.get().find(({ name }) => name === square?.dataset.node);
    if (square && node) showMenu(square, nodeEntries(node.name), { title: textOf(node) });
  });
  map.addEventListener("keydown", (event) => stepOn(event, map));
}

const MEASURES = { cpu: () => t("requested cpu"), memory: () => t("requested memory") };

function measures() {
  const choices = h("div.seg", { role: "group", "aria-label": t("What nodes show") });
  effect(() => {
    const by = measure.get();
    replace(
      choices,
      ["cpu", "memory"].map((kind) =>
        h(
          "button",
          {
            "aria-pressed": String(kind === by),
            onclick: () => measure.set(/** @type {"cpu" | "memory"} */ (kind)),
          },
          kind === "cpu" ? t("cpu") : t("memory"),
        ),
      ),
    );
  });
  return choices;
}

/** @param {HTMLElement} map @param {LiveNode[]} list */
function drawMap(map, list) {
  /** @type {Map<string, HTMLElement>} */
  const squares = new Map();
  const focused =
    document.activeElement instanceof HTMLElement ? document.activeElement.dataset.node : undefined;
  const grid = poolGrid({
    pools: pools.get(),
    indexOf: new Map(list.map(({ name }, i) => [name, i])),
    nodes: /** @type {any} */ (list.map(({ tainted }) => ({ taints: tainted ? [""] : [] }))),
  });
  replace(
    map,
    poolMap(
      grid,
      (members, pool, zone) =>
        headingOf(
          pool,
          members.map(() => ""),
          zone,
        ),
      (members, title) =>
        h(
          "div.lv-squares",
          { role: "group", "aria-label": title },
          members.map((i) => {
            const square = h("button.lv-sq", { dataset: { node: list[i].name }, tabindex: "-1" }, h("i"));
            squares.set(list[i].name, square);
            return square;
          }),
        ),
    ),
  );
  const entrance = (focused && squares.get(focused)) || squares.values().next().value;
  entrance?.setAttribute("tabindex", "0");
  if (focused) squares.get(focused)?.focus();
  return squares;
}

/**
 * @param {HTMLElement | undefined} square @param {LiveNode} node @param {"cpu" | "memory"} by
 * @param {boolean} isLast
 */
function paint(square, node, by, isLast) {
  if (!square) return;
  const share = Math.min(1, node[by] ?? 0);
  const kind = [
    "lv-sq",
    rampOf(share),
    (node.tainted || node.unschedulable) && "closed",
    !node.ready && "down",
    isLast && "last",
    node.name === boot.node && "here",
  ]
    .filter(Boolean)
    .join(" ");
  if (square.className !== kind) square.className = kind;
  const label = textOf(node);
  if (square.getAttribute("aria-label") === label) return;
  square.setAttribute("aria-label", label);
  square.title = label;
  square.style.setProperty("--share", String(share));
}

/** "a-17: cpu 43 %, memory 20 %, 12 pods, cordoned" @param {LiveNode} node */
const textOf = ({ name, cpu, memory, pods, ready, unschedulable, tainted }) =>
  labelled(
    name,
    inARow(
      ...[
        cpu !== null && `${t("cpu")} ${decimal(100 * cpu, 0)} %`,
        memory !== null && `${t("memory")} ${decimal(100 * memory, 0)} %`,
        tn("{n} pod", "{n} pods", pods, { n: integer(pods) }),
        !ready && t("not ready"),
        unschedulable ? t("cordoned") : tainted && t("tainted"),
      ].filter((part) => typeof part === "string"),
    ),
  );

/** Arrows go from node to node; one of them is in the order of the page. @param {KeyboardEvent} event
 * @param {HTMLElement} map */
function stepOn(event, map) {
  const square = around(event, "[data-node]");
  if (!square || event.altKey || event.ctrlKey || event.metaKey) return;
  const all = [...map.querySelectorAll("[data-node]")];
  const next = nextOf(all, all.indexOf(square), event.key);
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  square.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

/** @param {Element[]} all @param {number} at @param {string} key */
function nextOf(all, at, key) {
  if (key === "ArrowRight") return all[at + 1];
  if (key === "ArrowLeft") return all[at - 1];
  if (key === "Home") return all[0];
  if (key === "End") return all[all.length - 1];
  if (key !== "ArrowDown" && key !== "ArrowUp") return undefined;
  const { left, top } = all[at].getBoundingClientRect();
  const beyond = key === "ArrowDown" ? all.slice(at + 1) : all.slice(0, at).reverse();
  return beyond.find((other) => {
    const place = other.getBoundingClientRect();
    return place.top !== top && Math.abs(place.left - left) < place.width;
  });
}
