// What the score plugins share. Mirrors pkg/scheduler/framework/plugins/helper/normalize_score.go.

import { decimal } from "../lib/format.js";

/** @import { ScoreExplanation, ScoreStep } from "../types/engine.js" */
/** @import { Normalize } from "./descriptor.js" */

/** The highest raw score becomes 100. @type {Normalize} */
export const BY_MAX = {
  formula: "100 × raw / max",
  applied: ({ max }, raw) => `100 × ${decimal(raw)} / ${decimal(max)}`,
  exact: ({ max }, raw) => (100 * raw) / max,
  divides: ({ max }) => max !== 0,
};

/** The highest raw score becomes 0. @type {Normalize} */
export const BY_MAX_REVERSED = {
  formula: "100 − 100 × raw / max",
  applied: ({ max }, raw) => `100 − 100 × ${decimal(raw)} / ${decimal(max)}`,
  divides: ({ max }) => max !== 0,
};

/**
 * The steps of a kind.
 * @template {ScoreStep["kind"]} K
 * @param {ScoreExplanation} explained @param {K} kind
 * @returns {Extract<ScoreStep, {kind: K}>[]}
 */
export const stepsOf = ({ steps }, kind) =>
  steps.filter(/** @returns {step is Extract<ScoreStep, {kind: K}>} */ (step) => step.kind === kind);
