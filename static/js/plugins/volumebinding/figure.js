// Volumes below the matrix: claim → volume → zone → nodes, a lane for each, and what the other rules say of
// the zones that are left.

import { h } from "../../lib/dom.js";
import { integer } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { glyph, icon } from "../../lib/icons.js";
import { matrixOf } from "../../model/matrix.js";
import { zoneOf } from "../../model/nodekinds.js";
import { nodeSet } from "../../parts/nodeset.js";
import { headers, heading, scroller, section } from "../../parts/panels.js";

/** @import { Child } from "../../lib/dom.js" */
/** @import { ClaimReach, Column } from "../../types/engine.js" */
/** @import { Viewed } from "../descriptor.js" */

const MOST_ZONES = 12;

/**
 * @typedef {{claim: string, about: Child, volume: Child, made: boolean, reach: Column}} Lane `made`: the
 *   volume exists; `reach`: per node whether it may be used there
 */

/** @param {Viewed} now */
export function claimsAtFilter(now) {
  const claims = now.data.operands("VolumeBinding", "claims")?.claims ?? [];
  return lanes(
    now,
    "VolumeBinding",
    claims.map((claim) => ({
      claim: claim.claim,
      about: aboutClaim(claim),
      volume: volumeOf(claim),
      made: claim.volume !== null,
      reach: claim.reach,
    })),
  );
}

/** @param {Viewed} now */
export function zonesAtFilter(now) {
  const labels = now.data.operands("VolumeZone", "volume_zones")?.labels ?? [];
  return lanes(
    now,
    "VolumeZone",
    labels.map(({ claim, volume, key, values, accepts }) => ({
      claim,
      about: t("bound"),
      volume: [h("b.mono", volume), h("span.mute.block.mono", `${key}: ${values.join(", ")}`)],
      made: true,
      reach: accepts,
    })),
  );
}

/** @param {ClaimReach} claim */
const aboutClaim = ({ volume, storage_class: name, selected_node: node }) =>
  [
    volume ? t("bound") : node ? t("being provisioned for {node}", { node }) : t("not bound"),
    name && t("class {name}", { name }),
  ]
    .filter(Boolean)
    .join(", ");

/** @param {ClaimReach} claim */
function volumeOf({ volume, exists, provisioner, free_volumes: free }) {
  if (volume)
    return [h("b.mono", volume), exists ? null : h("span.mute.block", t("No such PersistentVolume."))];
  return [
    h("b", t("provisioned or bound later")),
    h(
      "span.mute.block",
      [free ? tn("{n} free volume", "{n} free volumes", free) : "", provisioner].filter(Boolean).join(", "),
    ),
  ];
}

/** @param {Viewed} now @param {string} plugin @param {Lane[]} listed */
function lanes(now, plugin, listed) {
  if (!listed.length) return null;
  const all = Int8Array.from(now.data.names, (_, node) => Number(listed.every(({ reach }) => reach[node])));
  return [
    section(
      heading(t("From claim to node"), tn("{n} volume", "{n} volumes", listed.length)),
      h(
        "ul.vol-lanes",
        listed.map((lane) => laneOf(lane, now)),
        listed.length > 1
          ? h(
              "li.vol-lane",
              h("b.vol-claim", t("All together")),
              h("span.vol-volume"),
              zoneChips(all, now),
              nodesOf(all, now),
            )
          : null,
      ),
    ),
    pulledApart(all, plugin, now),
  ];
}

/** @param {Lane} lane @param {Viewed} now */
function laneOf({ claim, about, volume, made, reach }, now) {
  return h(
    "li.vol-lane",
    h("div.vol-claim.vol-box", h("b.mono", claim.split("/")[1]), h("span.mute.block", about)),
    h("div", { class: `vol-volume vol-box${made ? "" : " later"}` }, volume),
    zoneChips(reach, now),
    nodesOf(reach, now),
  );
}

/** The places of the nodes where a column is set. @param {Column} column */
const placesOf = (column) => [...column.keys()].filter((node) => column[node]);

/** @param {Column} reach @param {Viewed} now */
const nodesOf = (reach, now) => {
  const places = placesOf(reach);
  return h(
    "div.vol-nodes",
    h("b", t("{n} of {all}", { n: integer(places.length), all: integer(now.data.size) })),
    " ",
    places.length && places.length < now.data.size ? nodeSet(places, now) : null,
  );
};

/** The nodes by zone, in the order of their names. @param {Viewed} now */
function zonesOf({ cluster }) {
  /** @type {Map<string, number[]>} */
  const zones = new Map();
  for (const node of cluster?.nodes ?? []) {
    const zone = zoneOf(node);
    if (zone) zones.set(zone, [...(zones.get(zone) ?? []), node.index]);
  }
  return [...zones].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** @param {Column} reach @param {Viewed} now */
function zoneChips(reach, now) {
  const zones = zonesOf(now);
  return h(
    "div.vol-zones",
    zones.slice(0, MOST_ZONES).map(([zone, nodes]) => {
      const isReached = nodes.some((node) => reach[node]);
      return h(
        "span",
        { class: isReached ? "zone-chip" : "zone-chip out" },
        icon(isReached ? "check" : "x", "ic ic-12"),
        zone,
        h("span.vh", isReached ? t("reachable") : t("not reachable")),
      );
    }),
    zones.length > MOST_ZONES ? t(" and {n} more", { n: zones.length - MOST_ZONES }) : null,
  );
}

/**
 * The rules that reject nodes, zone by zone, where no node is left and the volumes decide only some.
 * @param {Column} reach of all volumes @param {string} own @param {Viewed} now
 */
function pulledApart(reach, own, now) {
  const matrix = matrixOf(now.data);
  const zones = zonesOf(now);
  if (matrix.feasibleCount || zones.length < 2 || zones.length > MOST_ZONES || !placesOf(reach).length)
    return null;
  const rules = matrix.ran.filter((plugin) =>
    now.data.names.some((_, node) => now.data.status(plugin, node)),
  );
  if (rules.length < 2) return null;
  return section(
    heading(
      t("Conflicting rules"),
      t("the nodes in each zone that each rule allows, independently of the others"),
    ),
    scroller(
      h(
        "table.tbl.cross",
        headers(t("Rule"), ...zones.map(([zone]) => zone)),
        h(
          "tbody",
          rules.map((plugin) =>
            h(
              "tr",
              { class: plugin === own ? "own-row" : null },
              h("th", { scope: "row" }, plugin),
              zones.map(([, nodes]) => ruleCell(plugin, nodes, now)),
            ),
          ),
        ),
      ),
    ),
  );
}

/** @param {string} plugin @param {number[]} nodes of a zone @param {Viewed} now */
function ruleCell(plugin, nodes, { data }) {
  const rejected = nodes.filter((node) => data.status(plugin, node));
  const left = nodes.length - rejected.length;
  const { state, reasons } = matrixOf(data).cell(rejected[0] ?? nodes[0], plugin, true);
  return h(
    "td",
    { class: left ? null : "closed-cell", title: reasons.join(", ") || null },
    glyph(left ? "pass" : state),
    left
      ? t("allows {n} of {all}", { n: integer(left), all: integer(nodes.length) })
      : t("allows none of {all}", { all: integer(nodes.length) }),
  );
}
