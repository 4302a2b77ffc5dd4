// Completions for the YAML: fields of the place that the cursor is in, labels that the draft has,
// Kubernetes' own words, names of plugins. The table of fields is the import's.

import { get } from "../net/api.js";
import { attributesOf, domainsOf, expressionWords } from "./document/expressions.js";
import { loadPlugins, scorePlugins } from "./forms/plugins.js";

/** @import { AceEditor, AcePosition, AceSession } from "../types/ace.js" */
/** @import { Fields } from "../import/filter.js" */
/** @import { Table } from "../import/prepare.js" */
/** @import { Model } from "./document/model.js" */

/** @typedef {Record<string, string[]>} Labels values in use, by key */
/** @typedef {{value: string, meta: string}} Word */

/** @type {Labels} */
const VALUES = {
  operator: ["In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt", "Equal"],
  effect: ["NoSchedule", "PreferNoSchedule", "NoExecute"],
  whenUnsatisfiable: ["DoNotSchedule", "ScheduleAnyway"],
  nodeAffinityPolicy: ["Honor", "Ignore"],
  nodeTaintsPolicy: ["Honor", "Ignore"],
  preemptionPolicy: ["PreemptLowerPriority", "Never"],
  volumeBindingMode: ["Immediate", "WaitForFirstConsumer"],
  defaultingType: ["System", "List"],
  unschedulable: ["true"],
  allocationMode: ["ExactCount", "All"],
};
/** Fields that name objects of a kind. @type {Record<string, string>} */
const NAMED_KINDS = {
  nodeName: "Node",
  priorityClassName: "PriorityClass",
  deviceClassName: "DeviceClass",
  resourceClaimName: "ResourceClaim",
  resourceClaimTemplateName: "ResourceClaimTemplate",
};
const NODE_PLACES = new Set(["nodeAffinity", "nodeSelector", "preference"]);

/** @type {Record<string, Record<string, Fields>> | null} */
let kinds = null;

/** @param {AceEditor} editor @param {Model} model */
export function completeYaml(editor, model) {
  get("/import/fields")
    .then((table) => (kinds = /** @type {Table} */ (table).kinds))
    .catch(() => {});
  loadPlugins();
  const completer = {
    identifierRegexps: [/[\w./-]/],
    /**
     * @param {AceEditor} _ @param {AceSession} session @param {AcePosition} at @param {string} _prefix
     * @param {(error: null, words: (Word & {caption: string, score: number})[]) => void} done
     */
    getCompletions: async (_, session, at, _prefix, done) => {
      await model.ready();
      const offered = words(session, at, model);
      done(
        null,
        offered.map((word) => ({ caption: word.value, ...word, score: 1000 })),
      );
    },
  };
  editor.setOptions({
    enableBasicAutocompletion: [completer],
    enableLiveAutocompletion: [completer],
    liveAutocompletionDelay: 150,
    liveAutocompletionThreshold: 1,
  });
}

/** @param {AceSession} session @param {AcePosition} at @param {Model} model */
function words(session, { row, column }, model) {
  const line = session.getLine(row).slice(0, column);
  /** @type {string[]} */
  const steps = pathAt(session, row, column);
  if (/\bexpression:\s/.test(line) || steps.at(-1) === "expression")
    return expressionWords(line, model.outline.get().devices);
  const labels = labelsFor(steps, session, row, model);
  const [, key] = line.match(/^\s*(?:- )*["']?([^:"'\s]+)["']?:\s+\S*$/) ?? [];
  if (key === "name" && steps.at(-1) === "claims") return claimsOf(session, row);
  if (key) return valuesOf(key, steps, labels, model);
  if (/^\s*- \S*$/.test(line) && steps.at(-1) === "values") return keyBeside(session, row, labels);
  return fieldsAt(steps, kindAt(session, row), labels);
}

/**
 * The names of the fields above: lines with less indentation each.
 * @param {AceSession} session @param {number} row @param {number} column
 */
function pathAt(session, row, column) {
  const steps = [];
  let indent = Math.min(column, indentOf(session.getLine(row)));
  for (let above = row - 1; above >= 0 && indent > 0; above -= 1) {
    const text = session.getLine(above);
    if (text.startsWith("---")) break;
    const [, blank, dashes, name] = text.match(/^(\s*)((?:- )*)([^\s:#-][^:]*):/) ?? [];
    if (name === undefined) continue;
    if (blank.length + dashes.length < indent || (blank.length < indent && !dashes)) {
      if (blank.length + dashes.length < indent) {
        steps.unshift(name.replace(/["']/g, ""));
        indent = blank.length + (dashes ? dashes.length : 0);
        if (dashes) indent = blank.length + 1;
      }
    }
  }
  return steps;
}

/** @param {string} text */
function indentOf(text) {
  const [blank] = text.match(/^\s*(?:- )*/) ?? [""];
  return blank.length;
}

/** @param {AceSession} session @param {number} row */
function kindAt(session, row) {
  for (let from = row; from >= 0; from -= 1) {
    if (session.getLine(from).startsWith("---") && from !== row) break;
    const [, kind] = session.getLine(from).match(/^(?:- )?\s{0,2}kind:\s*["']?(\w+)/) ?? [];
    if (kind) return kind;
  }
  return null;
}

/** @param {string[]} steps @param {string | null} kind @param {Labels} labels */
function fieldsAt(steps, kind, labels) {
  /** @type {Fields | undefined | null} */
  let tree = kind && kinds?.[kind] ? { apiVersion: "keep", kind: "keep", ...kinds[kind] } : null;
  if (!tree) return kinds && steps.length === 0 ? ["apiVersion", "kind", "metadata", "spec"].map(field) : [];
  if (steps.at(-1) === "claims" && steps.at(-2) === "resources") return ["name", "request"].map(field);
  for (const step of steps) {
    while (Array.isArray(tree)) tree = tree[0];
    tree = typeof tree === "object" ? (tree?.[step] ?? tree?.["*"]) : undefined;
  }
  while (Array.isArray(tree)) tree = tree[0];
  if (!tree || typeof tree !== "object") return [];
  const own = Object.keys(tree)
    .filter((key) => key !== "*")
    .concat(steps.at(-1) === "resources" && steps.at(-2)?.endsWith("ontainers") ? ["claims"] : [])
    .map(field);
  return tree["*"] === "name"
    ? [...own, ...Object.keys(labels).map((key) => ({ value: `${key}: `, meta: "label" }))]
    : own;
}

/** @param {string} name */
const field = (name) => ({ value: `${name}: `, meta: "field" });

/** @param {string} key @param {string[]} steps @param {Labels} labels @param {Model} model */
function valuesOf(key, steps, labels, model) {
  const { objects, labels: all, devices } = model.outline.get();
  /** @param {string} kind */
  const names = (kind) => objects.filter((entry) => entry.kind === kind).map(({ name }) => name);
  /** @param {string[]} list @param {string} meta */
  const say = (list, meta) => list.map((value) => ({ value, meta }));
  if (key === "kind") return say(Object.keys(kinds ?? {}), "kind");
  if (Object.hasOwn(NAMED_KINDS, key)) return say(names(NAMED_KINDS[key]), NAMED_KINDS[key]);
  if (key === "driver") return say(domainsOf(devices), "driver");
  if (key === "matchAttribute" || key === "distinctAttribute") return say(attributesOf(devices), "attribute");
  if (key === "topologyKey") return say(Object.keys(all.Node ?? {}), "label");
  if (key === "name" && steps.some((step) => ["enabled", "disabled", "pluginConfig"].includes(step)))
    return say(
      scorePlugins.get().map(({ name }) => name),
      "plugin",
    );
  if (key === "key") return say(Object.keys(labels), "label");
  if (Object.hasOwn(VALUES, key)) return say(VALUES[key], "value");
  return say(labels[key] ?? [], "value");
}

/**
 * The entries of spec.resourceClaims that a container of the same document may name.
 * @param {AceSession} session @param {number} row @returns {Word[]}
 */
function claimsOf(session, row) {
  let from = row;
  while (from > 0 && !session.getLine(from - 1).startsWith("---")) from -= 1;
  const names = [];
  let depth = -1;
  for (let at = from; at < session.getLength() && !session.getLine(at).startsWith("---"); at += 1) {
    const line = session.getLine(at);
    const blank = line.search(/\S/);
    if (depth >= 0 && blank >= 0 && (blank < depth || (blank === depth && line[blank] !== "-"))) depth = -1;
    if (/^\s*resourceClaims:\s*$/.test(line)) depth = blank;
    const [, name] = (depth >= 0 && line.match(/^\s*- \{?\s*name:\s*["']?([\w.-]+)/)) || [];
    if (name) names.push({ value: name, meta: "resourceClaims" });
  }
  return names;
}

/** @param {AceSession} session @param {number} row @param {Labels} labels */
function keyBeside(session, row, labels) {
  for (let above = row; above > row - 6 && above >= 0; above -= 1) {
    const [, key] = session.getLine(above).match(/key:\s*["']?([^\s"']+)/) ?? [];
    if (key) return (labels[key] ?? []).map((value) => ({ value, meta: "value" }));
  }
  return [];
}

/**
 * Labels of nodes where nodes are selected, of pods elsewhere.
 * @param {string[]} steps @param {AceSession} session @param {number} row @param {Model} model
 */
function labelsFor(steps, session, row, model) {
  const { labels } = model.outline.get();
  const ofNodes = steps.some((step) => NODE_PLACES.has(step)) || kindAt(session, row) === "Node";
  return (ofNodes ? labels.Node : labels.Pod) ?? {};
}
