// What labels say of a node: its pool, type and zone, under the keys of the clouds. Those of pools are the
// engine's.

import { decimal, integer } from "../lib/format.js";
import { tn } from "../lib/i18n.js";
import { POOL_KEYS } from "./poolkeys.js";
import { quantityOf } from "./quantity.js";

/** @import { NodeKind } from "./pools.js" */

export const TYPE_KEYS = ["node.kubernetes.io/instance-type", "beta.kubernetes.io/instance-type"];
export const ZONE_KEYS = ["topology.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/zone", "zone"];
const ROLE = "node-role.kubernetes.io/";
const WORKER = "worker";

/** @typedef {{labels: Record<string, string>}} Labelled a node, as far as its labels go */

/**
 * The first of the labels that a node has.
 * @param {string[]} keys @returns {(node: Labelled) => string | undefined}
 */
const labelOf =
  (keys) =>
  ({ labels }) =>
    keys.map((key) => labels[key]).find(Boolean);

export const poolOf = labelOf(POOL_KEYS);
export const typeOf = labelOf(TYPE_KEYS);
export const zoneOf = labelOf(ZONE_KEYS);

/** The type without what all types of a cloud begin with: "D8s_v5". @param {Labelled} node */
export const typeTextOf = (node) => typeOf(node)?.replace(/^Standard_/, "");

/**
 * The role of a node; of several the one that fewest nodes have: "infra" before "worker".
 * @param {Labelled} node
 */
export function roleOf({ labels }) {
  const roles = Object.keys(labels)
    .filter((key) => key.startsWith(ROLE))
    .map((key) => key.slice(ROLE.length))
    .filter(Boolean)
    .sort();
  return roles.find((role) => role !== WORKER) ?? roles[0];
}

const ARCHITECTURE = ["kubernetes.io/arch", "beta.kubernetes.io/arch"];
const SYSTEM = ["kubernetes.io/os", "beta.kubernetes.io/os"];
const USUAL_SYSTEM = "linux";

/** "arm64", or with a system that is not the usual one "windows amd64". @param {Labelled} node */
export function platformOf(node) {
  const system = labelOf(SYSTEM)(node);
  return [system !== USUAL_SYSTEM && system, labelOf(ARCHITECTURE)(node)].filter(Boolean).join(" ");
}

const GIBIBYTE = 1024 ** 3;

/**
 * What a node is: "D8s_v5", or what it has where no label says its type.
 * @param {Labelled & {allocatable?: Record<string, string>}} node
 */
function shapeOf(node) {
  const type = typeTextOf(node);
  if (type) return type;
  const cores = quantityOf(node.allocatable?.cpu);
  const memory = Math.round(quantityOf(node.allocatable?.memory) / GIBIBYTE);
  if (!cores) return "";
  return tn("{cores} core, {memory} GiB", "{cores} cores, {memory} GiB", cores, {
    cores: decimal(cores, 1),
    memory: integer(memory),
  });
}

/** @param {Labelled & {name: string, allocatable?: Record<string, string>}} node @returns {NodeKind} */
export const kindOf = (node) => ({
  name: node.name,
  pool: poolOf(node) ?? roleOf(node) ?? "",
  zone: zoneOf(node) ?? "",
  shape: shapeOf(node),
  platform: platformOf(node),
});
