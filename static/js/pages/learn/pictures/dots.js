// Many nodes as dots, in their order: how far the light came, and where the golden one is.

import { h } from "../../../lib/dom.js";
import { integer } from "../../../lib/format.js";
import { t } from "../../../lib/i18n.js";
import { theme } from "../../../lib/theme.js";
import { choices, ghost, isOpen } from "./view.js";

/** @import { View } from "./view.js" */
/** @import { Dots } from "../../../types/api.js" */

const EDGE = 14; // pixels around, for the ring of the winner

/** @param {View} view */
export function dots(view) {
  const { scene } = view;
  if (!scene.dots) return null;
  const { nodes, looked } = scene.dots;
  const visible = isOpen(view) ? { ...scene.dots, looked: 0 } : scene.dots;
  return h(
    "div.l8",
    choices(view),
    h(
      "div.l8h",
      figure(nodes, t("nodes")),
      isOpen(view) ? null : figure(looked, t("evaluated"), "pi"),
      isOpen(view) ? null : figure(nodes - looked, t("not evaluated"), "mute"),
      h("span.grow"),
      ghost(view),
    ),
    canvas(visible, label(view)),
    h(
      "p.key",
      isOpen(view) ? null : h("span", h("i.sw.lit"), t("evaluated, fits")),
      h("span", h("i.sw.dim"), isOpen(view) ? t("would fit") : t("would fit, not evaluated")),
      h("span", h("i.sw.gold"), t("the golden node")),
      isOpen(view) ? null : h("span", h("i.sw.won"), t("the winner")),
    ),
  );
}

/** @param {number} value @param {string} word @param {string} [className] */
const figure = (value, word, className) =>
  h("p.fig", h("b", { class: className ?? null }, integer(value)), h("span", word));

/** @param {View} view */
const label = (view) =>
  isOpen(view)
    ? t("{nodes} nodes as dots; one of them is golden", { nodes: view.scene.figures.nodes })
    : t("{nodes} nodes as dots; {looked} are highlighted, from number {start} on", view.scene.figures);

/** @param {Dots} drawn @param {string} text */
function canvas(drawn, text) {
  const element = h("canvas", { role: "img", "aria-label": text });
  const paint = () => element.isConnected && draw(element, drawn);
  new ResizeObserver(paint).observe(element);
  const stop = theme.subscribe(() => (element.isConnected ? requestAnimationFrame(paint) : stop()));
  return element;
}

/** @param {HTMLCanvasElement} element @param {Dots} dots */
function draw(element, { nodes, start, looked, golden, winner }) {
  const [width, height] = [element.clientWidth - 2 * EDGE, element.clientHeight - 2 * EDGE];
  const pen = element.getContext("2d");
  if (!pen || width <= 0 || height <= 0) return;
  element.width = element.clientWidth * devicePixelRatio;
  element.height = element.clientHeight * devicePixelRatio;
  pen.scale(devicePixelRatio, devicePixelRatio);
  pen.translate(EDGE, EDGE);
  const rows = Math.max(1, Math.floor(height / Math.sqrt((width * height) / nodes)));
  const columns = Math.ceil(nodes / rows);
  const size = Math.min(width / columns, height / rows);
  const left = (width - columns * size) / 2;
  const colours = getComputedStyle(element);
  const colour = (/** @type {string} */ name) => colours.getPropertyValue(name).trim();
  const at = (/** @type {number} */ node) => ({
    x: left + (Math.floor(node / rows) + 0.5) * size,
    y: ((node % rows) + 0.5) * size,
  });
  const radius = Math.min(size * 0.36, 14);
  const circle = (/** @type {number} */ node, /** @type {number} */ r) => {
    const { x, y } = at(node);
    pen.beginPath();
    pen.arc(x, y, r, 0, 7);
  };
  for (let node = 0; node < nodes; node += 1) {
    pen.fillStyle = colour((node - start + nodes) % nodes < looked ? "--pass" : "--line-2");
    circle(node, radius);
    pen.fill();
  }
  const large = Math.max(radius * 1.3, 7);
  pen.fillStyle = colour("--accent");
  circle(golden, large);
  pen.fill();
  pen.lineWidth = 2;
  if (!looked) return;
  pen.strokeStyle = colour("--ink");
  circle(winner, large + 4);
  pen.stroke();
}
