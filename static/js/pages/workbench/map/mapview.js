// What the map shows now: its tiles, their places, and what is drawn of them.

import { t, tn } from "../../../lib/i18n.js";
import { hostLength } from "../../../model/names.js";
import { goNode } from "../core/actions.js";
import {
  cluster,
  hovered,
  hoveredDomain,
  hoveredPod,
  linked,
  pointer,
  theCluster,
  view,
} from "../core/state.js";
import { drawArrows } from "./arrows.js";
import { draw } from "./draw.js";
import { matches } from "./find.js";
import { inks } from "./ink.js";
import { Layer } from "./layer.js";
import { fittingZoom, layoutOf, placesOf, rectOf, ZOOM } from "./layout.js";
import { showsFullest, withShares } from "./marks.js";
import { drawOverlay } from "./overlay.js";
import { currentItems, currentTree, folds, stepScene } from "./scene.js";
import { sharesOf, sharesText } from "./shares.js";
import { look, match, unfolded, zoom } from "./settings.js";
import { aim } from "../../../parts/menuHandle.js";
import { groupText } from "../../../model/nodegroups.js";
import { pathOf } from "../../../model/tree.js";

/** @import { Cluster } from "../../../model/cluster.js" */
/** @import { Domain } from "../../../model/tree.js" */
/** @import { Item } from "./folding.js" */
/** @import { Card, ItemsOf, Layout, Place } from "./layout.js" */
/** @import { PlaceOf } from "./overlay.js" */
/** @import { Scene } from "./scene.js" */

const TOUCH = matchMedia("(hover: none)");

/** Unless the reader zooms out, tiles are not drawn smaller. */
const LEAST_FITTING = 0.12;
/** Up to this many tiles have their names, however long the scroll. */
const READABLE = 150;
/** Few tiles grow with the pane as far as this. */
const GROWN = 1.5;
/** Up to this many pods on a node, on average, each has its mark on a card. */
const FEW_PODS = 8;
const [LEAST_NAME, MOST_NAME] = [4, 9]; // characters that each card has room for

/** What the cards of a cluster have room for. @param {Cluster} loaded @returns {Card} */
const cardOf = (loaded) => ({
  name: Math.min(MOST_NAME, Math.max(LEAST_NAME, ...loaded.nodes.map(({ name }) => hostLength(name)))),
  pods: loaded.podCount <= FEW_PODS * loaded.nodes.length,
});

/**
 * @typedef {object} Elements
 * @property {HTMLElement} element which scrolls
 * @property {HTMLElement} list
 * @property {HTMLCanvasElement} canvas
 * @property {HTMLElement} option the one that exists
 * @property {HTMLElement} handle of the menu
 * @property {HTMLElement} tip
 */

export class MapView {
  /** @param {Elements} elements */
  constructor({ element, list, canvas, option, handle, tip }) {
    this.element = element;
    this.list = list;
    this.canvas = canvas;
    this.option = option;
    this.handle = handle;
    this.tip = tip;
    /** @type {Layout | null} */
    this.layout = null;
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Place | null | undefined} the tile under the keyboard */
    this.cursor = null;
    this.queued = false;
    this.layer = new Layer();
    /** @type {ItemsOf | null} */
    this.items = null;
    /** @type {Map<number, Place> | null} by node */
    this.places = null;
    /** @type {Card} */
    this.card = { name: 0, pods: true };
    this.key = "";
    /** @type {{name: string | null, y: number} | null} */
    this.anchor = null;
    // as observed: to ask the element would make the browser lay the page out in the middle of a step
    this.width = 0;
    this.height = 0;
  }

  /** The same tiles in another size. @param {number} width @param {number} height */
  resize(width, height) {
    [this.width, this.height] = [width, height];
    this.layout = null;
    this.step();
  }

  /** Everything anew: another cluster, grouping or folding. */
  refresh() {
    this.items = null;
    this.step();
  }

  /** Another step: the tiles stay where they are unless the cycle folds other nodes. */
  step() {
    if (!cluster.get() || !this.width) return;
    const key = folds()
      ? `${pointer.get()?.cycle}/${pointer.get()?.point === "Run"}/${view.get().status === "ready"}`
      : "";
    if (!this.items || (key !== this.key && view.get().status !== "loading")) {
      this.items = currentItems();
      this.key = key;
      this.layout = null;
    }
    const layout = this.layout ?? this.arrange(this.items);
    const scene = stepScene();
    if (showsFullest(scene.marks.encoding, scene.strips ? "block" : layout.tile.look))
      scene.marks = withShares(scene.marks, scene.capacity, scene.fold, "fullest");
    this.scene = { ...scene, layout };
    this.redraw();
  }

  /** @param {ItemsOf} items @returns {Layout} */
  arrange(items) {
    const name = this.cursor && this.nameAt(this.cursor);
    this.card = cardOf(theCluster());
    const scale = zoom.get() ?? this.usualZoom(items);
    const layout = layoutOf(currentTree().domains, items, this.width, scale, this.card);
    this.layout = layout;
    this.places = null;
    this.cursor = name ? this.place(name) : null;
    look.set(layout.tile.look === "card" && !this.card.pods ? "gauge" : layout.tile.look);
    this.list.style.height = `${Math.max(layout.height, this.height)}px`;
    this.holdAnchor(layout);
    return layout;
  }

  /**
   * The zoom for these tiles: 1 while they are readable; more tiles fit as far as they stay distinct.
   * @param {ItemsOf} items
   */
  usualZoom(items) {
    /** @param {Domain} domain @returns {number} */
    const tiles = (domain) =>
      domain.children.reduce(
        (sum, child) => sum + tiles(child),
        domain.children.length ? 0 : items(domain).length,
      );
    const many = currentTree().domains.reduce((sum, domain) => sum + tiles(domain), 0);
    return many <= READABLE ? this.fitting(items, 1, GROWN) : this.fitting(items, LEAST_FITTING, 1);
  }

  /** @param {ItemsOf} items @param {number} [least] @param {number} [most] */
  fitting(items, least = ZOOM.least, most = 1) {
    const { width, height, card } = this;
    return fittingZoom(currentTree().domains, items, width, height, card, least, most);
  }

  /** Everything in sight. */
  fit() {
    if (this.items) zoom.set(this.fitting(this.items));
  }

  /**
   * Another zoom; what is at `y` in sight stays there.
   * @param {number} scale @param {number} [x] @param {number} [y]
   */
  zoomTo(scale, x = this.width / 2, y = this.height / 2) {
    const top = this.element.scrollTop;
    this.anchor = { ...this.nearest(x, top + y), y };
    zoom.set(scale);
  }

  /** @param {number} x @param {number} y */
  nearest(x, y) {
    let best = Infinity;
    /** @type {string | null} */
    let name = null;
    const { layout } = this;
    for (const box of layout?.boxes ?? []) {
      if (!layout || !box.items.length || y < box.y - 40 || y > box.y + box.h + 40) continue;
      const { tile } = layout;
      const row = Math.max(
        0,
        Math.min(
          Math.ceil(box.items.length / box.columns) - 1,
          Math.floor((y - box.ty) / (tile.h + tile.gap)),
        ),
      );
      const column = Math.max(0, Math.min(box.columns - 1, Math.floor((x - box.tx) / (tile.w + tile.gap))));
      const index = Math.min(box.items.length - 1, row * box.columns + column);
      const rect = rectOf(layout, box, index);
      const away = Math.abs(rect.x + rect.w / 2 - x) + Math.abs(rect.y + rect.h / 2 - y);
      if (away < best) [best, name] = [away, this.nameAt({ item: box.items[index] })];
    }
    return { name };
  }

  /** @param {Layout} layout */
  holdAnchor(layout) {
    const place = this.anchor && this.place(this.anchor.name);
    if (this.anchor && place)
      this.element.scrollTop = rectOf(layout, place.box, place.index).y + layout.tile.h / 2 - this.anchor.y;
    this.anchor = null;
  }

  redraw() {
    this.layer.forget();
    this.nameOption();
    this.paint();
  }

  paint() {
    if (this.queued) return;
    this.queued = true;
    requestAnimationFrame(() => {
      this.queued = false;
      if (this.scene && this.layout) this.paintNow(this.scene);
    });
  }

  /** @param {Scene} scene */
  paintNow(scene) {
    const { width, height } = this;
    const top = this.element.scrollTop;
    const ratio = devicePixelRatio || 1;
    if (
      this.canvas.width !== Math.round(width * ratio) ||
      this.canvas.height !== Math.round(height * ratio)
    ) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
      this.canvas.style.width = `${width}px`;
      this.canvas.style.height = `${height}px`;
    }
    const c = this.canvas.getContext("2d");
    if (!c) return;
    const ink = inks();
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.layer.show(c, width, height, top, ratio, (context, from, to) => draw(context, ink, scene, from, to));
    c.setTransform(ratio, 0, 0, ratio, 0, -top * ratio);
    const focused = this.list.matches(":focus-visible");
    /** @type {PlaceOf} */
    const place = (name) => this.place(name);
    drawOverlay(c, ink, scene, {
      place,
      hovered: hovered.get(),
      selected: pointer.get()?.node ?? null,
      cursor: focused ? this.cursor : null,
      match: this.matched(),
      domain: hoveredDomain.get(),
      pod: hoveredPod.get(),
    });
    drawArrows(c, ink, scene, linked.get(), place, { top, bottom: top + height });
    this.showTip(scene.layout);
    this.showHandle(scene.layout);
  }

  /** The node of the current match, or −1. */
  matched() {
    return matches.get()?.nodes[match.get()] ?? -1;
  }

  /** Small tiles carry no name: the one under the pointer says it. @param {Layout} layout */
  showTip(layout) {
    const place = layout.tile.look === "card" && !hoveredPod.get() ? null : this.place(hovered.get());
    this.tip.hidden = !place;
    if (!place) return;
    this.tip.textContent = hoveredPod.get() ?? this.label(place);
    const { y, h } = rectOf(layout, place.box, place.index);
    this.tip.style.top = `${y + h + 4}px`;
  }

  /**
   * The menu's button stands on the tile under the mouse or the keyboard, on a touch screen on the selected
   * one.
   * @param {Layout} layout
   */
  showHandle(layout) {
    const { handle, list } = this;
    if (handle.matches(":hover, :focus, [aria-expanded=true]")) return;
    const name = list.matches(":hover, :focus-visible")
      ? hovered.get()
      : TOUCH.matches
        ? (pointer.get()?.node ?? null)
        : null;
    const place = name && this.place(name);
    handle.hidden = !place;
    if (!name || !place) return;
    const { x, y, w, h } = rectOf(layout, place.box, place.index);
    const inside = layout.tile.look === "card";
    handle.style.left = `${Math.min(inside ? x + w - 26 : x + w + 2, this.width - 26)}px`;
    handle.style.top = `${inside ? y + h - 26 : Math.max(0, y + h / 2 - 12)}px`;
    aim(handle, { node: name });
  }

  /** @param {string | null | undefined} name */
  place(name) {
    const index = name ? cluster.get()?.indexOf.get(name) : undefined;
    if (index === undefined || !this.layout) return undefined;
    this.places ??= placesOf(this.layout);
    return this.places.get(index);
  }

  /** @param {{item: Item}} place */
  nameAt = ({ item }) => theCluster().nodes[item.node].name;

  /** Puts the keyboard's cursor on a tile and into sight. @param {Place | null | undefined} place */
  moveTo(place) {
    if (!place) return;
    this.cursor = place;
    hovered.set(this.nameAt(place));
    this.nameOption();
    this.list.setAttribute("aria-activedescendant", "map-option");
    this.reveal(place);
    this.paint();
  }

  /** @param {Place} place */
  reveal(place) {
    if (!this.layout) return;
    const { y, h } = rectOf(this.layout, place.box, place.index);
    const { scrollTop } = this.element;
    const near = this.list.matches(":focus");
    if (y < scrollTop + 8) this.element.scrollTop = near ? y - 60 : y - this.height / 2;
    else if (y + h > scrollTop + this.height)
      this.element.scrollTop = near ? y + h - this.height + 12 : y - this.height / 2;
  }

  /** @param {Place} place */
  select(place) {
    this.cursor = place;
    goNode(this.nameAt(place));
  }

  /** Unfolds equal nodes, or folds a node back. @param {Place} place */
  unfold({ item }) {
    const { nodes } = theCluster();
    const names = (item.members ?? [item.node]).map((node) => nodes[node].name);
    unfolded.update((before) =>
      item.members
        ? new Set([...before, ...names])
        : new Set([...before].filter((name) => !names.includes(name))),
    );
  }

  // The one option that exists: the node under the cursor, else the selected one.
  nameOption() {
    const place = this.cursor ?? this.place(pointer.get()?.node) ?? this.firstPlace();
    if (!place || !this.scene) return;
    this.option.textContent = this.label(place);
    this.option.setAttribute("aria-selected", String(this.nameAt(place) === pointer.get()?.node));
  }

  firstPlace() {
    const box = this.layout?.boxes.find((candidate) => candidate.items.length);
    return box ? { box, index: 0, item: box.items[0] } : undefined;
  }

  lastPlace() {
    const box = this.layout?.boxes.findLast((candidate) => candidate.items.length);
    return box ? { box, index: box.items.length - 1, item: box.items[box.items.length - 1] } : undefined;
  }

  /** @param {Place} place */
  label({ box, item }) {
    const path = pathOf(box.domain)
      .map(({ value }) => value ?? t("no label"))
      .join(", ");
    const pods = tn("{n} pod", "{n} pods", this.scene?.fold.on(item.node).length ?? 0);
    const shares = item.members && this.scene?.strips ? sharesOf(this.scene.marks, item.members) : [];
    return [
      item.members ? groupText(theCluster(), item.members, { zone: false }) : this.nameAt({ item }),
      path,
      shares.length > 1 ? sharesText(shares) : this.scene?.marks.words(item.node),
      shares.length > 1 ? null : pods,
    ]
      .filter(Boolean)
      .join(", ");
  }
}
