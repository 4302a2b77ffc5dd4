// Arrows of an affinity term on the map: from the incoming pod to the pods that its term matches, or from the
// pods whose term matches it. Few pods have an arrow each, many one for their domain. Solid attracts, dashed
// repels; a sign says it too.

import { signed } from "../../../lib/format.js";
import { currentView } from "./scene.js";
import { podRect } from "./card.js";
import { rectOf } from "./layout.js";

/** @import { Link } from "../../../plugins/descriptor.js" */
/** @import { Term } from "../../../plugins/interpodaffinity/words.js" */
/** @import { Ink } from "./ink.js" */
/** @import { PlaceOf } from "./overlay.js" */
/** @import { Pen, Rect } from "./pen.js" */
/** @import { Scene } from "./scene.js" */

/** @typedef {{x: number, y: number}} Point */
/** @typedef {Point & {n: number}} End of an arrow, for so many pods */

/**
 * The properties that the arrows of a term share.
 * @typedef {object} Arrow
 * @property {Pen} c
 * @property {Ink} ink
 * @property {Point} start
 * @property {boolean} out from the incoming pod
 * @property {boolean} repels
 * @property {number | null} weight
 * @property {boolean} meets
 */

const EACH_UP_TO = 12;
const REPELS = [5, 4];
/** @type {number[]} */
const SOLID = [];
const START = { x: 22, y: 4 }; // below the incoming pod in the tray

/**
 * @param {Pen} c
 * @param {Ink} ink
 * @param {Scene} scene
 * @param {Link | null} link
 * @param {PlaceOf} place
 * @param {{top: number, bottom: number}} sight
 */
export function drawArrows(c, ink, scene, link, place, sight) {
  const affinity = currentView()?.affinity;
  const term = link && affinity?.terms[link.term];
  if (!link || !affinity || !term) return;
  const pods = link.row === null ? term.pods : (affinity.classes[link.row]?.pods ?? []);
  const count = link.row === null ? term.count : (affinity.classes[link.row]?.count ?? 0);
  const ends =
    count <= EACH_UP_TO
      ? podEnds(scene, pods, place)
      : domainEnds(scene, term, link.row === null ? null : pods, place);
  const start = { x: START.x, y: sight.top + START.y };
  /** @type {Arrow} */
  const drawn = {
    c,
    ink,
    start,
    out: term.side === "incoming",
    repels: term.kind.includes("anti"),
    weight: term.points,
    meets: term.side === "incoming" || Boolean(term.matches_incoming),
  };
  for (const end of ends) drawArrow(drawn, end);
}

/** @param {Scene} scene @param {string[]} pods @param {PlaceOf} place @returns {End[]} */
function podEnds(scene, pods, place) {
  return pods.flatMap((pod) => {
    const index = scene.cluster.podIndex(pod);
    const node = index === undefined ? -1 : scene.fold.placeOf(index);
    const at = node >= 0 ? place(scene.cluster.nodes[node].name) : null;
    if (!at) return [];
    const tile = rectOf(scene.layout, at.box, at.index);
    const mark =
      index !== undefined && at.item.node === node && scene.layout.tile.look === "card"
        ? podRect(scene, node, tile, index)
        : null;
    return [mark ? middle(mark) : middle(tile)].map((point) => ({ ...point, n: 1 }));
  });
}

/** @param {Rect} rect */
const middle = ({ x, y, w, h }) => ({ x: x + w / 2, y: y + h / 2 });

/**
 * One for each domain of the term's key; where the map does not draw such boxes, for the tiles of its nodes'
 * first.
 * @param {Scene} scene @param {Term} term @param {string[] | null} pods @param {PlaceOf} place
 * @returns {End[]}
 */
function domainEnds(scene, term, pods, place) {
  const counts = pods ? countByValue(scene, term, pods) : term.domains;
  return counts.flatMap(({ value, count }) => {
    const box = scene.layout.boxes.find(
      ({ domain }) => domain.key === term.topology_key && domain.value === value,
    );
    if (box) return [{ x: box.x + box.w / 2, y: box.y + Math.min(box.h / 2, box.head + 20), n: count }];
    const node = scene.cluster.nodes.find(
      (candidate) => (candidate.labels[term.topology_key] ?? candidate.name) === value,
    );
    const at = node && place(node.name);
    return at ? [{ ...middle(rectOf(scene.layout, at.box, at.index)), n: count }] : [];
  });
}

/** @param {Scene} scene @param {Term} term @param {string[]} pods */
function countByValue(scene, term, pods) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const pod of pods) {
    const value =
      scene.cluster.nodes[scene.fold.placeOf(scene.cluster.podIndex(pod))]?.labels[term.topology_key];
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].map(([value, count]) => ({ value, count }));
}

/** @param {Arrow} arrow @param {End} end */
function drawArrow({ c, ink, start, out, repels, weight, meets }, end) {
  const [from, to] = out ? [start, end] : [end, start];
  const bend = {
    x: (from.x + to.x) / 2 + (to.y - from.y) * 0.12,
    y: (from.y + to.y) / 2 - (to.x - from.x) * 0.12,
  };
  c.globalAlpha = meets ? 1 : 0.4;
  c.strokeStyle = repels ? ink.repels : ink.pass;
  c.lineWidth = 1.75;
  c.setLineDash(repels ? REPELS : SOLID);
  c.beginPath();
  c.moveTo(from.x, from.y);
  c.quadraticCurveTo(bend.x, bend.y, to.x, to.y);
  c.stroke();
  c.setLineDash(SOLID);
  head(c, to, Math.atan2(to.y - bend.y, to.x - bend.x), repels);
  const text = [end.n > 1 ? `×${end.n}` : "", weight ? signed(weight * end.n) : repels ? "−" : "+"]
    .filter(Boolean)
    .join(" ");
  label(c, ink, text, (from.x + 2 * bend.x + to.x) / 4, (from.y + 2 * bend.y + to.y) / 4, repels);
  c.globalAlpha = 1;
}

/**
 * An arrowhead means attraction, a bar repulsion.
 * @param {Pen} c @param {Point} point @param {number} angle @param {boolean} repels
 */
function head(c, { x, y }, angle, repels) {
  c.beginPath();
  for (const turn of repels ? [Math.PI / 2, -Math.PI / 2] : [Math.PI - 0.5, Math.PI + 0.5]) {
    c.moveTo(x, y);
    c.lineTo(x + 7 * Math.cos(angle + turn), y + 7 * Math.sin(angle + turn));
  }
  c.stroke();
}

/**
 * @param {Pen} c @param {Ink} ink @param {string} text @param {number} x @param {number} y
 * @param {boolean} repels
 */
function label(c, ink, text, x, y, repels) {
  c.font = `600 13px ${ink.ui}`;
  const width = c.measureText(text).width + 8;
  c.beginPath();
  c.roundRect(x - width / 2, y - 9, width, 18, 3);
  c.fillStyle = repels ? ink.surface : ink.passSoft;
  c.fill();
  c.fillStyle = repels ? ink.repels : ink.passInk;
  c.textAlign = "center";
  c.textBaseline = "middle";
  c.fillText(text, x, y + 0.5);
  c.textAlign = "start";
}
