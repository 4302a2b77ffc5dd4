// Matching pods by domain as bars: for a hard constraint with this pod on top, the minimum and what maxSkew
// allows; for a soft one with the points that the count makes.

import { h } from "../../lib/dom.js";
import { decimal, integer } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { isClosed } from "./closed.js";

/** @import { HardConstraint, HardDomain, SoftConstraint } from "../../model/constraint.js" */

const MOST_ROWS = 8; // more domains are side by side
const MOST_NAMED = 24; // columns with a name
const MOST_COLUMNS = 160;
const MOST_SOFT = 12;

/** @typedef {{low: number, high: number, largest: number, self: number}} Scale in pods */

/** @param {HardConstraint} constraint @param {string} summary */
export function skewChart(constraint, summary) {
  const { domains, minimum, max_skew: skew, self_match: self } = constraint;
  const low = domains.length ? minimum.value : 0;
  const high = low + skew;
  const largest = Math.max(1, high, ...domains.map(({ count }) => count + self));
  /** @type {Scale} */
  const scale = { low, high, largest, self };
  return h(
    "div.skewc",
    { role: "img", "aria-label": summary },
    lineKey(scale, minimum.forced_zero),
    domains.length > MOST_ROWS ? columns(domains, scale) : domains.map((domain) => skewRow(domain, scale)),
  );
}

/** What the two lines and the dashed bars are. @param {Scale} scale @param {boolean} forced */
const lineKey = ({ low, high, self }, forced) =>
  h(
    "p.skewc-k",
    h("span", h("i.k-min"), `${t("minimum {n}", { n: low })}${forced ? " (minDomains)" : ""}`),
    h("span", h("i.k-lim"), t("limit {n} = minimum + maxSkew", { n: high })),
    self ? h("span", h("i.k-ghost"), t("this pod")) : null,
  );

/** @param {number} value @param {Scale} scale */
const share = (value, { largest }) => `${(100 * value) / largest}%`;

/** @param {HardDomain} domain @param {Scale} scale */
const skewRow = (domain, scale) =>
  h(
    "div.skewc-r",
    { dataset: { domain: domain.value } },
    h("span.cut.mono", { title: domain.value }, domain.value),
    h(
      "span.skewc-t",
      h("i.band", { style: { left: share(scale.low, scale), width: share(scale.high - scale.low, scale) } }),
      h("i.bar", { style: { width: share(domain.count, scale) } }, domain.count ? integer(domain.count) : ""),
      scale.self
        ? h("i", {
            class: domain.fits ? "ghost" : "ghost over",
            style: { left: share(domain.count, scale), width: share(scale.self, scale) },
          })
        : null,
      h("i.min", { style: { left: share(scale.low, scale) } }),
      h("i.lim", { style: { left: share(scale.high, scale) } }),
    ),
    outcome(domain, scale),
  );

/** @param {HardDomain} domain @param {Scale} scale */
function outcome(domain, { self, high }) {
  const after = domain.count + self;
  if (isClosed(domain)) return h("span.mute", t("{n}, not available to this pod", { n: after }));
  return domain.fits
    ? h("span.soft", t("{n}, allowed", { n: after }))
    : h("b.g-rej", t("{n}, over by {more}", { n: after, more: after - high }));
}

/** @param {HardDomain[]} domains @param {Scale} scale */
function columns(domains, scale) {
  const columnsShown = chosen(domains);
  return [
    h(
      "div.skewc-c",
      h("i.band", {
        style: { bottom: share(scale.low, scale), height: share(scale.high - scale.low, scale) },
      }),
      columnsShown.map((domain) =>
        h(
          "span",
          { title: `${domain.value}: ${integer(domain.count)}` },
          scale.self
            ? h("i", {
                class: domain.fits ? "ghost" : "ghost over",
                style: { height: share(scale.self, scale) },
              })
            : null,
          h("i.bar", { style: { height: share(domain.count, scale) } }),
        ),
      ),
      h("i.min", { style: { bottom: share(scale.low, scale) } }),
      h("i.lim", { style: { bottom: share(scale.high, scale) } }),
    ),
    columnsShown.length <= MOST_NAMED
      ? h(
          "div.skewc-n",
          columnsShown.map(({ value }) => h("span", { title: value }, value)),
        )
      : null,
    columnsShown.length < domains.length
      ? h(
          "p.mute",
          t("{n} of {total} domains: the emptiest and the fullest", {
            n: integer(columnsShown.length),
            total: integer(domains.length),
          }),
        )
      : null,
  ];
}

/** All domains, or the emptiest and the fullest of too many. @param {HardDomain[]} domains */
function chosen(domains) {
  if (domains.length <= MOST_COLUMNS) return domains;
  const sorted = [...domains].sort((a, b) => a.count - b.count);
  return [...sorted.slice(0, MOST_COLUMNS / 2), ...sorted.slice(-MOST_COLUMNS / 2)];
}

/** @param {SoftConstraint} constraint */
export function softChart({ domains, weight, max_skew: skew, topology_key: key }) {
  const listed = domains.slice(0, MOST_SOFT);
  const largest = Math.max(1, ...listed.map(({ count }) => count));
  const [factor, extra] = [weight ?? 0, skew - 1];
  return h(
    "div.skewc.soft-c",
    {
      role: "img",
      "aria-label": t("Matching pods by {key}: {counts}", {
        key,
        counts: listed.map(({ value, count }) => `${value} ${count}`).join(", "),
      }),
    },
    listed.map(({ value, count }) =>
      h(
        "div.skewc-r",
        h("span.cut.mono", { title: value }, value),
        h(
          "span.skewc-t",
          h("i.bar", { style: { width: `${(100 * count) / largest}%` } }, count ? integer(count) : ""),
        ),
        h(
          "span.mono.soft",
          `${integer(count)} × ${decimal(factor, 3)} + ${extra} = ${decimal(count * factor + extra)}`,
        ),
      ),
    ),
    domains.length > listed.length
      ? h(
          "p.mute",
          t("the first {n} of {total} domains", { n: listed.length, total: integer(domains.length) }),
        )
      : null,
  );
}
