// How many nodes are scored.

import { t } from "../../../lib/i18n.js";
import { field, listInput, readNumbers } from "../core/fields.js";
import { movesSentence, seedsField } from "./common.js";
import { TABLE } from "./descriptor.js";

/** @import { PercentagesSweep } from "../../../types/engine.js" */
/** @import { Kind } from "./descriptor.js" */

/** @type {Kind<PercentagesSweep>} */
export const percentages = {
  title: t("Nodes to score"),
  question: t("Does it matter that not every node is evaluated?"),
  pictures: [{ name: "moves", title: t("Pods by percentage"), tab: t("Pods") }, TABLE],
  form(_, before) {
    const input = listInput(before?.percentages ?? [0, 5, 10, 20, 50, 100]);
    const list = field("percentages", t("Percentages"), input, t("0 is the adaptive default"));
    const seeds = seedsField(before?.seeds ?? 20);
    return {
      fields: [list, seeds.field],
      read: () => ({ kind: "percentages", percentages: readNumbers(list, input), seeds: seeds.read() }),
    };
  },
  headline: (result) => movesSentence(result, t("percentage")),
};
