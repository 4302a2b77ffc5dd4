// The topology map: nodes by domain, pods on them, verdict or score of the current step. A canvas that draws what is in
// sight; one tab stop, arrows move over the nodes, Enter selects.

import { computed, effect } from "../../lib/atoms.js";
import { h, replace } from "../../lib/dom.js";
import { count } from "../../lib/format.js";
import { theme } from "../../lib/theme.js";
import { goNode } from "../actions.js";
import { clusterAt } from "../fold.js";
import { cluster, grouping, hovered, log, pointer, run, view } from "../state.js";
import { draw } from "./draw.js";
import { layoutOf, neighbour, tileAt } from "./layout.js";
import { countedPods, domainNotes, marksOf } from "./marks.js";

/** @param {HTMLElement} element the pane's scrolling body */
export function mountMap(element) {
  const canvas = h("canvas", { "aria-hidden": "true" });
  const option = h("div", { role: "option", id: "map-option", class: "vh" });
  const tip = h("div", { class: "map-tip", hidden: true });
  const list = h("div", { class: "map-list", role: "listbox", tabindex: "0", "aria-label": "Nodes by domain" }, canvas, option);
  const waiting = h("p", { class: "waiting mute t12" });
  replace(element, waiting, list, tip);
  effect([cluster, run], (known, shown) => {
    waiting.hidden = Boolean(known);
    list.hidden = !known;
    waiting.textContent = shown ? "Loading the cluster…" : "The nodes appear here with the first run.";
  });
  const shown = new MapView(element, list, canvas, option, tip);
  effect([cluster, grouping], () => shown.refresh());
  effect([cluster, log, pointer, view, grouping], () => shown.redraw());
  effect([hovered, theme], () => shown.paint());
  element.addEventListener("scroll", () => shown.paint(), { passive: true });
  new ResizeObserver(() => shown.refresh()).observe(element);
}

/** The cluster when the current cycle starts. */
const folded = computed([cluster, log, pointer], (known, events, at) => (known && at ? clusterAt(known, events, at.cycle) : null));

class MapView {
  constructor(element, list, canvas, option, tip) {
    Object.assign(this, { element, list, canvas, option, tip, layout: null, cursor: null, queued: false });
    list.addEventListener("pointermove", (event) => this.point(event));
    list.addEventListener("pointerleave", () => hovered.set(null));
    list.addEventListener("mousedown", (event) => event.preventDefault()); // a click leaves the focus, the arrows go on stepping
    list.addEventListener("click", (event) => this.click(event));
    list.addEventListener("keydown", (event) => this.key(event));
    list.addEventListener("focus", () => list.matches(":focus-visible") && this.moveTo(this.cursor ?? this.tile(pointer.get()?.node) ?? this.layout?.tiles[0]));
    list.addEventListener("blur", () => hovered.set(null));
  }

  refresh() {
    const known = cluster.get();
    const width = this.element.clientWidth;
    if (!known || !width) return;
    this.layout = layoutOf(known.nodes, grouping.get(), width);
    this.tiles = new Map(this.layout.tiles.map((tile) => [tile.node.name, tile]));
    this.list.style.height = `${Math.max(this.layout.height, this.element.clientHeight)}px`;
    this.redraw();
  }

  redraw() {
    this.scene();
    this.nameOption();
    this.paint();
  }

  scene() {
    const at = pointer.get();
    const seen = view.get();
    const data = seen.status === "ready" && seen.cycle === at?.cycle ? seen.data : null;
    const cycle = at ? log.get().cycles[at.cycle] : null;
    const keys = grouping.get();
    this.mark = at ? marksOf(at, data, cycle) : (node) => ({ glyph: null, text: null, level: null, hatched: node.unschedulable, winner: false, words: "" });
    this.rest = {
      note: at ? domainNotes(at, data, keys) : (group) => ({ chip: null, left: count(group.nodes.length, "node"), right: "" }),
      counted: at ? countedPods(at, data, keys) : new Set(),
      incoming: cycle?.pod ?? null,
      current: at?.node ?? null,
      grouped: keys.length > 0,
    };
  }

  pods(node) {
    return folded.get()?.podsOn.get(node) ?? [];
  }

  paint() {
    if (this.queued) return;
    this.queued = true;
    requestAnimationFrame(() => {
      this.queued = false;
      if (this.layout) this.paintNow();
    });
  }

  paintNow() {
    const { clientWidth: width, clientHeight: height, scrollTop: top } = this.element;
    const ratio = devicePixelRatio || 1;
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
      this.canvas.style.width = `${width}px`;
      this.canvas.style.height = `${height}px`;
    }
    const c = this.canvas.getContext("2d");
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    draw(c, { ...this.rest, layout: this.layout, top, bottom: top + height, mark: this.mark, pods: (node) => this.pods(node), hovered: hovered.get() });
    this.showTip();
  }

  // Squares carry no name: the one under the pointer says it.
  showTip() {
    const tile = this.layout.size === "card" ? null : this.tiles.get(hovered.get());
    this.tip.hidden = !tile;
    if (!tile) return;
    this.tip.textContent = this.label(tile);
    this.tip.style.top = `${tile.y + tile.h + 4}px`;
  }

  tile(node) {
    return node ? this.tiles?.get(node) : undefined;
  }

  at(event) {
    const box = this.list.getBoundingClientRect();
    return this.layout ? tileAt(this.layout, event.clientX - box.left, event.clientY - box.top) : null;
  }

  point(event) {
    const tile = this.at(event);
    this.list.style.cursor = tile ? "pointer" : "";
    hovered.set(tile?.node.name ?? null);
  }

  click(event) {
    const tile = this.at(event);
    if (!tile) return;
    this.cursor = tile;
    goNode(tile.node.name);
  }

  key(event) {
    const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (direction && this.cursor) this.moveTo(neighbour(this.layout, this.cursor, ...direction) ?? this.cursor);
    else if (event.key === "Home") this.moveTo(this.layout.tiles[0]);
    else if (event.key === "End") this.moveTo(this.layout.tiles.at(-1));
    else if ((event.key === "Enter" || event.key === " ") && this.cursor) goNode(this.cursor.node.name);
    else return;
    event.preventDefault();
  }

  moveTo(tile) {
    if (!tile) return;
    this.cursor = tile;
    hovered.set(tile.node.name);
    this.nameOption();
    this.list.setAttribute("aria-activedescendant", "map-option");
    const { scrollTop, clientHeight } = this.element;
    if (tile.y < scrollTop + 8) this.element.scrollTop = tile.y - 60;
    else if (tile.y + tile.h > scrollTop + clientHeight) this.element.scrollTop = tile.y + tile.h - clientHeight + 12;
  }

  // The one option that exists: the node under the cursor, else the selected one.
  nameOption() {
    const tile = this.cursor ?? this.tile(pointer.get()?.node) ?? this.layout?.tiles[0];
    if (!tile) return;
    this.option.textContent = this.label(tile);
    this.option.setAttribute("aria-selected", String(tile.node.name === pointer.get()?.node));
  }

  label({ node, group }) {
    const domain = group.values.map((value) => value ?? "no label").join(", ");
    return [node.name, domain, this.mark(node).words, count(this.pods(node.name).length, "pod")].filter(Boolean).join(", ");
  }
}
