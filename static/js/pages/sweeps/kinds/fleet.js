// Many clusters under one change.

import { integer } from "../../../lib/format.js";
import { t, tn } from "../../../lib/i18n.js";
import { choice, field, group, textInput, Unreadable } from "../core/fields.js";
import { boot, plainVersions } from "../core/state.js";
import { seedsField } from "./common.js";
import { TABLE } from "./descriptor.js";

/** @import { FleetSweep, SweepCell } from "../../../types/engine.js" */
/** @import { Field } from "../core/fields.js" */
/** @import { Kind } from "./descriptor.js" */

/** @type {Kind<FleetSweep>} */
export const fleet = {
  title: t("Fleet"),
  question: t("What does one change or upgrade do to many clusters?"),
  cells: (_, { scenarios }) => scenarios,
  name: ({ version }) => (version ? t("Fleet under {version}", { version }) : t("Fleet")),
  decides: false,
  pictures: [{ ...TABLE, title: t("Before and after") }],
  form({ scenarios }, before) {
    const own = scenarios.filter(({ snapshot }) => snapshot && snapshot !== boot.snapshot.id);
    const list = group(
      "snapshots",
      t("Clusters"),
      own.map(({ title, snapshot }) => ({ value: snapshot ?? "", text: title })),
      own.map(({ snapshot }) => snapshot ?? ""),
      boot.snapshot.title,
    );
    const links = textInput("textarea.in", "", { rows: 2, spellcheck: false, placeholder: "/x/…" });
    const more = field("links", t("Other links, one a line"), links, t("optional"));
    const version = choice(
      [
        ["", t("its own")],
        ...boot.versions.map((option) => /** @type {[string, string]} */ ([option, option])),
      ],
      (before ? before.version : plainVersions().at(-1)) ?? "",
    );
    const versionField = field("version", t("Kubernetes version"), version);
    const change = textInput("textarea.in", before?.change ? JSON.stringify(before.change.operations) : "", {
      rows: 3,
      spellcheck: false,
      placeholder:
        '[{"op": "set", "object": "Deployment/default/web", "path": ["spec", "replicas"], "value": 6}]',
    });
    const changeField = field("change", t("One change of the manifests, as JSON"), change, t("optional"));
    const seeds = seedsField(before?.seeds ?? 1);
    return {
      fields: [list, more, versionField, changeField, seeds.field],
      read: () => {
        const operations = readOperations(changeField, change.value.get());
        return {
          kind: "fleet",
          ...(operations && { change: { operations } }),
          ...(version.value.get() && { version: version.value.get() }),
          seeds: seeds.read(),
        };
      },
      snapshots: () => [...new Set([...list.checked(), ...linksOf(links.value.get())])],
    };
  },
  headline: ({ cells }) => {
    const there = cells.filter((cell) => cell !== null);
    const worse = there.filter((cell) => cell.pending > (cell.before?.pending ?? 0)).length;
    const changed = there.filter(isChanged).length;
    if (!changed) return tn("The cluster does not change", "None of the {n} clusters changes", there.length);
    return tn(
      "{changed} of {n} cluster changes; with more pending pods than before: {worse}",
      "{changed} of {n} clusters change; with more pending pods than before: {worse}",
      there.length,
      { changed: integer(changed), worse: integer(worse) },
    );
  },
};

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

/** @param {SweepCell} cell */
const isChanged = (cell) => Boolean(cell.moved) || cell.pending !== cell.before?.pending;
