// Mouse, touch and keys on the map.

import { hovered, hoveredDomain, hoveredPod, pointer, theCluster } from "../core/state.js";
import { open } from "../facts/trail.js";
import { podAt } from "./card.js";
import { factAt } from "./heading.js";
import { inks } from "./ink.js";
import { ZOOM, hit, neighbour, rectOf } from "./layout.js";
import { zoom } from "./settings.js";

/** @import { Hit } from "./layout.js" */
/** @import { MapView } from "./mapview.js" */

const STEP = 1.25; // of a key or a button
/** @type {Record<string, [number, number]>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {import("./mapview.js").MapView} map */
export function listenTo(map) {
  const { list, element } = map;
  list.addEventListener("pointermove", (event) => point(map, event));
  list.addEventListener("pointerleave", ({ relatedTarget }) => relatedTarget !== map.handle && leave());
  map.handle.addEventListener("pointerleave", ({ relatedTarget }) => relatedTarget !== list && leave());
  // A click leaves the focus, the arrows go on stepping.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => click(map, event));
  list.addEventListener("keydown", (event) => key(map, event));
  list.addEventListener(
    "focus",
    () =>
      list.matches(":focus-visible") &&
      map.moveTo(map.cursor ?? map.place(pointer.get()?.node) ?? map.firstPlace()),
  );
  list.addEventListener("blur", leave);
  element.addEventListener("wheel", (event) => wheel(map, event), { passive: false });
  pinch(map);
}

function leave() {
  hovered.set(null);
  hoveredPod.set(null);
  hoveredDomain.set(null);
}

/** @param {MapView} map @param {MouseEvent} event */
function under(map, event) {
  const box = map.list.getBoundingClientRect();
  const [x, y] = [event.clientX - box.left, event.clientY - box.top];
  return { x, y, at: map.layout ? hit(map.layout, x, y) : null };
}

/** @param {MapView} map @param {MouseEvent} event */
function point(map, event) {
  const { x, y, at } = under(map, event);
  map.list.style.cursor = at?.item || factUnder(map, at, x, y) ? "pointer" : "";
  hovered.set(at?.item ? map.nameAt({ item: at.item }) : null);
  const pod =
    at?.item && map.scene && map.layout?.tile.look === "card"
      ? podAt(map.scene, at.item.node, rectOf(map.layout, at.box, at.index), x, y)
      : -1;
  hoveredPod.set(pod >= 0 ? theCluster().keyOf(pod) : null);
  const domain = at && !at.item && at.box.domain.key ? at.box.domain : null;
  const before = hoveredDomain.get();
  if (domain?.key !== before?.key || domain?.value !== before?.value)
    hoveredDomain.set(domain && { key: domain.key, value: domain.value });
}

/**
 * The fact of a domain's heading that opens here.
 * @param {MapView} map @param {Hit | null} at @param {number} x @param {number} y
 */
function factUnder(map, at, x, y) {
  const c = map.canvas.getContext("2d");
  if (!c || !map.scene || !at || at.item || !at.box.domain.key) return null;
  return factAt(c, inks(), map.scene.note(at.box.domain), at.box, x, y);
}

/** @param {MapView} map @param {MouseEvent} event */
function click(map, event) {
  const { x, y, at } = under(map, event);
  const fact = factUnder(map, at, x, y);
  if (fact) open(fact);
  if (!at?.item) return;
  const place = { ...at, item: at.item };
  if (place.item.members) map.unfold(place);
  else map.select(place);
}

/** @param {MapView} map @param {KeyboardEvent} event */
function key(map, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const direction = DIRECTIONS[event.key];
  if (direction && event.shiftKey) return;
  if (direction && map.cursor && map.layout)
    map.moveTo(neighbour(map.layout, map.cursor, ...direction) ?? map.cursor);
  else if (event.key === "Home") map.moveTo(map.firstPlace());
  else if (event.key === "End") map.moveTo(map.lastPlace());
  else if (event.key === "Enter" && event.shiftKey && map.cursor) map.unfold(map.cursor);
  else if ((event.key === "Enter" || event.key === " ") && map.cursor) map.select(map.cursor);
  else if (event.key === "+" || event.key === "=") zoomBy(map, 1);
  else if (event.key === "-") zoomBy(map, -1);
  else if (event.key === "0") zoom.set(null);
  else return;
  event.preventDefault();
}

/**
 * A step larger or smaller, about the cursor or the middle.
 * @param {1 | -1} direction @param {MapView | null} map
 */
export function zoomBy(map, direction) {
  if (!map?.layout) return;
  const place = map.cursor && map.list.matches(":focus") ? map.cursor : null;
  const rect = place && rectOf(map.layout, place.box, place.index);
  const y = rect ? rect.y + rect.h / 2 - map.element.scrollTop : undefined;
  map.zoomTo(clamp(map.layout.zoom * STEP ** direction), rect ? rect.x + rect.w / 2 : undefined, y);
}

/** @param {number} scale */
const clamp = (scale) => Math.max(ZOOM.least, Math.min(ZOOM.most, scale));

/** @param {MapView} map @param {WheelEvent} event */
function wheel(map, event) {
  if (!(event.ctrlKey || event.metaKey) || !map.layout) return;
  event.preventDefault();
  const box = map.element.getBoundingClientRect();
  const factor = Math.exp(-Math.max(-50, Math.min(50, event.deltaY)) / 120);
  map.zoomTo(clamp(map.layout.zoom * factor), event.clientX - box.left, event.clientY - box.top);
}

/** Two fingers zoom about the point between them. @param {MapView} map */
function pinch(map) {
  /** @type {Map<number, PointerEvent>} */
  const fingers = new Map();
  /** @type {{distance: number, zoom: number} | null} */
  let start = null;
  const spread = () => {
    const [a, b] = [...fingers.values()];
    return {
      distance: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
      x: (a.clientX + b.clientX) / 2,
      y: (a.clientY + b.clientY) / 2,
    };
  };
  map.list.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch") return;
    fingers.set(event.pointerId, event);
    start = fingers.size === 2 && map.layout ? { ...spread(), zoom: map.layout.zoom } : null;
  });
  map.list.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, event);
    if (!start || fingers.size !== 2) return;
    const { distance, x, y } = spread();
    const box = map.element.getBoundingClientRect();
    map.zoomTo(clamp((start.zoom * distance) / start.distance), x - box.left, y - box.top);
  });
  /** @param {PointerEvent} event */
  const end = (event) => {
    fingers.delete(event.pointerId);
    start = null;
  };
  map.list.addEventListener("pointerup", end);
  map.list.addEventListener("pointercancel", end);
}
