// Where each domain and node goes on the map: boxes within boxes, tiles in rows. Pure geometry, so that hit
// tests and drawing agree. Zoom changes the size of the tiles; the rows fill the width again, so that there
// is one direction to scroll in. A tile has no object of its own: its place follows from its number.

import { leavesOf } from "../../../model/tree.js";

/** @import { Domain } from "../../../model/tree.js" */
/** @import { Item } from "./folding.js" */
/** @import { Rect } from "./pen.js" */

/**
 * A domain on the map; the first tile is at (tx, ty).
 * @typedef {Rect & {domain: Domain, head: number, items: Item[], columns: number, tx: number, ty: number}}
 *   Box
 *   `items` are empty where boxes are within
 */

/** @typedef {{w: number, h: number, gap: number, look: "card" | "block" | "dot"}} Tile */

/**
 * Parents before children, from top to bottom.
 * @typedef {{width: number, height: number, boxes: Box[], tile: Tile, zoom: number}} Layout
 */

/**
 * What cards have room for: a name of so many characters, and whether for pods.
 * @typedef {{name: number, pods: boolean}} Card
 */

/** @typedef {(domain: Domain) => Item[]} ItemsOf the tiles of an innermost domain */
/** @typedef {{box: Box, index: number, item: Item}} Place of a tile */
/**
 * @typedef {{box: Box, index: number, item: Item | null}} Hit what is at a point; `item` is null on a heading
 *   or between tiles
 */

export const ZOOM = { least: 0.04, most: 2.5 };
const CARD = { h: 44, pods: 20, character: 7.8, room: 30, most: 4, width: 150, widest: 220 };
const BLOCK_BELOW = 0.75;
const DOT_BELOW = 0.3;
const MARGIN = { left: 16, right: 12 };
const INSET = 6; // of a box within a box, at each side
/** @param {Domain[]} domains @returns {number} */
const levelsWithin = (domains) => (domains[0]?.children.length ? 1 + levelsWithin(domains[0].children) : 0);

/**
 * @param {Domain[]} domains
 * @param {ItemsOf} itemsOf
 * @param {number} width
 * @param {number} zoom
 * @param {Card} card
 * @returns {Layout}
 */
export function layoutOf(domains, itemsOf, width, zoom, card) {
  const room = width - MARGIN.left - MARGIN.right;
  const most = Math.max(1, ...domains.flatMap(leavesOf).map((leaf) => itemsOf(leaf).length));
  const tile = tileOf(zoom, room - 2 * INSET * levelsWithin(domains), card, most);
  const layout = { width, height: 0, boxes: /** @type {Box[]} */ ([]), tile, zoom };
  let y = 0;
  for (const domain of domains) y = place(layout, domain, itemsOf, MARGIN.left, y, room).bottom;
  layout.height = y;
  return layout;
}

/**
 * The largest zoom between two at which everything is in sight; the least, if none is.
 * @param {Domain[]} domains @param {ItemsOf} itemsOf @param {number} width @param {number} height
 * @param {Card} card @param {number} least @param {number} most
 */
export function fittingZoom(domains, itemsOf, width, height, card, least, most) {
  /** @param {number} zoom */
  const fits = (zoom) => layoutOf(domains, itemsOf, width, zoom, card).height <= height;
  if (fits(most)) return most;
  let [low, high] = [least, most];
  for (let i = 0; i < 12; i++) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * @param {number} zoom @param {number} room @param {Card} card
 * @param {number} together the largest number of tiles in a box @returns {Tile}
 */
function tileOf(zoom, room, card, together) {
  if (zoom < BLOCK_BELOW) {
    const side = Math.max(2, Math.round(CARD.h * zoom));
    return {
      w: side,
      h: side,
      gap: side >= 24 ? 5 : side >= 12 ? 3 : side >= 3 ? 1 : 0,
      look: zoom < DOT_BELOW ? "dot" : "block",
    };
  }
  const gap = 6;
  const natural = Math.min(CARD.widest, card.name * CARD.character + CARD.room) * Math.max(1, zoom);
  const most = Math.max(CARD.most, Math.floor(room / CARD.width));
  const columns = Math.max(1, Math.min(most, together, Math.floor((room + gap) / (natural + gap))));
  return {
    w: Math.min(CARD.widest, Math.floor((room - gap * (columns - 1)) / columns)),
    h: Math.round((CARD.h + (card.pods ? CARD.pods : 0)) * zoom),
    gap,
    look: "card",
  };
}

/**
 * How high a heading is: two lines outermost, one within, none where it could not be read.
 * @param {Domain} domain @param {number} width
 */
function headOf({ key, depth }, width) {
  if (!key) return 0;
  if (depth === 0) return 48;
  return width >= 40 ? 20 : 0;
}

/** @param {Domain} domain @param {Tile} tile */
function padOf({ key, depth }, tile) {
  if (!key || depth === 0) return { x: 0, top: 12, bottom: 12 };
  const room = tile.look === "card" ? INSET : tile.look === "block" ? 4 : 2;
  return { x: room, top: room, bottom: room };
}

/**
 * @param {Layout} layout @param {Domain} domain @param {ItemsOf} itemsOf @param {number} x @param {number} y
 * @param {number} width @returns {{bottom: number, right: number}}
 */
function place(layout, domain, itemsOf, x, y, width) {
  const pad = padOf(domain, layout.tile);
  const head = headOf(domain, width);
  const box = {
    domain,
    x,
    y,
    w: width,
    h: 0,
    head,
    items: /** @type {Item[]} */ ([]),
    columns: 1,
    tx: x + pad.x,
    ty: y + pad.top + head,
  };
  layout.boxes.push(box);
  const room = width - 2 * pad.x;
  const bottom = domain.children.length
    ? flow(layout, domain.children, itemsOf, box.tx, box.ty, room)
    : fill(layout.tile, box, itemsOf(domain), room);
  box.h = bottom + pad.bottom - y;
  return { bottom: y + box.h, right: x + width };
}

/** @param {Tile} tile @param {Box} box @param {Item[]} items @param {number} room */
function fill(tile, box, items, room) {
  box.items = items;
  box.columns = Math.max(1, Math.floor((room + tile.gap) / (tile.w + tile.gap)));
  return box.ty + Math.max(0, Math.ceil(items.length / box.columns) * (tile.h + tile.gap) - tile.gap);
}

/**
 * Domains of the innermost level stand side by side where they are narrow; others take the whole width.
 * @param {Layout} layout @param {Domain[]} domains @param {ItemsOf} itemsOf @param {number} x
 * @param {number} y @param {number} room
 */
function flow(layout, domains, itemsOf, x, y, room) {
  const gap = layout.tile.look === "card" ? 6 : 4;
  let [left, top, bottom] = [x, y, y];
  const named = Math.min(
    NAMED.most,
    NAMED.around +
      NAMED.character * domains.reduce((most, { value }) => Math.max(most, value?.length ?? 0), 0),
  );
  for (const domain of domains) {
    const preferred = Math.min(room, preferredWidth(domain, itemsOf, layout.tile, room, named));
    if (left > x && left + preferred > x + room + 0.5) [left, top] = [x, bottom + gap];
    const placed = place(layout, domain, itemsOf, left, top, preferred);
    bottom = Math.max(bottom, placed.bottom);
    left = placed.right + gap;
  }
  return bottom;
}

const ABOUT_SQUARE = 1.5;
const NAMED = { around: 14, character: 7, most: 120 }; // a box is wide enough for its name

/**
 * @param {Domain} domain @param {ItemsOf} itemsOf @param {Tile} tile @param {number} room
 * @param {number} named
 */
function preferredWidth(domain, itemsOf, tile, room, named) {
  if (domain.children.length) return room;
  const { x } = padOf(domain, tile);
  const many = itemsOf(domain).length;
  const columns = Math.max(1, Math.ceil(Math.sqrt((many * ABOUT_SQUARE * tile.h) / tile.w)));
  const width = Math.min(columns, many) * (tile.w + tile.gap) - tile.gap + 2 * x;
  return Math.max(width, named);
}

/**
 * The rectangle of a tile: written into `into`, so that drawing thousands makes no garbage.
 * @param {Pick<Layout, "tile">} layout @param {Box} box @param {number} index @param {Rect} [into]
 */
export function rectOf({ tile }, box, index, into = { x: 0, y: 0, w: 0, h: 0 }) {
  into.x = box.tx + (index % box.columns) * (tile.w + tile.gap);
  into.y = box.ty + Math.floor(index / box.columns) * (tile.h + tile.gap);
  into.w = tile.w;
  into.h = tile.h;
  return into;
}

/**
 * The box and the tile at a point.
 * @param {Layout} layout @param {number} x @param {number} y
 * @returns {Hit | null}
 */
export function hit(layout, x, y) {
  /** @type {Box | null} */
  let inner = null;
  for (const box of layout.boxes)
    if (x >= box.x && x < box.x + box.w && y >= box.y && y < box.y + box.h) inner = box;
  if (!inner) return null;
  const { tile } = layout;
  const column = Math.floor((x - inner.tx) / (tile.w + tile.gap));
  const row = Math.floor((y - inner.ty) / (tile.h + tile.gap));
  const index = row * inner.columns + column;
  const on =
    column >= 0 &&
    column < inner.columns &&
    row >= 0 &&
    index < inner.items.length &&
    x - inner.tx - column * (tile.w + tile.gap) < tile.w &&
    y - inner.ty - row * (tile.h + tile.gap) < tile.h;
  return { box: inner, index: on ? index : -1, item: on ? inner.items[index] : null };
}

/**
 * Where a node is: its box and number, also when it is folded.
 * @param {Layout} layout @returns {Map<number, Place>}
 */
export function placesOf(layout) {
  /** @type {Map<number, Place>} */
  const places = new Map();
  for (const box of layout.boxes)
    box.items.forEach((item, index) => {
      for (const node of item.members ?? [item.node]) places.set(node, { box, index, item });
    });
  return places;
}

/**
 * The nearest tile in a direction, for the arrow keys.
 * @param {Layout} layout @param {Place} from @param {number} dx @param {number} dy @returns {Place | null}
 */
export function neighbour(layout, from, dx, dy) {
  const at = rectOf(layout, from.box, from.index);
  const rect = { x: 0, y: 0, w: 0, h: 0 };
  /** @type {Place | null} */
  let nearest = null;
  let best = Infinity;
  for (const box of layout.boxes) {
    for (let index = 0; index < box.items.length; index++) {
      rectOf(layout, box, index, rect);
      const ahead = dx ? (rect.x - at.x) * dx : (rect.y - at.y) * dy;
      const aside = dx ? Math.abs(rect.y - at.y) : Math.abs(rect.x - at.x);
      if (ahead <= 0 || (dx && aside > 1)) continue;
      const distance = ahead + aside * 2;
      if (distance < best) [best, nearest] = [distance, { box, index, item: box.items[index] }];
    }
  }
  return nearest;
}
