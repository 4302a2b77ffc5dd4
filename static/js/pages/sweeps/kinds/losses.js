// What is lost with nodes and zones.

import { h } from "../../../lib/view.js";
import { decimal, integer, listOf } from "../../../lib/format.js";
import { t, tn } from "../../../lib/i18n.js";
import { worst } from "../../../model/sweeps/losses.js";
import { domainsOf, lostKeys } from "../core/facts.js";
import { group } from "../core/fields.js";
import { capital, HOSTNAME, keyName, lossWords } from "../core/words.js";
import { seedsField, some } from "./common.js";
import { TABLE } from "./descriptor.js";

/** @import { LossesSweep, SweepCell } from "../../../types/engine.js" */
/** @import { Kind } from "./descriptor.js" */

const ZONE = "topology.kubernetes.io/zone";

/** Each alone, and each pair where pairs are asked for. @param {number} values @param {boolean} inPairs */
const lossesOf = (values, inPairs) => values + (inPairs ? (values * (values - 1)) / 2 : 0);

/** @type {Kind<LossesSweep>} */
export const losses = {
  title: t("Nodes and zones lost"),
  question: t("Which pods are placed elsewhere when a node or a zone is lost, and which stay pending?"),
  cells: ({ topology_keys: keys, pairs }, { domains }) =>
    keys.reduce((sum, key) => sum + lossesOf(domains[key] ?? 0, pairs), 0),
  name({ topology_keys: keys, pairs }) {
    const what = listOf(keys.map(lossName));
    return capital(pairs ? t("{what} lost, and pairs", { what }) : t("{what} lost", { what }));
  },
  decides: false,
  pictures: [{ name: "losses", title: t("If a node or a zone is lost"), tab: t("By workload") }, TABLE],
  form(facts, before) {
    const domains = domainsOf(facts.cluster);
    const first = before?.topology_keys ?? lostKeys(facts);
    const offered = [...new Set([...lostKeys(facts), ...first, ...(facts.cluster?.topology_keys ?? [])])];
    const list = group(
      "topology_keys",
      t("Values to remove, one at a time"),
      offered.map((key) => ({
        value: key,
        text: [
          key === HOSTNAME ? t("every node") : keyName(key) === key ? key : t("every zone"),
          h("span.mute", ` ${integer(domains[key] ?? 0)}`),
        ],
      })),
      first,
    );
    const pairs = group(
      "pairs",
      t("Pairs"),
      [{ value: "pairs", text: t("also every pair of these") }],
      before?.pairs ? ["pairs"] : [],
    );
    const seeds = seedsField(before?.seeds ?? 1);
    return {
      fields: [list, pairs, seeds.field],
      read: () => ({
        kind: "losses",
        topology_keys: some(list, list.checked()),
        pairs: pairs.checked().length > 0,
        seeds: seeds.read(),
      }),
    };
  },
  headline: ({ cells, losses: lost = [] }) => {
    const at = worst(cells);
    const there = cells.filter((cell) => cell !== null);
    const bad = there.filter((cell) => cell.pending).length;
    if (at === null) return nothingPending(there);
    const most = { what: lossWords(lost[at]), pods: decimal(cells[at]?.pending ?? 0, 1) };
    return bad === 1
      ? tn(
          "The loss of {what} leaves pods pending: {pods}",
          "Of {n} losses, only that of {what} leaves pods pending: {pods}",
          there.length,
          most,
        )
      : t("{bad} of {n} losses leave pods pending; {what} leaves {pods}", {
          ...most,
          n: integer(there.length),
          bad: integer(bad),
        });
  },
};

/** @param {string} key */
const lossName = (key) => (key === HOSTNAME ? t("nodes") : key === ZONE ? t("zones") : key);

/** @param {SweepCell[]} cells */
function nothingPending(cells) {
  const most = Math.max(0, ...cells.map((cell) => cell.gone ?? 0));
  return most
    ? t("Whatever is lost, no pod stays pending; up to {n} are lost with their nodes", {
        n: decimal(most, 1),
      })
    : t("Whatever is lost, no pod stays pending");
}
