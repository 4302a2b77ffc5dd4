// What a domain's heading says: a chip and two facts. Counts and headroom are those of the constraint over the domain's key.

import { signed } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { named } from "../../parts/factLink.js";
import { AFTER_FILTER, verdictsOf } from "./marks.js";
import { pathOf } from "../../model/tree.js";
import { pluginOf } from "../../plugins/registry.js";

/**
 * @typedef {{chip?: string | null, left?: string | null, right?: string | null, short?: string | null}} Facts what opens, by its name
 * @typedef {{chip: {kind: string, text: string} | null, left: string, right: string, short: string, facts: Facts}} Note `short` is for narrow boxes
 */

const SOFT = new Set(["PreScore", "Score", "NormalizeScore", "Total"]);
const PASS = 1;

/**
 * @param {import("../../model/cluster.js").Cluster} cluster
 * @returns {(domain: import("../../model/tree.js").Domain) => Note} asked again, the answer is the same object
 */
export function notesOf(cluster, pointer, data) {
  const notes = new Map();
  const verdicts = data && AFTER_FILTER.has(pointer?.point) ? verdictsOf(data) : null;
  return (domain) => {
    if (!notes.has(domain)) notes.set(domain, noteOf(domain, pointer, data, verdicts));
    return notes.get(domain);
  };
}

function noteOf(domain, pointer, data, verdicts) {
  const nodes = tn("{n} node", "{n} nodes", domain.nodes.length);
  if (domain.value === null)
    return {
      chip: verdicts ? fitChip(verdicts, domain) : null,
      left: t("label {key} is missing", { key: domain.key }),
      right: "",
      short: nodes,
      facts: {},
    };
  const own = data && pluginOf(pointer?.plugin).map?.(data);
  if (own) return pluginNote(own.note(domain, SOFT.has(pointer.point)), domain, verdicts, nodes);
  const constraint = constraintOf(pointer, data, domain.key);
  const counted = constraint ? countOf(constraint, domain.value) : null;
  const side = SOFT.has(pointer?.point) ? "score" : "filter";
  const about = (kind) => (counted ? named(kind, side, constraint.index, domain.value) : null);
  const fits = verdicts ? fitsFact(domain) : null;
  const counting = constraint && pointer.point === "PreFilter";
  const headroom =
    counted?.headroom === undefined ? "" : t("headroom {headroom}", { headroom: signed(counted.headroom) });
  return {
    chip: counting ? countChip(constraint, counted) : verdicts ? fitChip(verdicts, domain) : null,
    left: counted ? t("{n} matching", { n: counted.count }) : nodes,
    right: headroom,
    short: counted
      ? counted.headroom === undefined
        ? String(counted.count)
        : `${counted.count} (${signed(counted.headroom)})`
      : verdicts
        ? fitChip(verdicts, domain).text
        : nodes,
    facts: {
      chip: counting ? countFact(constraint, counted, about) : fits,
      left: about("domain"),
      right: counted?.headroom === undefined ? null : about("headroom"),
      short: about("domain") ?? fits,
    },
  };
}

/** The spread constraint that the map can show: the first over this key at the filter, at the score after it. */
export function constraintOf(pointer, data, key) {
  const side = SOFT.has(pointer?.point) ? data?.spread?.score : data?.spread?.filter;
  return side?.find((each) => each.topology_key === key) ?? null;
}

const tables = new WeakMap();

/** A domain of a constraint by its value. */
export function countOf(constraint, value) {
  if (!tables.has(constraint))
    tables.set(constraint, new Map(constraint.domains.map((each) => [each.value, each])));
  return tables.get(constraint).get(value) ?? null;
}

// What the plugin that is looked at says of the domain.
function pluginNote(own, domain, verdicts, words) {
  const chip = own.chip ? { kind: "", text: own.chip } : verdicts ? fitChip(verdicts, domain) : null;
  const fits = chip && !own.chip ? fitsFact(domain) : null;
  return {
    chip,
    left: own.left || words,
    right: "",
    short: own.short,
    facts: { chip: fits, left: own.fact, short: own.fact },
  };
}

function countChip(constraint, counted) {
  if (!counted) return { kind: "", text: t("not a domain") };
  if (counted.fits === false) return { kind: "reject", text: t("over by {n}", { n: -counted.headroom }) };
  if (constraint.minimum?.held_by.includes(counted.value))
    return { kind: "accent", text: t("global minimum") };
  return counted.fits ? { kind: "pass", text: t("within {n}", { n: constraint.max_skew }) } : null;
}

function countFact(constraint, counted, about) {
  if (!counted) return named("excluded", "filter", constraint.index);
  return counted.fits && constraint.minimum?.held_by.includes(counted.value)
    ? named("minimum", constraint.index)
    : about("skew");
}

// A domain within others is all of their values.
const fitsFact = (domain) =>
  pathOf(domain).every(({ value }) => value)
    ? named("fits", ...pathOf(domain).flatMap(({ key, value }) => [key, value]))
    : null;

function fitChip({ state, first }, { nodes }) {
  let fitting = 0;
  let looked = 0;
  let hopeful = false;
  for (const node of nodes) {
    if (state[node] === PASS) fitting += 1;
    if (state[node] === PASS || first[node]) looked += 1;
    if (state[node] === 2) hopeful = true;
  }
  if (!looked) return { kind: "", text: t("not checked") };
  return {
    kind: fitting ? "pass" : hopeful ? "reject" : "unres",
    text: t("{fitting} of {nodes} fit", { fitting, nodes: nodes.length }),
  };
}
