// The domains of a topology as a tree, with what each has room for and which were chosen.

/** @import { TopologyPlace } from "../../../types/engine.js" */

/**
 * @typedef {object} Domain
 * @property {string} level its label's key @property {string} name the last of its values
 * @property {number} pods that have room in it when the search began
 * @property {boolean} chosen @property {number} given pods that it got, 0 above the lowest level
 * @property {Domain[]} within
 */

/**
 * The domains of the highest level, each with those within it; empty where nothing was searched.
 * @param {TopologyPlace} place @returns {Domain[]}
 */
export function domainsOf({ search, chosen, counts }) {
  if (!search) return [];
  const got = new Map(chosen.map((values, i) => [values.at(-1) ?? "", counts[i] ?? 0]));
  /** @type {Domain[]} */
  const roots = [];
  /** @type {Map<string, Domain>} */
  const byPath = new Map();
  const lowest = search.levels.length - 1;
  search.levels.forEach(({ level, domains }, depth) => {
    for (const { values, pods } of domains) {
      const name = values.at(-1) ?? "";
      const given = depth === lowest ? (got.get(name) ?? 0) : 0;
      const domain = { level, name, pods, chosen: given > 0, given, within: [] };
      byPath.set(values.join("/"), domain);
      (byPath.get(values.slice(0, -1).join("/"))?.within ?? roots).push(domain);
    }
  });
  roots.forEach(markChosen);
  return roots;
}

/** A domain is chosen where one within it is. @param {Domain} domain @returns {boolean} */
function markChosen(domain) {
  const within = domain.within.map(markChosen);
  domain.chosen ||= within.includes(true);
  return domain.chosen;
}

/** "topology.kubernetes.io/rack" → "rack" @param {string} level */
export const lastPart = (level) => level.slice(level.lastIndexOf("/") + 1);

/**
 * What Kueue puts into the pods of a domain: of hosts their name alone, else the values of all levels.
 * @param {string[]} levels @param {string[]} values @returns {[string, string][]}
 */
export const selectorOf = (levels, values) =>
  levels.slice(levels.length - values.length).map((level, i) => [level, values[i]]);
