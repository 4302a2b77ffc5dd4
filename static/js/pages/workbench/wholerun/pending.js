// The pods that the run leaves waiting, those with the same reasons together.

import { clock } from "../../../lib/format.js";
import { h } from "../../../lib/dom.js";
import { t, tn } from "../../../lib/i18n.js";
import { goCycle } from "../core/actions.js";
import { chip, heading, note, section } from "../../../parts/panels.js";

/** @import { Cycle, RunLog } from "../../../model/log.js" */

const NAMED = 8;

/**
 * @typedef {{message: string, rejectors: string[], cycles: Cycle[], flush: number | null}} Group of pods that
 *   wait alike
 */

/** @param {RunLog} log */
export function pendingBody(log) {
  const groups = groupsOf(log);
  if (!groups.length)
    return section(
      h(
        "p.soft",
        log.finished ? t("No pod is pending: every pod was placed.") : t("No pod is pending so far."),
      ),
    );
  return groups.map((group) =>
    section(
      heading(
        tn("{n} pod", "{n} pods", group.cycles.length),
        null,
        group.rejectors.map((plugin) => chip(plugin, "", "rejected")),
      ),
      h("p.msg.mono", group.message),
      h(
        "p.pods-line",
        group.cycles
          .slice(0, NAMED)
          .map((cycle) => h("button.link.mono", { onclick: () => goCycle(cycle.index) }, cycle.pod)),
        more(group.cycles),
      ),
      group.flush === null
        ? null
        : note(t("The flush would move it at {time}", { time: clock(group.flush) })),
    ),
  );
}

/** @param {Cycle[]} cycles */
function more(cycles) {
  if (cycles.length <= NAMED) return null;
  const rest = cycles.slice(NAMED);
  const list = h(
    "span.pods-line",
    { hidden: true },
    rest.map((cycle) => h("button.link.mono", { onclick: () => goCycle(cycle.index) }, cycle.pod)),
  );
  const button = h(
    "button.btn",
    { onclick: () => ((list.hidden = false), button.remove()) },
    tn("Show {n} more", "Show {n} more", rest.length),
  );
  return [button, list];
}

/** The last attempts that found no node, by message. @param {RunLog} log @returns {Group[]} */
function groupsOf(log) {
  /** @type {Map<string, Cycle>} by pod */
  const last = new Map();
  for (const cycle of log.cycles) if (cycle?.finished) last.set(cycle.pod, cycle);
  for (const cycle of log.cycles) for (const victim of cycle?.finished?.victims ?? []) last.delete(victim);
  const waiting = new Map((log.finished?.waiting ?? []).map((pod) => [pod.pod, pod]));
  /** @type {Map<string, Group>} */
  const groups = new Map();
  for (const cycle of last.values()) {
    const { finished } = cycle;
    if (!finished || finished.node) continue;
    const message = finished.message ?? finished.skipped ?? "";
    const rejectors = waiting.get(cycle.pod)?.rejectors ?? rejectorsOf(cycle);
    const key = `${message}/${rejectors}`;
    const group = groups.get(key) ?? {
      message,
      rejectors,
      cycles: [],
      flush: waiting.get(cycle.pod)?.flush_at ?? null,
    };
    group.cycles.push(cycle);
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => b.cycles.length - a.cycles.length);
}

/** @param {Cycle} cycle */
const rejectorsOf = ({ points }) =>
  (points.Filter?.plugins ?? [])
    .filter((plugin) => plugin.rejected || plugin.unresolvable)
    .map((plugin) => plugin.plugin);
