// How plugins bring raw scores to 0 to 100. Mirrors pkg/scheduler/framework/plugins/helper/normalize_score.go.

import { decimal } from "../lib/format.js";

/** @type {import("./descriptor.js").Normalize} the highest raw score becomes 100 */
export const BY_MAX = {
  formula: "100 × raw / max",
  applied: ({ max }, raw) => `100 × ${decimal(raw)} / ${decimal(max)}`,
  exact: ({ max }, raw) => (100 * raw) / max,
  divides: ({ max }) => max !== 0,
};

/** @type {import("./descriptor.js").Normalize} the highest raw score becomes 0 */
export const BY_MAX_REVERSED = {
  formula: "100 − 100 × raw / max",
  applied: ({ max }, raw) => `100 − 100 × ${decimal(raw)} / ${decimal(max)}`,
  divides: ({ max }) => max !== 0,
};
