// The constraint of the selected cell as bars: small, drawn at once at every step.

import { svg } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { isClosed } from "./closed.js";

/** @import { SpreadSkewStep } from "../../types/engine.js" */
/** @import { HardConstraint, HardDomain } from "../../model/constraint.js" */

const LEFT = 92;
const MOST_LETTERS = 10; // that fit there
const RIGHT = 92; // room for "+1 this pod"
const WIDTH = 286; // of the narrowest pane, so that a unit is a pixel
const ROW = 22;
const MAX_BARS = 6;

/**
 * @typedef {Pick<SpreadSkewStep, "value" | "minimum" | "max_skew">} Limits of a constraint, and the domain
 *   in question
 */

/**
 * The domains of a constraint with one that is asked about.
 * @param {HardConstraint} constraint @param {HardDomain} [domain]
 */
export const constraintBars = (constraint, domain) =>
  skewBars(constraint, {
    value: domain?.value ?? "",
    minimum: constraint.minimum.value,
    max_skew: constraint.max_skew,
  });

const HEAD = 18; // for the names of both lines

/** @param {HardConstraint} constraint @param {Limits} step */
export function skewBars(constraint, step) {
  const domains = chosen(constraint.domains, step.value);
  const limit = step.minimum + step.max_skew;
  const largest = Math.max(limit, ...domains.map((domain) => domain.count + constraint.self_match));
  /** @param {number} value */
  const x = (value) => LEFT + ((WIDTH - LEFT - RIGHT) * value) / largest;
  const height = domains.length * ROW;
  return svg(
    "svg.chart",
    {
      viewBox: `0 0 ${WIDTH} ${HEAD + height + 26}`,
      preserveAspectRatio: "xMinYMin meet",
      style: { height: `${HEAD + height + 26}px` },
      role: "img",
      "aria-label": label(domains, step, limit),
    },
    svg("rect.band", {
      x: x(step.minimum),
      y: HEAD + 4,
      width: Math.max(0, x(limit) - x(step.minimum)),
      height,
    }),
    ticks(largest).map((tick) => [
      svg("line.grid", { x1: x(tick), x2: x(tick), y1: HEAD + 4, y2: HEAD + height + 4 }),
      svg("text", { x: x(tick), y: HEAD + height + 20, "text-anchor": "middle" }, tick),
    ]),
    domains.map((domain, i) => bar(domain, i, step, constraint, x)),
    svg("line.min", { x1: x(step.minimum), x2: x(step.minimum), y1: 0, y2: HEAD + height + 4 }),
    svg("line.lim", { x1: x(limit), x2: x(limit), y1: 0, y2: HEAD + height + 4 }),
    svg(
      "text.s",
      { x: x(step.minimum) - 4, y: 13, "text-anchor": "end" },
      t("minimum {minimum}", { minimum: step.minimum }),
    ),
    svg("text.s.over", { x: x(limit) + 4, y: 13 }, t("limit {limit}", { limit })),
  );
}

/**
 * @param {HardDomain} domain @param {number} i @param {Limits} step
 * @param {HardConstraint} constraint @param {(value: number) => number} x
 */
function bar(domain, i, step, constraint, x) {
  const y = HEAD + 4 + i * ROW;
  const isSelected = domain.value === step.value;
  const over = domain.fits === false;
  const ghost = isSelected && constraint.self_match > 0;
  return [
    svg(
      "text",
      { class: isSelected ? "l b" : "s", x: 0, y: y + 15 },
      domain.value.length > MOST_LETTERS ? `…${domain.value.slice(1 - MOST_LETTERS)}` : domain.value,
    ),
    isClosed(domain)
      ? svg("text.s", { x: x(domain.count) + 18, y: y + 15 }, t("can never run this pod"))
      : null,
    domain.count ? svg("rect.bar", { x: x(0), y: y + 5, width: x(domain.count) - x(0), height: 12 }) : null,
    svg(
      "text",
      {
        class: domain.count ? "on" : "s",
        x: domain.count ? x(domain.count) - 5 : x(0) + 5,
        y: y + 15,
        "text-anchor": domain.count ? "end" : "start",
      },
      ghost && !domain.count ? "" : domain.count,
    ),
    ghost
      ? svg("rect", {
          class: `ghost${over ? " over" : ""}`,
          x: x(domain.count) + 1,
          y: y + 5,
          width: Math.max(1, x(domain.count + constraint.self_match) - x(domain.count) - 2),
          height: 12,
        })
      : null,
    ghost
      ? svg("text.s", { x: x(domain.count + constraint.self_match) + 5, y: y + 15 }, t("+1 this pod"))
      : null,
  ];
}

/**
 * The domain in question, those that hold the minimum, and the fullest.
 * @param {HardDomain[]} domains @param {string} value
 */
function chosen(domains, value) {
  if (domains.length <= MAX_BARS) return domains;
  const sorted = [...domains].sort((a, b) => a.count - b.count);
  const picked = new Set([
    domains.find((domain) => domain.value === value),
    ...sorted.slice(0, 2),
    ...sorted.slice(-3),
  ]);
  return domains.filter((domain) => picked.has(domain)).slice(0, MAX_BARS);
}

/** @param {number} largest */
function ticks(largest) {
  const step = Math.max(1, Math.ceil(largest / 6));
  return Array.from({ length: Math.floor(largest / step) + 1 }, (_, i) => i * step);
}

/** @param {HardDomain[]} domains @param {Limits} step @param {number} limit */
const label = (domains, step, limit) =>
  t("{domains}; the minimum is {minimum} and at most {limit} is allowed", {
    domains: domains.map(held).join(", "),
    minimum: step.minimum,
    limit,
  });

/** @param {HardDomain} domain */
function held(domain) {
  const { value, count } = domain;
  return isClosed(domain)
    ? t("{value} has {count} and can never run this pod", { value, count })
    : t("{value} holds {count}", { value, count });
}
