// The form of each kind of sweep: its fields, with what they begin with, and what they are read as.

import { h } from "../../lib/dom.js";
import { integer } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { NOWHERE } from "../../model/cluster.js";
import { poolOf, typeOf } from "../../model/nodegroups.js";
import { boot } from "./state.js";
import { box, checked, field, group, listInput, numberInput, readNumbers, Unreadable } from "./fields.js";
import { domainsOf, lostKeys } from "./facts.js";
import { HOSTNAME, keyName, settingName } from "./words.js";

/** @import { SweepKind, SweepSetting, SweepShape, SweepSpecification } from "../../types/engine.js" */
/** @import { Facts } from "./facts.js" */
/** @import { Field } from "./fields.js" */

/**
 * @typedef {object} Form of a kind
 * @property {Field[]} fields
 * @property {() => SweepSpecification} read throws Unreadable
 * @property {() => string[]} [snapshots] those of a fleet
 */

const MOST_SEEDS = 1_000_000;
const MOST_SHAPES = 12;
const NEWEST = 5;

/** Arguments of plugins, with the values that make a sweep. */
const ARGUMENTS = {
  "NodeResourcesFit/scoringStrategy/type": ["LeastAllocated", "MostAllocated"],
  "InterPodAffinity/hardPodAffinityWeight": [0, 1, 10, 100],
};

/**
 * @param {SweepKind} kind @param {Facts} facts @param {SweepSpecification | null} before of this kind
 * @returns {Form}
 */
export const formOf = (kind, facts, before) => /** @type {any} */ (FORMS[kind])(facts, before);

/**
 * @type {{[K in SweepKind]: (facts: Facts, before: Extract<SweepSpecification, {kind: K}> | null) => Form}}
 */
const FORMS = {
  seeds(_, before) {
    const seeds = seedsField(before?.seeds ?? 1000);
    return { fields: [seeds.field], read: () => ({ kind: "seeds", seeds: seeds.read() }) };
  },

  weights({ plugins, cluster }, before) {
    const x = settingFields("x", plugins, before?.x ?? weightSetting("NodeResourcesFit"));
    const y = settingFields("y", plugins, before ? before.y : weightSetting("TaintToleration"));
    const pods = cluster ? waitingPods(cluster) : [];
    const select = h(
      "select.in",
      h("option", { value: "" }, t("none")),
      pods.map((pod) =>
        h("option", { value: pod, selected: pod === (before ? before.pod : pods.at(-1)) }, pod),
      ),
    );
    const pod = field("pod", t("Pod whose winner is asked"), select);
    const seeds = seedsField(before?.seeds ?? 1);
    return {
      fields: [...x.fields, ...y.fields, pod, seeds.field],
      read: () => {
        const other = y.read();
        return {
          kind: "weights",
          x: x.read() ?? weightSetting("NodeResourcesFit"),
          ...(other && { y: other }),
          ...(select.value && { pod: select.value }),
          seeds: seeds.read(),
        };
      },
    };
  },

  percentages(_, before) {
    const input = listInput(before?.percentages ?? [0, 5, 10, 20, 50, 100]);
    const list = field("percentages", t("Percentages"), input, t("0 is the adaptive default"));
    const seeds = seedsField(before?.seeds ?? 20);
    return {
      fields: [list, seeds.field],
      read: () => ({ kind: "percentages", percentages: readNumbers(list, input), seeds: seeds.read() }),
    };
  },

  versions(_, before) {
    const offered = boot.versions;
    const first = before?.versions ?? offered.slice(-NEWEST);
    const list = group(
      "versions",
      t("Versions"),
      offered.map((version) => box("version", version, first.includes(version), version)),
    );
    const seeds = seedsField(before?.seeds ?? 1);
    return {
      fields: [list, seeds.field],
      read: () => ({ kind: "versions", versions: some(list, checked(list)), seeds: seeds.read() }),
    };
  },

  losses(facts, before) {
    const domains = domainsOf(facts.cluster);
    const first = before?.topology_keys ?? lostKeys(facts);
    const offered = [...new Set([...lostKeys(facts), ...first, ...(facts.cluster?.topology_keys ?? [])])];
    const list = group(
      "topology_keys",
      t("What is lost, one value after the other"),
      offered.map((key) =>
        box("key", key, first.includes(key), [
          key === HOSTNAME ? t("every node") : keyName(key) === key ? key : t("every zone"),
          h("span.mute", ` ${integer(domains[key] ?? 0)}`),
        ]),
      ),
    );
    const pairs = group("pairs", t("Pairs"), [
      box("pairs", "pairs", before?.pairs ?? false, t("every pair of them too")),
    ]);
    const seeds = seedsField(before?.seeds ?? 1);
    return {
      fields: [list, pairs, seeds.field],
      read: () => ({
        kind: "losses",
        topology_keys: some(list, checked(list)),
        pairs: checked(pairs).length > 0,
        seeds: seeds.read(),
      }),
    };
  },

  capacity({ cluster }, before) {
    const shapes = [...(before?.shapes ?? []), ...shapesOf(cluster)].filter(
      (shape, i, all) => all.findIndex(({ name }) => name === shape.name) === i,
    );
    const first = before?.shapes.map(({ name }) => name) ?? shapes.slice(0, 3).map(({ name }) => name);
    const list = group(
      "shapes",
      t("Nodes like"),
      shapes.map(({ name, node }) =>
        box("shape", name, first.includes(name), [name, node && node !== name && h("span.mute", ` ${node}`)]),
      ),
    );
    const own = h("input.in.mono", {
      placeholder: "cpu=16, memory=64Gi, pods=110",
      autocomplete: "off",
      spellcheck: "false",
    });
    const ownField = field("own", t("Nodes of other amounts"), own, t("may stay empty"));
    const counts = listInput(before?.counts ?? [0, 1, 2, 3, 4, 5]);
    const countsField = field("counts", t("How many are added"), counts);
    const seeds = seedsField(before?.seeds ?? 1);
    return {
      fields: [list, ownField, countsField, seeds.field],
      read: () => {
        const names = checked(list);
        const other = amountsOf(ownField, own.value);
        const all = [...shapes.filter(({ name }) => names.includes(name)), ...(other ? [other] : [])];
        return {
          kind: "capacity",
          shapes: some(list, all),
          counts: readNumbers(countsField, counts),
          seeds: seeds.read(),
        };
      },
    };
  },

  fleet({ scenarios }, before) {
    const own = scenarios.filter(({ snapshot }) => snapshot && snapshot !== boot.snapshot.id);
    const list = group("snapshots", t("Clusters"), [
      h(
        "label",
        h("input", { type: "checkbox", checked: true, disabled: true }),
        h("span", boot.snapshot.title),
      ),
      ...own.map(({ title, snapshot }) => box("snapshot", snapshot ?? "", true, title)),
    ]);
    const links = h("textarea.in", { rows: 2, spellcheck: "false", placeholder: "/x/…" });
    const more = field("links", t("Other links, one a line"), links, t("may stay empty"));
    const version = h(
      "select.in",
      h("option", { value: "" }, t("its own")),
      boot.versions.map((option) =>
        h(
          "option",
          { value: option, selected: option === (before ? before.version : boot.versions.at(-1)) },
          option,
        ),
      ),
    );
    const versionField = field("version", t("Kubernetes version"), version);
    const change = h("textarea.in", {
      rows: 3,
      spellcheck: "false",
      placeholder:
        '[{"op": "set", "object": "Deployment/default/web", "path": ["spec", "replicas"], "value": 6}]',
      value: before?.change ? JSON.stringify(before.change.operations) : "",
    });
    const changeField = field(
      "change",
      t("One change of the manifests, as JSON"),
      change,
      t("may stay empty"),
    );
    const seeds = seedsField(before?.seeds ?? 1);
    return {
      fields: [list, more, versionField, changeField, seeds.field],
      read: () => {
        const operations = readOperations(changeField, change.value);
        return {
          kind: "fleet",
          ...(operations && { change: { operations } }),
          ...(version.value && { version: version.value }),
          seeds: seeds.read(),
        };
      },
      snapshots: () => [...new Set([...checked(list).filter((id) => id !== "on"), ...linksOf(links.value)])],
    };
  },
};

/** At least one. @template T @param {Field} of @param {T[]} values */
function some(of, values) {
  if (!values.length) throw new Unreadable(of, t("Choose at least one"));
  return values;
}

/** @param {number} value */
function seedsField(value) {
  const input = numberInput(value, MOST_SEEDS);
  const own = field("seeds", t("Seeds"), input, t("ties are decided by the seed"));
  return {
    field: own,
    read: () => {
      if (!input.value || !input.checkValidity())
        throw new Unreadable(own, t("Write a number from 1 to {most}", { most: integer(MOST_SEEDS) }));
      return Number(input.value);
    },
  };
}

/** @param {string} plugin @returns {SweepSetting} */
const weightSetting = (plugin) => ({ setting: `weight/${plugin}`, values: [0, 1, 2, 3, 4, 5, 6] });

/** @param {"x" | "y"} axis @param {Facts["plugins"]} plugins @param {SweepSetting | undefined} before */
function settingFields(axis, plugins, before) {
  const offered = [...plugins.map(({ name }) => `weight/${name}`), ...Object.keys(ARGUMENTS)];
  const all = before && !offered.includes(before.setting) ? [before.setting, ...offered] : offered;
  const select = h(
    "select.in",
    {
      onchange: () => {
        const values = /** @type {Record<string, unknown[]>} */ (ARGUMENTS)[select.value] ?? [
          0, 1, 2, 3, 4, 5, 6,
        ];
        input.value = values.join(", ");
      },
    },
    axis === "y" && h("option", { value: "" }, t("none")),
    all.map((setting) =>
      h("option", { value: setting, selected: setting === before?.setting }, settingName(setting)),
    ),
  );
  const input = h("input.in.mono", {
    value: before?.values.join(", ") ?? "",
    autocomplete: "off",
    spellcheck: "false",
  });
  const setting = field(`${axis}.setting`, axis === "x" ? t("First setting") : t("Second setting"), select);
  const values = field(`${axis}.values`, t("Its values"), input);
  return {
    fields: [setting, values],
    /** @returns {SweepSetting | null} */
    read: () =>
      select.value
        ? {
            setting: select.value,
            values: isNumeric(select.value, input.value) ? readNumbers(values, input) : wordsOf(input.value),
          }
        : null,
  };
}

/** @param {string} setting @param {string} text */
const isNumeric = (setting, text) => setting.startsWith("weight/") || /^[\d\s,.]*$/.test(text);

/** @param {string} text */
const wordsOf = (text) =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((word) => (word === "true" ? true : word === "false" ? false : word));

/** @param {NonNullable<Facts["cluster"]>} cluster */
function waitingPods(cluster) {
  const pods = [];
  for (let i = 0; i < cluster.podCount && pods.length < 500; i += 1)
    if (cluster.podNodes[i] === NOWHERE) pods.push(cluster.keyOf(i));
  return pods;
}

/**
 * One node of each kind, the most frequent kind first.
 * @param {Facts["cluster"]} cluster @returns {SweepShape[]}
 */
function shapesOf(cluster) {
  /** @type {Map<string, {shape: SweepShape, nodes: number}>} */
  const kinds = new Map();
  for (const node of cluster?.nodes ?? []) {
    const label = [typeOf(node), poolOf(node)].filter(Boolean).join(" ");
    const key = label || JSON.stringify(node.allocatable);
    const there = kinds.get(key);
    if (there) there.nodes += 1;
    else kinds.set(key, { shape: { name: label || node.name, node: node.name }, nodes: 1 });
  }
  return [...kinds.values()]
    .sort((a, b) => b.nodes - a.nodes)
    .slice(0, MOST_SHAPES)
    .map(({ shape }) => shape);
}

/** "cpu=16, memory=64Gi" @param {Field} of @param {string} text @returns {SweepShape | null} */
function amountsOf(of, text) {
  const entries = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((entry) => entry.split("="));
  if (!entries.length) return null;
  if (entries.some(([key, value, more]) => !key || !value || more !== undefined))
    throw new Unreadable(of, t("Write amounts such as cpu=16, memory=64Gi, pods=110"));
  return { name: text.trim(), allocatable: Object.fromEntries(entries) };
}

/** The ids in addresses of links. @param {string} text */
const linksOf = (text) =>
  text
    .split(/\s+/)
    .filter(Boolean)
    .map((line) => /\/x\/([^/?#]+)/.exec(line)?.[1] ?? line);

/** @param {Field} of @param {string} text @returns {any[] | null} */
function readOperations(of, text) {
  if (!text.trim()) return null;
  try {
    const value = JSON.parse(text);
    return Array.isArray(value) ? value : [value];
  } catch (error) {
    throw new Unreadable(of, error instanceof Error ? error.message : String(error));
  }
}
