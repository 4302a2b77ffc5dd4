// What would be sent, and the report about it. Pure: from manifests, the table and the choices.

import { dump } from "../../vendor/js-yaml/js-yaml.esm.min.mjs";
import { keep } from "./filter.js";
import { messagesOf } from "./messages.js";
import { pseudonymise } from "./pseudonyms.js";
import { shapeOf } from "./recognise.js";
import { SCHEMA } from "./scalars.js";

const MANY = 500; // objects

/** @import { Fields, Groups, Manifest } from "./filter.js" */
/** @import { Exported, Source } from "./read.js" */

/**
 * @typedef {{pseudonyms: boolean, images: boolean}} Choices `images`: their names, which only ImageLocality
 *   reads
 * @typedef {{bytes: number, objects: number}} Limits
 * @typedef {{kinds: Record<string, Record<string, Fields>>, groups: Groups, exported: Exported,
 *   harmless: string[], wordings: string[], limits: Limits}} Table `wordings`: what programs say of pods
 * @typedef {[name: string, number: number][]} Counted
 */

/**
 * @typedef {object} Report
 * @property {number} bytes
 * @property {number} files
 * @property {boolean} verbatim
 * @property {boolean} images
 * @property {boolean} imagesListed
 * @property {Counted} objects by kind
 * @property {Counted} dropped fields, by path
 * @property {Counted} ignored whole objects, by kind
 * @property {number} strays what is no object
 * @property {string[]} labels
 * @property {import("./recognise.js").Shape} shape
 * @property {(Limits & {would: number}) | null} fit null: it does
 */

/**
 * What can be sent: `text`, of which the report is, or `messages`, what programs say in it of pods without a
 * node.
 * @typedef {{text: string, messages: string, names: [string, string][],
 *   problems: import("./read.js").Unread[], report: Report}} Prepared
 */

/**
 * @param {import("./read.js").Read} files @param {Table} table @param {Choices} choices @returns {Prepared}
 */
export function prepare({ manifests, sources, others, strays, problems }, table, choices) {
  const imagesListed = manifests.some(
    (manifest) => manifest?.kind === "Node" && manifest.status?.images?.length,
  );
  const { images } = choices;
  const {
    manifests: filtered,
    dropped,
    ignored,
    reveals,
  } = keep(manifests, table, {
    images,
    expectations: !choices.pseudonyms,
  });
  // Then the text is sent as it is, comments included.
  const verbatim =
    !choices.pseudonyms && ignored.size === 0 && sources.length > 0 && strays === 0 && !reveals;
  const { manifests: named, names } = choices.pseudonyms
    ? pseudonymise(filtered, table.kinds)
    : { manifests: filtered, names: new Map() };
  const text = verbatim ? joined(sources) : textOf(named);
  const bytes = new TextEncoder().encode(text).length;
  return {
    text,
    messages: messagesOf({ manifests, others }, table.wordings),
    names: [...names],
    problems,
    report: {
      bytes,
      files: sources.length,
      verbatim,
      images,
      imagesListed,
      objects: counted(filtered),
      dropped: verbatim ? [] : [...dropped].sort((a, b) => b[1] - a[1]),
      ignored: [...ignored].sort((a, b) => b[1] - a[1]),
      strays,
      labels: labelKeys(filtered),
      shape: shapeOf(filtered),
      fit: fitting(bytes, filtered.length, table.limits),
    },
  };
}

/** @param {Source[]} sources */
const joined = (sources) =>
  sources.map(({ text }) => (text.endsWith("\n") ? text : `${text}\n`)).join("---\n");

/**
 * YAML, which people read; of many objects JSON, which is read seven times as fast.
 * @param {Manifest[]} manifests
 */
const textOf = (manifests) => (manifests.length > MANY ? jsonOf(manifests) : yamlOf(manifests));

/** A List with an object a line. @param {Manifest[]} manifests */
const jsonOf = (manifests) =>
  ['{"apiVersion": "v1", "kind": "List", "items": [', manifests.map(asJson).join(",\n"), "]}\n"].join("\n");

/** @param {Manifest} manifest */
const asJson = (manifest) => JSON.stringify(manifest);

/** @param {Manifest[]} manifests */
const yamlOf = (manifests) =>
  manifests
    .map((manifest) => dump(manifest, { schema: SCHEMA, noRefs: true, lineWidth: -1, seqNoIndent: true }))
    .join("---\n");

/** @param {Manifest[]} manifests @returns {Counted} */
function counted(manifests) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const manifest of manifests) {
    const kind = manifest.kind ?? Object.keys(manifest)[0];
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts];
}

/** @param {Manifest[]} manifests */
function labelKeys(manifests) {
  const keys = new Set(
    manifests
      .flatMap((manifest) => [manifest.metadata?.labels, manifest.spec?.template?.metadata?.labels])
      .flatMap((labels) => Object.keys(labels ?? {})),
  );
  return [...keys].sort();
}

/**
 * Null when it fits, else the limit and about how many objects would.
 * @param {number} bytes @param {number} objects @param {Limits} limits
 */
function fitting(bytes, objects, limits) {
  if (bytes <= limits.bytes && objects <= limits.objects) return null;
  return {
    bytes: limits.bytes,
    objects: limits.objects,
    would: Math.min(limits.objects, Math.floor((objects * limits.bytes) / Math.max(1, bytes))),
  };
}
