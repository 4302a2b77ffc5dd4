// The menu entries of a node, a domain or a pod. Each makes a change, or asks a question that leads to one.

import { askLabel, askNumber, askTaint } from "../../../editor/prompts.js";
import {
  cordon,
  duplicate,
  label,
  remove,
  scale,
  scalePods,
  seriesOf,
  taint,
  uncordon,
} from "../../../editor/document/changes.js";
import { labelled } from "../../../lib/format.js";
import { t, tn } from "../../../lib/i18n.js";
import { current } from "../core/actions.js";
import { dayTwo } from "../core/dayTwo.js";
import { canSearch, repairsPage } from "../core/repairs.js";
import { tryAgain } from "../core/secondTry.js";

/** @import { EntryOut } from "../../../types/api.js" */
/** @import { Change } from "../../../editor/document/changes.js" */

/** @typedef {{name: string, cordoned: boolean}} OneNode */
/** @typedef {() => Promise<EntryOut[]>} DraftEntries the objects of the draft */

/**
 * @typedef {{kind: "node", name: string, cordoned: boolean}
 *   | {kind: "domain", key: string, value: string, nodes: OneNode[]}
 *   | {kind: "pod", name: string, owner: string | null}} Subject
 * @typedef {{label: string, icon?: string, change?: () => Promise<Change | null>, show?: () =>
 *   Promise<string>, run?: () => Promise<void>}} Entry `show` leads to the form of an object, `run` elsewhere
 */

/** What the menu has. @param {Subject} subject @param {DraftEntries} entries */
export const menuOf = (subject, entries) => ({
  title: titleOf(subject),
  entries: entriesFor(subject, entries),
});

/** @param {Subject} subject */
function titleOf(subject) {
  if (subject.kind === "domain")
    return labelled(subject.value, tn("{n} node", "{n} nodes", subject.nodes.length));
  return subject.name;
}

/** @param {Subject} subject @param {DraftEntries} entries @returns {Entry[]} */
function entriesFor(subject, entries) {
  if (subject.kind === "pod") return podEntries(subject, entries);
  const nodes = subject.kind === "node" ? [subject] : subject.nodes;
  return [
    ...nodesEntries(nodes),
    ...(subject.kind === "node" ? oneNode(subject, entries) : domainEntries(subject, entries)),
    ...playEntries(subject.kind === "node" ? subject.name : { key: subject.key, value: subject.value }),
    deletion(nodes.map(({ name }) => `Node ${name}`)),
  ];
}

/** @param {OneNode[]} nodes @returns {Entry[]} */
function nodesEntries(nodes) {
  const names = nodes.map(({ name }) => name);
  const open = nodes.filter(({ cordoned }) => !cordoned).map(({ name }) => name);
  const closed = nodes.filter(({ cordoned }) => cordoned).map(({ name }) => name);
  /** @type {(Entry | false)[]} */
  const entries = [
    open.length > 0 && { label: t("Cordon"), icon: "unres", change: async () => cordon(open) },
    closed.length > 0 && { label: t("Uncordon"), icon: "pass", change: async () => uncordon(closed) },
    {
      label: t("Taint…"),
      icon: "warn",
      change: () => askTaint(names).then((value) => value && taint(names, value)),
    },
    {
      label: t("Label…"),
      icon: "pencil",
      change: () =>
        askLabel(names.map((name) => `Node ${name}`)).then(
          (value) =>
            value &&
            label(
              names.map((name) => `Node ${name}`),
              value.key,
              value.value,
            ),
        ),
    },
  ];
  return entries.filter((entry) => entry !== false);
}

/** @param {OneNode} node @param {DraftEntries} entries @returns {Entry[]} */
const oneNode = ({ name }, entries) => [
  ...whyNotHere(name),
  {
    label: t("Add a node like this"),
    icon: "plus",
    change: async () => copied(`Node ${name}`, await entries()),
  },
  { label: t("Edit…"), icon: "form", show: async () => `Node ${name}` },
];

/** For the pod that is shown, if it did not get the node. @param {string} node @returns {Entry[]} */
function whyNotHere(node) {
  const cycle = current();
  if (!cycle || !canSearch() || cycle.finished?.node === node) return [];
  const query = new URLSearchParams({ pod: cycle.pod, node });
  return [
    {
      label: t("Why is {pod} not here?", { pod: cycle.pod.split("/")[1] }),
      icon: "search",
      run: async () => location.assign(`${repairsPage()}?${query}`),
    },
  ];
}

/** @param {{nodes: OneNode[]}} domain @param {DraftEntries} entries @returns {Entry[]} */
const domainEntries = ({ nodes }, entries) => [
  {
    label: t("Add a node here"),
    icon: "plus",
    change: async () => copied(`Node ${nodes[0].name}`, await entries()),
  },
];

/**
 * What may happen to nodes, played.
 * @param {string | {key: string, value: string}} target as in a step @returns {Entry[]}
 */
function playEntries(target) {
  if (!canSearch()) return [];
  return [
    {
      label: t("Day two: drain"),
      icon: "play",
      run: async () => location.assign(dayTwo([{ drain: target }])),
    },
    {
      label: t("Day two: lose, then restore"),
      icon: "play",
      run: async () => location.assign(dayTwo([{ lose: target }, { restore: target }])),
    },
  ];
}

/** @param {string[]} objects @returns {Entry} */
const deletion = (objects) => ({ label: t("Delete"), icon: "trash", change: async () => remove(objects) });

/** @param {string} object @param {EntryOut[]} all */
function copied(object, all) {
  const entry = all.find((candidate) => candidate.object === object);
  return entry ? duplicate(entry, all) : remove([object]); // it is not there: the server says so
}

/** @param {{name: string, owner: string | null}} pod @param {DraftEntries} entries @returns {Entry[]} */
function podEntries({ name, owner }, entries) {
  const object = `Pod ${name}`;
  /**
   * @param {(entry: EntryOut, all: EntryOut[]) => Change | null | Promise<Change | null>} own
   * @param {(workload: EntryOut) => Promise<Change | null>} ofWorkload
   */
  const changeOwn = async (own, ofWorkload) => {
    const all = await entries();
    const entry = all.find((candidate) => candidate.object === object);
    const workload = entry ? null : workloadOf(name, owner, all);
    return entry ? own(entry, all) : workload ? ofWorkload(workload) : remove([object]);
  };
  /** @param {EntryOut} workload */
  const scaled = async (workload) => {
    const count = await askNumber(t("Scale {name}", { name: workload.name }), workload.count ?? 1);
    return count === null ? null : scale(workload, count);
  };
  return [
    { label: t("Try again as if it were pending"), icon: "play", run: () => tryAgain(name) },
    {
      label: t("Scale…"),
      icon: "stack",
      change: () =>
        changeOwn(async (entry, all) => {
          const workload = workloadOf(name, entry.owner, all);
          if (workload) return scaled(workload);
          const count = await askNumber(t("Scale {name}", { name: entry.name }), seriesOf(entry, all).length);
          return count === null ? null : scalePods(entry, all, count);
        }, scaled),
    },
    ...(owner && canSearch() ? [rolloutEntry(name, owner, entries)] : []),
    {
      label: t("Copy"),
      icon: "copy",
      change: () => changeOwn((entry, all) => duplicate(entry, all), scaled),
    },
    {
      label: t("Edit…"),
      icon: "form",
      show: async () => objectOf({ name, owner }, await entries()) ?? object,
    },
    { label: t("Delete"), icon: "trash", change: () => changeOwn((entry) => remove([entry.object]), scaled) },
  ];
}

/**
 * The object of a pod: itself, or the workload that it comes from.
 * @param {{name: string, owner: string | null}} pod @param {EntryOut[]} all
 */
export const objectOf = ({ name, owner }, all) =>
  (all.find(({ object }) => object === `Pod ${name}`) ?? workloadOf(name, owner, all))?.object;

/**
 * A rollout of the workload that a pod belongs to, played.
 * @param {string} pod @param {string} owner @param {DraftEntries} entries @returns {Entry}
 */
const rolloutEntry = (pod, owner, entries) => ({
  label: t("Day two: rollout"),
  icon: "play",
  run: async () => {
    const workload = workloadOf(pod, owner, await entries());
    const name = workload && `${workload.kind} ${workload.namespace || "default"}/${workload.name}`;
    location.assign(dayTwo(name ? [{ rollout: name }] : []));
  },
});

/**
 * A pod's ReplicaSet may be the one that a Deployment makes: "web-6d4cf" of "web".
 * @param {string} pod @param {string | null} owner @param {EntryOut[]} all
 */
function workloadOf(pod, owner, all) {
  if (!owner) return undefined;
  const [kind, name] = owner.split("/");
  const namespace = pod.split("/")[0];
  /** @param {EntryOut} candidate @param {string} kindName @param {string} called */
  const is = (candidate, kindName, called) =>
    candidate.kind === kindName &&
    candidate.name === called &&
    (candidate.namespace || "default") === namespace;
  return (
    all.find((candidate) => is(candidate, kind, name)) ??
    (kind === "ReplicaSet"
      ? all.find((candidate) => is(candidate, "Deployment", name.replace(/-[^-]+$/, "")))
      : undefined)
  );
}
