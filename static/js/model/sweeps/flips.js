// Where another node wins: regions over two weights, and the nearest border from a point.

/** @import { SweepFlips, SweepRegion } from "../../types/engine.js" */

/**
 * @typedef {object} Flip
 * @property {"x" | "y"} axis the weight that changes, alone
 * @property {number} boundary at which both tie
 * @property {number} weight the nearest whole weight beyond it
 * @property {string[]} nodes that win there
 */

const NEAR = 1e-9;

/**
 * Those that win at a point; several where they tie.
 * @param {SweepFlips} flips @param {number} x @param {number} y
 */
export function winnersAt({ regions }, x, y) {
  const nodes = regions.filter((region) => holds(region, x, y)).flatMap((region) => region.nodes);
  return [...new Set(nodes)];
}

/**
 * The totals at a point of the nodes that win somewhere, the highest first.
 * @param {SweepFlips} flips @param {number} x @param {number} y
 */
export const totalsAt = ({ regions }, x, y) =>
  regions
    .map(({ nodes, total: [constant, byX, byY = 0] }) => ({ nodes, total: constant + byX * x + byY * y }))
    .sort((a, b) => b.total - a.total);

/**
 * The smallest change of one weight with which others win; null where there is none.
 * @param {SweepFlips} flips @param {number} x @param {number} y
 * @returns {Flip | null}
 */
export function nearestFlip(flips, x, y) {
  const now = winnersAt(flips, x, y).join();
  /** @type {Flip[]} */
  const all = flips.lines
    .flatMap(({ points: [from, to] }) => [
      ...crossing("x", from[0], to[0], from[1] ?? 0, to[1] ?? 0, x, y),
      ...crossing("y", from[1] ?? 0, to[1] ?? 0, from[0], to[0], y, x),
    ])
    .flatMap(({ axis, boundary, weight }) => {
      const nodes = axis === "x" ? winnersAt(flips, weight, y) : winnersAt(flips, x, weight);
      return nodes.length && nodes.join() !== now ? [{ axis, boundary, weight, nodes }] : [];
    });
  /** @param {Flip} flip */
  const far = ({ axis, boundary }) => Math.abs(boundary - (axis === "x" ? x : y));
  return all.sort((a, b) => far(a) - far(b))[0] ?? null;
}

/**
 * Where a line is crossed as one weight alone changes.
 * @param {"x" | "y"} axis that changes
 * @param {number} from @param {number} to the line's ends on it
 * @param {number} start @param {number} end the line's ends on the other one
 * @param {number} here @param {number} other the point
 */
function crossing(axis, from, to, start, end, here, other) {
  const isBeside = Math.abs(end - start) < NEAR;
  const isOff = isBeside
    ? Math.abs(from - to) + Math.abs(start - other) > NEAR
    : (start - other) * (end - other) > NEAR;
  if (isOff) return [];
  const boundary = isBeside ? from : from + ((to - from) * (other - start)) / (end - start);
  if (Math.abs(boundary - here) < NEAR) return [];
  const weight = boundary > here ? Math.floor(boundary + NEAR) + 1 : Math.ceil(boundary - NEAR) - 1;
  return weight < 0 ? [] : [{ axis, boundary, weight }];
}

/**
 * Whether a region holds a point, its border included.
 * @param {SweepRegion} region @param {number} x @param {number} y
 */
function holds({ points }, x, y) {
  if (points.length < 3) {
    const all = points.map(([value]) => value);
    return x >= Math.min(...all) - NEAR && x <= Math.max(...all) + NEAR;
  }
  let [left, right] = [false, false];
  points.forEach(([x1, y1], i) => {
    const [x2, y2] = points[(i + 1) % points.length];
    const turn = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1);
    if (turn > NEAR) left = true;
    if (turn < -NEAR) right = true;
  });
  return !(left && right); // regions are convex: each is where one line is above all others
}

/** The middle of a region, for its name. @param {SweepRegion} region */
export function middleOf({ points }) {
  /** @param {number} i */
  const mean = (i) => points.reduce((sum, point) => sum + (point[i] ?? 0), 0) / points.length;
  return [mean(0), mean(1)];
}
