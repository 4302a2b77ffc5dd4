// What became of a pod group and of its members, in words.

import { integer } from "../../../lib/format.js";
import { t, tn } from "../../../lib/i18n.js";

/** @import { GangMember, GangView, MemberOutcome, OrderView } from "../../../types/engine.js" */

/** @typedef {{icon: string, glyph: string, word: string}} Mark a glyph with its word */

/** @type {Record<MemberOutcome, Mark>} */
export const OUTCOMES = {
  bound: { icon: "star", glyph: "g g-sel", word: t("placed") },
  nominated: { icon: "arrow", glyph: "g g-pass", word: t("nominated") },
  rolled_back: { icon: "undo", glyph: "g g-mute", word: t("rolled back") },
  unschedulable: { icon: "rej", glyph: "g g-rej", word: t("no node") },
  pre_bind_failed: { icon: "err", glyph: "g g-err", word: t("binding failed") },
  error: { icon: "err", glyph: "g g-err", word: t("error") },
  untried: { icon: "nr", glyph: "g g-mute", word: t("not tried") },
};

const NOT_ASKED = { icon: "ne", glyph: "g g-mute", word: t("not evaluated"), kind: "none", plugin: null };

/** @typedef {Mark & {kind: string, says: string, plugin: string | null}} CellWords of a member on a node */

/** @param {GangView} gang @param {GangMember} member @param {number} node its place @returns {CellWords} */
export function cellOf({ nodes, plugins }, member, node) {
  const code = member.cells?.[node] ?? -1;
  if (member.node === nodes[node]) {
    const mark = OUTCOMES[member.outcome];
    return { ...mark, kind: "placed", says: mark.word, plugin: null };
  }
  if (code < 0) return { ...NOT_ASKED, says: NOT_ASKED.word };
  if (code === 0)
    return { icon: "pass", glyph: "g g-pass", word: t("fits"), kind: "fits", says: t("fits"), plugin: null };
  const plugin = plugins[code - 1];
  const reasons = member.reasons.filter((reason) => reason.plugin === plugin);
  const named = reasons.filter((reason) => reason.examples.includes(nodes[node]));
  const [reason] = named.length ? named : reasons;
  const hopeless = reason?.code === "UnschedulableAndUnresolvable";
  return {
    icon: hopeless ? "unres" : "rej",
    glyph: hopeless ? "g g-unres" : "g g-rej",
    word: plugin,
    kind: hopeless ? "unr" : "rej",
    says: named.length || reasons.length === 1 ? `${plugin}: ${reason.reason}` : plugin,
    plugin,
  };
}

/** "2 Insufficient cpu, 1 node(s) …", as the scheduler counts. @param {GangMember} member */
export const reasonsOf = ({ reasons, message = "" }) =>
  reasons.map(({ reason, nodes }) => `${integer(nodes)} ${reason}`).join(", ") || message;

/** @param {Pick<GangView, "code">} gang */
export const isPlaced = ({ code }) => code === "Success";

/** The place of the member that breaks the group; −1 if no member does. @param {GangView} gang */
export const breakingAt = ({ breaks, waiting_on_preemption: waits }) =>
  breaks && !breaks.without && !waits ? breaks.member : -1;

/** What became of the group. @param {GangView} gang */
export function verdict(gang) {
  const { min_count: count, before, placed } = gang.missing;
  const bound = gang.members.filter(({ outcome }) => outcome === "bound").length;
  const values = { group: gang.pod_group, bound, count, counted: before + placed };
  if (isPlaced(gang))
    return tn(
      "{group} is scheduled: {bound} of {n} member is bound",
      "{group} is scheduled: {bound} of {n} members are bound",
      gang.members.length,
      values,
    );
  if (gang.waiting_on_preemption)
    return tn(
      "{group} waits for {n} victim to terminate",
      "{group} waits for {n} victims to terminate",
      gang.victims?.pods.length ?? 0,
      values,
    );
  if (!count) return t("No member of {group} fits on a node", values);
  return tn(
    "{group} is not scheduled: {counted} of the {n} member that minCount requires",
    "{group} is not scheduled: {counted} of the {n} members that minCount requires",
    count,
    values,
  );
}

/** Why the group was not placed; empty if it was, or waits. @param {GangView} gang */
export function whyNot(gang) {
  if (isPlaced(gang) || gang.waiting_on_preemption) return "";
  const member = gang.members[breakingAt(gang)];
  if (gang.code === "Error" || (!member && !gang.not_in_queue.length)) return gang.message ?? "";
  if (member)
    return t("{pod} is the first member that fits on no node: {reasons}.", {
      pod: member.pod,
      reasons: reasonsOf(member),
    });
  return tn(
    "{n} member is held back before the queue, and the others alone do not reach minCount.",
    "{n} members are held back before the queue, and the others alone do not reach minCount.",
    gang.not_in_queue.length,
  );
}

/** What is taken back; empty if nothing is. @param {GangView} gang */
export function rollBack({ members }) {
  const back = members.filter(({ outcome }) => outcome === "rolled_back").length;
  return back
    ? tn("{n} member had a node; it is released.", "{n} members had nodes; all of them are released.", back)
    : "";
}

/** The answer about other orders. @param {OrderView} search */
export function orderAnswer({ found, respects_priority: possible, tried, exhausted }) {
  if (found && possible)
    return t(
      "The scheduler tries only one order. With this one the group would be placed, in the same cluster " +
        "and without preemption:",
    );
  if (found)
    return t(
      "The scheduler would not try this order, because members with higher priority come first. With it " +
        "the group would be placed:",
    );
  if (exhausted && tried <= 1) return t("All members are alike, so no other order can help.");
  if (exhausted)
    return tn(
      "The only order was tried; it does not place the group.",
      "All {n} orders that can differ were tried; none places the group.",
      tried,
    );
  return tn(
    "{n} order was tried without success; another one may work.",
    "{n} orders were tried without success; another one may work.",
    tried,
  );
}
