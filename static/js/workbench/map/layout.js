// Where each domain and node goes on the map: rectangles, top to bottom. Pure geometry, so that hit tests and drawing agree.

import { domainOf } from "../fold.js";

/**
 * @typedef {{node: any, x: number, y: number, w: number, h: number, group: Group}} Tile
 * @typedef {{values: (string | null)[], y: number, height: number, nodes: any[], letter: string, index: number}} Group
 * @typedef {{width: number, height: number, groups: Group[], tiles: Tile[], size: "card" | "dense" | "tiny"}} Layout
 */

const PAD = { x: 16, y: 12 };
const HEAD = 48;
const SIZES = { card: { h: 44, gap: 6 }, dense: { w: 14, h: 14, gap: 3 }, tiny: { w: 6, h: 6, gap: 1 } };
const CARDS_UP_TO = 150;
const DENSE_UP_TO = 3000;
const NAME_CHARACTER = 6.4;
const NAME_ROOM = 34;

/**
 * @param {any[]} nodes in nodeOrder
 * @param {string[]} keys the grouping
 * @param {number} width
 * @returns {Layout}
 */
export function layoutOf(nodes, keys, width) {
  const size = nodes.length <= CARDS_UP_TO ? "card" : nodes.length <= DENSE_UP_TO ? "dense" : "tiny";
  const { columns, w, h, gap } = grid(nodes, size, width - PAD.x - 12);
  const layout = { width, height: 0, groups: /** @type {Group[]} */ ([]), tiles: /** @type {Tile[]} */ ([]), size };
  let y = 0;
  for (const [index, members] of groupsOf(nodes, keys).entries()) {
    const rows = Math.ceil(members.nodes.length / columns);
    const top = y + PAD.y + (keys.length ? HEAD : 0);
    const height = top + rows * (h + gap) - gap + PAD.y - y;
    const group = { ...members, y, height, index, letter: letterOf(members.values, index) };
    layout.groups.push(group);
    members.nodes.forEach((node, i) =>
      layout.tiles.push({ node, x: PAD.x + (i % columns) * (w + gap), y: top + Math.floor(i / columns) * (h + gap), w, h, group }),
    );
    y += height;
  }
  layout.height = y;
  return layout;
}

function grid(nodes, size, room) {
  const { h, gap, w: fixed } = /** @type {any} */ (SIZES[size]);
  if (fixed) return { columns: Math.max(1, Math.floor((room + gap) / (fixed + gap))), w: fixed, h, gap };
  const longest = Math.max(...nodes.map((node) => node.name.length), 0);
  const columns = Math.max(1, Math.min(3, Math.floor((room + gap) / (longest * NAME_CHARACTER + NAME_ROOM + gap))));
  return { columns, w: (room - gap * (columns - 1)) / columns, h, gap };
}

/** Nodes by domain, in order of name; nodes without a label come last. */
export function groupsOf(nodes, keys) {
  const groups = new Map();
  for (const node of nodes) {
    const values = domainOf(node, keys);
    const id = JSON.stringify(values);
    if (!groups.has(id)) groups.set(id, { values, nodes: [] });
    groups.get(id).nodes.push(node);
  }
  return [...groups.values()].sort((a, b) => compare(a.values, b.values));
}

function compare(a, b) {
  for (let i = 0; i < a.length; i++) {
    if (a[i] === b[i]) continue;
    if (a[i] === null) return 1;
    if (b[i] === null) return -1;
    return a[i].localeCompare(b[i], "en", { numeric: true });
  }
  return 0;
}

/** Domains are told apart by letter and pattern, not by hue. */
export const letterOf = (values, index) => (values.some((value) => value === null) ? "–" : index < 26 ? String.fromCharCode(65 + index) : String(index + 1));

/** @param {Layout} layout */
export const tileAt = (layout, x, y) => layout.tiles.find((tile) => x >= tile.x && x < tile.x + tile.w && y >= tile.y && y < tile.y + tile.h) ?? null;

/** The nearest tile in a direction, for the arrow keys. */
export function neighbour(layout, from, dx, dy) {
  let found = null;
  let best = Infinity;
  for (const tile of layout.tiles) {
    const ahead = dx ? (tile.x - from.x) * dx : (tile.y - from.y) * dy;
    const aside = dx ? Math.abs(tile.y - from.y) : Math.abs(tile.x - from.x);
    if (ahead <= 0 || (dx && aside > 1)) continue;
    const distance = ahead + aside * 2;
    if (distance < best) [best, found] = [distance, tile];
  }
  return found;
}
