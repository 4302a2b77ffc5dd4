// Helpers that the parts of the comparison share.

import { h } from "../../lib/view.js";
import { labelled } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { isPoint, pointOf } from "../../model/points.js";

/** @import { CycleOut, DifferenceOut } from "../../types/api.js" */
/** @import { Side } from "./state.js" */

/** The sign of a side: A is outlined, B is filled. @param {"a" | "b"} side */
export const sign = (side) =>
  h(
    "span",
    {
      class: `ab ${side.toUpperCase()}`,
      role: "img",
      "aria-label": side === "a" ? t("Side A") : t("Side B"),
    },
    side.toUpperCase(),
  );

/** How an attempt ended on a side, where it was made. @param {CycleOut} cycle @param {Side} side */
export const endOf = (cycle, side) => cycle.events[side].findLast((event) => event.kind === "cycle.finished");

/** @param {string} point */
export const pointName = (point) => (isPoint(point) ? pointOf(point).label : point);

/** What differs, in a few words. @param {DifferenceOut} difference */
export function words({ subject, plugin, a, b, nodes, count }) {
  if (subject === "domains") return domains(a, b);
  const change = t("{a} → {b}", { a: readable(a), b: readable(b) });
  const where = count
    ? nodes.slice(0, 3).join(", ") + (count > 3 ? ` ${t("and {n} more", { n: count - 3 })}` : "")
    : "";
  const what = SUBJECTS[subject]?.(plugin) ?? "";
  return where || what ? labelled([where, what].filter(Boolean).join(" "), change) : change;
}

/**
 * "zoneA 2, zoneB 1" on both sides: which domains come and go, and which counts differ.
 * @param {string} a @param {string} b
 */
function domains(a, b) {
  const [old, now] = [a, b].map(
    (text) =>
      new Map(
        text
          .split(", ")
          .map((line) => [line.slice(0, line.lastIndexOf(" ")), line.slice(line.lastIndexOf(" ") + 1)]),
      ),
  );
  /** @param {Iterable<string>} names */
  const named = (names) => [...names].join(", ");
  const come = [...now.keys()].filter((name) => !old.has(name));
  const gone = [...old.keys()].filter((name) => !now.has(name));
  const counted = [...now].filter(([name, count]) => old.has(name) && old.get(name) !== count);
  return [
    come.length
      ? tn("{names} becomes a domain", "{names} become domains", come.length, { names: named(come) })
      : "",
    gone.length
      ? tn("{names} is no longer a domain", "{names} are no longer domains", gone.length, {
          names: named(gone),
        })
      : "",
    ...counted.map(([name, count]) => t("{name} counts {a} → {b}", { name, a: old.get(name), b: count })),
  ]
    .filter(Boolean)
    .join(", ");
}

/** @type {Record<string, (plugin: string) => string>} */
const SUBJECTS = {
  minimum: () => t("minimum"),
  reasons: () => "",
  raw: () => t("raw score"),
  score: () => t("score"),
  weight: () => t("weight"),
  total: () => t("total"),
  placement: () => "",
};

/** @type {Record<string, string>} */
const WORDS = {
  feasible: t("passes"),
  "not examined": t("not examined"),
  pending: t("pending"),
  "no such attempt": t("not there"),
  "no such node": t("not there"),
  "-": "–",
};

/**
 * Our own words in the reader's language; a reason of the scheduler stays as it is, without its plugin and
 * code.
 * @param {string} text
 */
const readable = (text) => WORDS[text] ?? text.replace(/^\w+: (.*) \(\w+\)$/, "$1");
