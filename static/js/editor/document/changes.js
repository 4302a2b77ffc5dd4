// What people do to a cluster, as operations on its manifests with the words that Undo shows. Pure.

import { t, tn } from "../../lib/i18n.js";

/** @import { Manifest } from "./model.js" */
/** @import { EntryOut as Entry, OperationIn as Operation } from "../../types/api.js" */

/**
 * @typedef {{operations: Operation[], label: string, show?: string}} Change `show`: the object whose form
 *   opens then
 */

const HOSTNAME = "kubernetes.io/hostname";

/**
 * One operation on each of these nodes.
 * @param {string[]} nodes names @param {Omit<Operation, "object">} operation @returns {Operation[]}
 */
const onEach = (nodes, operation) => nodes.map((name) => ({ ...operation, object: `Node ${name}` }));

/** @param {string[]} nodes names @returns {Change} */
export const cordon = (nodes) => ({
  operations: onEach(nodes, { op: "set", path: ["spec", "unschedulable"], value: true }),
  label:
    nodes.length === 1
      ? t("cordoned {name}", { name: nodes[0] })
      : tn("cordoned {n} node", "cordoned {n} nodes", nodes.length),
});

/** @param {string[]} nodes @returns {Change} */
export const uncordon = (nodes) => ({
  operations: onEach(nodes, { op: "uncordon" }),
  label:
    nodes.length === 1
      ? t("uncordoned {name}", { name: nodes[0] })
      : tn("uncordoned {n} node", "uncordoned {n} nodes", nodes.length),
});

/** @param {string[]} nodes @param {{key: string, value?: string, effect: string}} added @returns {Change} */
export const taint = (nodes, added) => ({
  operations: onEach(nodes, { op: "add", path: ["spec", "taints"], value: added }),
  label:
    nodes.length === 1
      ? t("added taint to {name}", { name: nodes[0] })
      : tn("added taint to {n} node", "added taint to {n} nodes", nodes.length),
});

/**
 * Sets a label, or removes it when the value is null.
 * @param {string[]} objects @param {string} key @param {string | null} value @returns {Change}
 */
export const label = (objects, key, value) => ({
  operations: objects.map((object) =>
    value === null
      ? { op: "remove", object, path: ["metadata", "labels", key] }
      : { op: "set", object, path: ["metadata", "labels", key], value },
  ),
  label:
    objects.length === 1
      ? t("set label {key} of {name}", { key, name: nameOf(objects[0]) })
      : tn("set label {key} of {n} object", "set label {key} of {n} objects", objects.length, { key }),
});

/** @param {string[]} objects @returns {Change} */
export const remove = (objects) => ({
  operations: objects.map((object) => ({ op: "delete", object })),
  label:
    objects.length === 1
      ? t("deleted {name}", { name: nameOf(objects[0]) })
      : tn("deleted {n} object", "deleted {n} objects", objects.length),
});

/**
 * A copy under the next free name; a node without its cordon, a pod without a node.
 * @param {Entry} entry @param {Entry[]} entries @returns {Change & {object: string}}
 */
export function duplicate(entry, entries) {
  const [name] = freeNames(entry, entries, 1);
  return {
    operations: copyOf(entry, name),
    label: t("added {name}", { name }),
    object: renamed(entry, name),
  };
}

/** @param {Entry} entry a workload @param {number} replicas @returns {Change} */
export const scale = (entry, replicas) => ({
  operations: [
    {
      op: "set",
      object: entry.object,
      path: ["spec", entry.kind === "Job" ? "parallelism" : "replicas"],
      value: replicas,
    },
  ],
  label: t("scaled {name} to {n}", { name: entry.name, n: replicas }),
});

/**
 * The pods of the same series: web-0, web-1 … with the same owner.
 * @param {Entry} entry @param {Entry[]} entries
 */
export const seriesOf = (entry, entries) =>
  entries.filter(
    (other) =>
      other.kind === "Pod" &&
      other.namespace === entry.namespace &&
      other.owner === entry.owner &&
      stem(other.name) === stem(entry.name),
  );

/**
 * Pods are copied, or the last ones go.
 * @param {Entry} entry @param {Entry[]} entries @param {number} count @returns {Change}
 */
export function scalePods(entry, entries, count) {
  const series = seriesOf(entry, entries);
  const more = freeNames(entry, entries, Math.max(0, count - series.length));
  const operations = [
    ...more.reverse().flatMap((name) => copyOf(entry, name)),
    ...series.slice(count).map(({ object }) => ({ op: /** @type {const} */ ("delete"), object })),
  ];
  return {
    operations,
    label: t("scaled {name} to {n}", { name: stem(entry.name) || entry.name, n: count }),
  };
}

/** @param {Manifest} manifest @returns {Change & {object: string}} */
export function create(manifest) {
  const { kind, metadata } = manifest;
  const namespace = metadata?.namespace ?? (kind === "Pod" ? "default" : "");
  const object = metadata ? `${kind} ${namespace ? `${namespace}/` : ""}${metadata.name}` : kind;
  return {
    operations: [{ op: "create", value: manifest }],
    label: t("added {name}", { name: metadata?.name ?? kind }),
    object,
  };
}

/** @param {string} object */
export const nameOf = (object) => object.split(/[ /]/).at(-1) ?? object;
/** @param {string} name */
const stem = (name) => name.replace(/-?\d+$/, "");
/** @param {Entry} entry @param {string} name */
export const renamed = (entry, name) => entry.object.slice(0, entry.object.length - entry.name.length) + name;

/** @param {Entry} entry @param {Entry[]} entries @param {number} number */
function freeNames(entry, entries, number) {
  const usedNames = new Set(
    entries
      .filter((other) => other.kind === entry.kind && other.namespace === entry.namespace)
      .map(({ name }) => name),
  );
  const base = stem(entry.name);
  const joint = entry.name.slice(base.length).startsWith("-") || base === entry.name ? "-" : "";
  const names = [];
  const first = /\d$/.test(entry.name) ? 0 : 1;
  for (let n = first; names.length < number; n += 1)
    if (!usedNames.has(`${base}${joint}${n}`)) names.push(`${base}${joint}${n}`);
  return names;
}

/** @param {Entry} entry @param {string} name @returns {Operation[]} */
function copyOf(entry, name) {
  const object = renamed(entry, name);
  /** @param {string[]} path @returns {Operation} */
  const without = (...path) => ({ op: "remove", object, path });
  /** @type {Operation[]} */
  const operations = [
    { op: "copy", object: entry.object, value: name },
    without("metadata", "uid"),
    without("metadata", "creationTimestamp"),
  ];
  if (entry.kind === "Pod")
    operations.push(without("spec", "nodeName"), without("status"), without("metadata", "deletionTimestamp"));
  if (entry.kind === "Node") {
    operations.push(without("spec", "unschedulable"));
    if (entry.labels[HOSTNAME])
      operations.push({
        op: "set",
        object,
        path: ["metadata", "labels", HOSTNAME],
        value: name,
      });
  }
  return operations;
}

const CONFIGURATION = { apiVersion: "kubescheduler.config.k8s.io/v1", kind: "KubeSchedulerConfiguration" };

/**
 * Gives score plugins other weights. A weight of 0 would mean the default: the plugin no longer scores
 * instead.
 * @param {{object: string, manifest: Manifest} | null} configuration null: the source has none
 * @param {string} profile the name of the scheduler @param {Map<string, number>} weights by plugin
 * @returns {Change}
 */
export function weigh(configuration, profile, weights) {
  const name = t("weights: {weights}", {
    weights: [...weights].map(([plugin, weight]) => `${plugin} ×${weight}`).join(", "),
  });
  /** @type {Manifest[]} */
  const profiles = configuration?.manifest.profiles ?? [];
  const index = profiles.findIndex(
    (candidate) => (candidate?.schedulerName ?? "default-scheduler") === profile,
  );
  if (configuration && index >= 0)
    return {
      operations: [...weights].flatMap(([plugin, weight]) =>
        weightOperations(profiles[index].plugins ?? {}, plugin, weight).map((operation) => ({
          ...operation,
          object: configuration.object,
          path: ["profiles", index, "plugins", ...operation.path],
        })),
      ),
      label: name,
    };
  const added = { schedulerName: profile, plugins: weighted(weights) };
  return {
    operations: configuration
      ? [{ op: "add", object: configuration.object, path: ["profiles"], value: added }]
      : [{ op: "create", value: { ...CONFIGURATION, profiles: [added] } }],
    label: name,
  };
}

/** @param {Map<string, number>} weights */
function weighted(weights) {
  const enabled = [...weights].flatMap(([name, weight]) => (weight ? [{ name, weight }] : []));
  const disabled = [...weights].flatMap(([name, weight]) => (weight ? [] : [{ name }]));
  return {
    ...(enabled.length ? { multiPoint: { enabled } } : {}),
    ...(disabled.length ? { score: { disabled } } : {}),
  };
}

/**
 * @param {Manifest} plugins of a profile @param {string} name @param {number} weight
 * @returns {{op: "set" | "add" | "remove", path: (string | number)[], value?: unknown}[]}
 */
function weightOperations(plugins, name, weight) {
  const place = (/** @type {string} */ point) =>
    /** @type {Manifest[]} */ (plugins[point]?.enabled ?? []).findIndex((plugin) => plugin?.name === name);
  const [scoring, everywhere] = [place("score"), place("multiPoint")];
  if (!weight)
    return [
      ...(scoring < 0 ? [] : [{ op: /** @type {const} */ ("remove"), path: ["score", "enabled", scoring] }]),
      { op: "add", path: ["score", "disabled"], value: { name } },
    ];
  if (scoring >= 0) return [{ op: "set", path: ["score", "enabled", scoring, "weight"], value: weight }];
  if (everywhere >= 0)
    return [{ op: "set", path: ["multiPoint", "enabled", everywhere, "weight"], value: weight }];
  return [{ op: "add", path: ["multiPoint", "enabled"], value: { name, weight } }];
}
