// The heading of a domain: a chip and two facts. Counts and headroom are those of the constraint over
// the domain's key.

import { signed } from "../../../lib/format.js";
import { t, tn } from "../../../lib/i18n.js";
import { named } from "../../../parts/factLink.js";
import { AFTER_FILTER, verdictsOf } from "./marks.js";
import { pathOf } from "../../../model/tree.js";
import { pluginOf } from "../../../plugins/registry.js";

/** @import { HardConstraint, HardDomain, SoftConstraint, SoftDomain } from "../../../model/constraint.js" */
/** @import { CycleView } from "../../../model/cycleview.js" */
/** @import { Pointer } from "../../../model/pointer.js" */
/** @import { Domain } from "../../../model/tree.js" */
/** @import { Note as PluginNote } from "../../../plugins/descriptor.js" */
/** @import { Verdicts } from "./marks.js" */

/**
 * @typedef {{chip?: string | null, left?: string | null, right?: string | null, short?: string | null}} Facts
 *   what opens, by its name
 */
/** @typedef {{kind: string, text: string}} Chip */
/**
 * @typedef {{chip: Chip | null, left: string, right: string, short: string, facts: Facts}} Note `short` is
 *   for narrow boxes
 */

/** @typedef {HardConstraint | SoftConstraint} Constraint */
/** @typedef {HardDomain | SoftDomain} Counted a domain of a constraint */

/** @type {Set<string | undefined>} */
const SOFT = new Set(["PreScore", "Score", "NormalizeScore", "Total"]);
const PASS = 1;

/**
 * @param {Pointer | null} pointer @param {CycleView | null} data
 * @returns {(domain: Domain) => Note} returns the same object for the same domain
 */
export function notesOf(pointer, data) {
  /** @type {Map<Domain, Note>} */
  const notes = new Map();
  const verdicts = data && AFTER_FILTER.has(pointer?.point) ? verdictsOf(data) : null;
  return (domain) => {
    const note = notes.get(domain) ?? noteOf(domain, pointer, data, verdicts);
    notes.set(domain, note);
    return note;
  };
}

/**
 * @param {Domain} domain @param {Pointer | null} pointer @param {CycleView | null} data
 * @param {Verdicts | null} verdicts @returns {Note}
 */
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
  if (own) return pluginNote(own.note(domain, SOFT.has(pointer?.point)), domain, verdicts, nodes);
  const constraint = constraintOf(pointer, data, domain.key);
  const counted = constraint ? countOf(constraint, domain.value) : null;
  const side = SOFT.has(pointer?.point) ? "score" : "filter";
  /** @param {string} kind */
  const about = (kind) => (constraint && counted ? named(kind, side, constraint.index, counted.value) : null);
  const fits = verdicts ? fitsFact(domain) : null;
  const counting = pointer?.point === "PreFilter" ? constraint : null;
  const room = counted && "headroom" in counted && !counted.closed.length ? counted.headroom : undefined;
  const headroom = room === undefined ? "" : t("headroom {headroom}", { headroom: signed(room) });
  return {
    chip: counting ? countChip(counting, counted) : verdicts ? fitChip(verdicts, domain) : null,
    left: counted ? t("{n} matching", { n: counted.count }) : nodes,
    right: headroom,
    short: counted
      ? room === undefined
        ? String(counted.count)
        : `${counted.count} (${signed(room)})`
      : verdicts
        ? fitChip(verdicts, domain).text
        : nodes,
    facts: {
      chip: counting ? countFact(counting, counted, about) : fits,
      left: about("domain"),
      right: room === undefined ? null : about("headroom"),
      short: about("domain") ?? fits,
    },
  };
}

/**
 * The spread constraint that the map can show: the first over this key at the filter, at the score after it.
 * @param {Pointer | null} pointer @param {CycleView | null} data @param {string} key
 * @returns {Constraint | null}
 */
export function constraintOf(pointer, data, key) {
  const side = SOFT.has(pointer?.point) ? data?.spread?.score : data?.spread?.filter;
  return side?.find((domainsOf) => domainsOf.topology_key === key) ?? null;
}

/** @type {WeakMap<Constraint, Map<string, Counted>>} */
const tables = new WeakMap();

/**
 * A domain of a constraint by its value.
 * @param {Constraint} constraint @param {string} value @returns {Counted | null}
 */
function countOf(constraint, value) {
  const domains = /** @type {Counted[]} */ (constraint.domains);
  const table = tables.get(constraint) ?? new Map(domains.map((domain) => [domain.value, domain]));
  tables.set(constraint, table);
  return table.get(value) ?? null;
}

/**
 * The note of the selected plugin about the domain.
 * @param {PluginNote} own @param {Domain} domain @param {Verdicts | null} verdicts @param {string} words
 * @returns {Note}
 */
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

/** @param {Constraint} constraint @param {Counted | null} counted @returns {Chip | null} */
function countChip(constraint, counted) {
  if (!counted) return { kind: "", text: t("not a domain") };
  if (!("fits" in counted)) return null;
  if (counted.closed.length) return { kind: "unres", text: t("can never run this pod") };
  if (!counted.fits) return { kind: "reject", text: t("over by {n}", { n: -counted.headroom }) };
  if (holdsMinimum(constraint, counted)) return { kind: "accent", text: t("global minimum") };
  return counted.fits ? { kind: "pass", text: t("within {n}", { n: constraint.max_skew }) } : null;
}

/**
 * @param {Constraint} constraint @param {Counted | null} counted
 * @param {(kind: string) => string | null} about
 */
function countFact(constraint, counted, about) {
  if (!counted) return named("excluded", "filter", constraint.index);
  return "fits" in counted && counted.fits && holdsMinimum(constraint, counted)
    ? named("minimum", constraint.index)
    : about("skew");
}

/** @param {Constraint} constraint @param {Counted} counted */
const holdsMinimum = (constraint, { value }) =>
  "minimum" in constraint && constraint.minimum.held_by.includes(value);

/** The name of the fact about the nodes that fit in a domain. @param {Domain} domain */
const fitsFact = (domain) =>
  pathOf(domain).every(({ value }) => value)
    ? named("fits", ...pathOf(domain).flatMap(({ key, value }) => [key, value ?? ""]))
    : null;

/** @param {Verdicts} verdicts @param {Domain} domain @returns {Chip} */
function fitChip({ state, first }, { nodes }) {
  let fitting = 0;
  let checked = 0;
  let hopeful = false;
  for (const node of nodes) {
    if (state[node] === PASS) fitting += 1;
    if (state[node] === PASS || first[node]) checked += 1;
    if (state[node] === 2) hopeful = true;
  }
  if (!checked) return { kind: "", text: t("not checked") };
  return {
    kind: fitting ? "pass" : hopeful ? "reject" : "unres",
    text: t("{fitting} of {nodes} fit", { fitting, nodes: nodes.length }),
  };
}
