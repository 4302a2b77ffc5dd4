// Kubernetes versions.

import { t, tn } from "../../../lib/i18n.js";
import { group } from "../core/fields.js";
import { boot, plainVersions } from "../core/state.js";
import { movesSentence, seedsField, some } from "./common.js";
import { TABLE } from "./descriptor.js";

/** @import { VersionsSweep } from "../../../types/engine.js" */
/** @import { Kind } from "./descriptor.js" */

const NEWEST = 5;

/** @type {Kind<VersionsSweep>} */
export const versions = {
  title: t("Kubernetes versions"),
  question: t("Which pods land elsewhere under another version?"),
  words: ({ versions: { length } }) => tn("{n} version", "{n} versions", length),
  pictures: [{ name: "moves", title: t("Pods by version"), tab: t("Pods") }, TABLE],
  form(_, before) {
    const offered = boot.versions;
    const first = before?.versions ?? plainVersions().slice(-NEWEST);
    const list = group(
      "versions",
      t("Versions"),
      offered.map((version) => ({ value: version, text: version })),
      first,
    );
    const seeds = seedsField(before?.seeds ?? 1);
    return {
      fields: [list, seeds.field],
      read: () => ({ kind: "versions", versions: some(list, list.checked()), seeds: seeds.read() }),
    };
  },
  headline: (result) => movesSentence(result, t("version")),
};
