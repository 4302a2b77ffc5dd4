// The frame of a drawing: axes with their numbers, and the places of values in it.

import { svg } from "../../lib/view.js";
import { decimal } from "../../lib/format.js";

/** @import { Child } from "../../lib/view.js" */

const LEFT = 46;
const BOTTOM = 44;
const TOP = 12;
const RIGHT = 14;

/** Text in a drawing is as large as on the page: nothing is scaled. */
const narrow = matchMedia("(max-width: 480px)");

/**
 * @typedef {object} Frame
 * @property {(value: number) => number} x the place of a value
 * @property {(value: number) => number} y
 * @property {(at: {clientX: number, clientY: number}, element: Element) => [number, number]} valueAt
 * @property {number} width of the plot
 * @property {number} height
 * @property {number} left
 * @property {number} top
 * @property {(label: string, content: Child,
 *   onpointerdown?: (event: PointerEvent & {currentTarget: Element}) => void) => Child} draw
 */

/**
 * @param {object} options
 * @param {{range: [number, number], ticks: number[], label: string}} options.x
 * @param {{range: [number, number], ticks: number[], label: string}} options.y
 * @param {number} [options.tall] pixels
 * @returns {Frame}
 */
export function frame({ x, y, tall = 300 }) {
  const wide = narrow.matches ? 300 : 404;
  const [width, height] = [wide - LEFT - RIGHT, tall - TOP - BOTTOM];
  /** @param {number} value */
  const placeX = (value) => LEFT + (width * (value - x.range[0])) / (x.range[1] - x.range[0] || 1);
  /** @param {number} value */
  const placeY = (value) => TOP + height - (height * (value - y.range[0])) / (y.range[1] - y.range[0] || 1);
  /** @type {Frame["valueAt"]} */
  const valueAt = ({ clientX, clientY }, element) => {
    const box = element.getBoundingClientRect();
    return [
      x.range[0] + ((clientX - box.left - LEFT) / width) * (x.range[1] - x.range[0]),
      y.range[0] + ((box.top + TOP + height - clientY) / height) * (y.range[1] - y.range[0]),
    ];
  };
  /** @type {Frame["draw"]} */
  const draw = (label, content, onpointerdown) =>
    svg(
      "svg.sw-chart",
      { width: wide, height: tall, role: "group", "aria-label": label, onpointerdown },
      svg("rect.plot", { x: LEFT, y: TOP, width, height }),
      x.ticks.map((tick) =>
        svg("text", { x: placeX(tick), y: TOP + height + 18, "text-anchor": "middle" }, decimal(tick)),
      ),
      y.ticks.map((tick) =>
        svg("text", { x: LEFT - 8, y: placeY(tick) + 4, "text-anchor": "end" }, decimal(tick)),
      ),
      svg("text", { x: LEFT + width / 2, y: tall - 6, "text-anchor": "middle" }, x.label),
      y.label &&
        svg(
          "text",
          { x: -(TOP + height / 2), y: 14, "text-anchor": "middle", transform: "rotate(-90)" },
          y.label,
        ),
      content,
    );
  return { x: placeX, y: placeY, valueAt, width, height, left: LEFT, top: TOP, draw };
}

/** Round numbers from the lowest to the highest, about so many. @param {number} low @param {number} high */
export function ticksOf(low, high, count = 6) {
  const rough = (high - low) / count || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  const ticks = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high + step / 1000; tick += step)
    ticks.push(Number(tick.toPrecision(10)));
  return ticks;
}
