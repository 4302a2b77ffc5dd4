// The one encoding of a score: how good a node is for the pod, on a fixed scale; stronger is better.

import { h } from "../lib/dom.js";
import { decimal } from "../lib/format.js";
import { t } from "../lib/i18n.js";
import { sequential } from "./colourScale.js";

const STEPS = [0, 0.2, 0.4, 0.6, 0.8, 1];

/** A score from 0 to 100 as a coloured square. @param {number} value @param {string} [kind] a class */
export const square = (value, kind = "") =>
  h("b", { class: `sq ${kind}`, style: sequential(value / 100) }, decimal(value));

/** The key of the colours from 0 to 100. */
export const scaleKey = () =>
  h(
    "p.scale-key.mute",
    t("darker = better for the pod"),
    h(
      "span.steps",
      { role: "img", "aria-label": t("colours from 0 to 100") },
      STEPS.map((step) => h("i", { style: sequential(step) }, String(100 * step))),
    ),
  );

/**
 * The same in a line, from the lowest to the highest value.
 * @param {{name: string, low: number, high: number, means?: string}} range `means` says what stronger is
 */
export const scaleLine = ({ name, low, high, means = t("darker = better for the pod") }) =>
  h(
    "span.scale-line",
    { title: means },
    h(
      "span.steps",
      { "aria-hidden": "true" },
      STEPS.map((step) => h("i", { style: sequential(step) })),
    ),
    t("{name}, {low} to {high}", { name, low: decimal(low), high: decimal(high) }),
  );
