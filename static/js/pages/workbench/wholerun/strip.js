// All attempts of the run side by side, each as wide as there is room: where pods were placed, preempted
// others, or waited.

import { h } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { token } from "../../../lib/theme.js";

/** @import { Cycle } from "../../../model/log.js" */

const HEIGHT = 36;
const SLOT_MAX = 14;

/**
 * The outcome of an attempt.
 * @param {Pick<Cycle, "finished">} cycle @returns {"placed" | "preempts" | "pending" | "none" | "open"}
 */
export function kindOf({ finished }) {
  if (!finished) return "open";
  if (finished.node) return "placed";
  if (finished.skipped) return "none";
  return finished.victims?.length ? "preempts" : "pending";
}

/**
 * Height as well as colour distinguishes them.
 * @type {Record<ReturnType<typeof kindOf>, [colour: string, share: number]>}
 */
const LOOKS = {
  placed: ["--pass", 0.45],
  preempts: ["--unres", 0.75],
  pending: ["--reject", 1],
  none: ["--mute", 0.2],
  open: ["--line-2", 0.2],
};

/**
 * @param {(index: number) => void} choose
 * @returns {{element: HTMLElement, draw: (cycles: Cycle[], current: number) => void}}
 */
export function strip(choose) {
  const canvas = h("canvas.strip", {
    height: HEIGHT,
    role: "img",
    "aria-label": t("Attempts in scheduling order; the list below says the same"),
  });
  /** @type {Cycle[]} */
  let visible = [];
  const slot = () => Math.min(SLOT_MAX, canvas.clientWidth / Math.max(1, visible.length));
  /** @param {MouseEvent} event */
  const indexAt = (event) =>
    Math.min(visible.length - 1, Math.floor((event.clientX - canvas.getBoundingClientRect().left) / slot()));
  canvas.addEventListener("click", (event) => indexAt(event) >= 0 && choose(indexAt(event)));
  canvas.addEventListener("pointermove", (event) => (canvas.title = visible[indexAt(event)]?.pod ?? ""));
  /** @param {Cycle[]} cycles @param {number} current */
  const draw = (cycles, current) => {
    visible = cycles;
    const ratio = devicePixelRatio || 1;
    const width = canvas.clientWidth;
    canvas.width = Math.round(width * ratio);
    canvas.height = HEIGHT * ratio;
    const c = canvas.getContext("2d");
    if (!c) return;
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    const slotWidth = slot();
    const gap = slotWidth >= 4 ? 1 : 0;
    cycles.forEach((cycle, i) => {
      const [colour, share] = LOOKS[kindOf(cycle)];
      c.fillStyle = token(colour);
      const high = Math.round((HEIGHT - 6) * share);
      c.fillRect(i * slotWidth, HEIGHT - 6 - high, Math.max(slotWidth - gap, 0.5), high);
    });
    c.fillStyle = token("--accent");
    c.fillRect(current * slotWidth, HEIGHT - 4, Math.max(slotWidth - gap, 3), 4);
  };
  return { element: canvas, draw };
}
