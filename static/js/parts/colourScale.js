// The colours of values: stronger is more, and of two signs where the sign counts.

/**
 * The text that is readable in both themes: from `mid` on the dark theme's colours are light, from
 * `strong` on those of the light theme are dark.
 * @param {number} size from 0 to 1 @param {number} mid @param {number} strong
 */
const textOn = (size, mid, strong) =>
  size >= strong ? "var(--scale-on)" : size >= mid ? "var(--mid-on)" : "var(--low-on)";

/** How a value is coloured on the sequential scale. @param {number} fraction 0 to 1 */
export function sequential(fraction) {
  const at = Math.max(0, Math.min(1, fraction)) * 5;
  const low = Math.min(4, Math.floor(at));
  const part = Math.round((at - low) * 100);
  return {
    backgroundColor: `color-mix(in srgb, var(--seq-${low + 1}) ${part}%, var(--seq-${low}))`,
    color: textOn(fraction, 0.51, 0.72),
  };
}

/** The same for a value whose sign counts: centre exactly 0. @param {number} fraction −1 to 1 */
export function diverging(fraction) {
  const size = Math.max(-1, Math.min(1, fraction));
  if (size === 0) return { backgroundColor: "var(--div-0)", color: "var(--ink-3)" };
  const side = size > 0 ? "p" : "n";
  const strong = Math.abs(size) > 0.55;
  const [from, to] = strong ? [`--div-${side}2`, `--div-${side}3`] : ["--div-0", `--div-${side}2`];
  const part = Math.round((strong ? (Math.abs(size) - 0.55) / 0.45 : Math.abs(size) / 0.55) * 100);
  return {
    backgroundColor: `color-mix(in srgb, var(${to}) ${part}%, var(${from}))`,
    color: side === "n" ? textOn(-size, 0.43, 0.54) : textOn(size, 0.44, 0.81),
  };
}
