// Two settings against each other.

import { integer } from "../../../lib/format.js";
import { t, tn } from "../../../lib/i18n.js";
import { NOWHERE } from "../../../model/cluster.js";
import { choice, field, readNumbers, textInput } from "../core/fields.js";
import { capital, settingName } from "../core/words.js";
import { seedsField } from "./common.js";
import { TABLE } from "./descriptor.js";

/** @import { SweepSetting, WeightsSweep } from "../../../types/engine.js" */
/** @import { Facts } from "../core/facts.js" */
/** @import { Kind } from "./descriptor.js" */

const WEIGHT = "weight/";
const WEIGHTS = [0, 1, 2, 3, 4, 5, 6];

/** Arguments of plugins, with the values that make a sweep. */
const ARGUMENTS = {
  "NodeResourcesFit/scoringStrategy/type": ["LeastAllocated", "MostAllocated"],
  "InterPodAffinity/hardPodAffinityWeight": [0, 1, 10, 100],
};

/** @type {Kind<WeightsSweep>} */
export const weights = {
  title: t("Weights and arguments"),
  question: t("When does the winner change, and what is packed or spread?"),
  cells: ({ x, y }) => x.values.length * (y?.values.length ?? 1),
  name({ x, y }) {
    if (!y) return capital(settingName(x.setting));
    return [x, y].every(({ setting }) => setting.startsWith(WEIGHT)) ? t("Two weights") : t("Two settings");
  },
  pictures: [
    {
      name: "flips",
      title: t("Where the winner changes"),
      tab: t("Flips"),
      when: ({ flips }) => Boolean(flips),
    },
    { name: "grid", title: t("Grid") },
    { name: "pareto", title: t("Packed or spread"), tab: t("Front") },
    TABLE,
  ],
  form({ plugins, cluster }, before) {
    const x = settingFields("x", plugins, before?.x ?? weightSetting("NodeResourcesFit"));
    const y = settingFields("y", plugins, before ? before.y : weightSetting("TaintToleration"));
    const pods = cluster ? waitingPods(cluster) : [];
    const watched = choice(
      [["", t("none")], ...pods.map((name) => /** @type {[string, string]} */ ([name, name]))],
      (before ? before.pod : pods.at(-1)) ?? "",
    );
    const pod = field("pod", t("Pod to watch"), watched);
    const seeds = seedsField(before?.seeds ?? 1);
    return {
      fields: [...x.fields, ...y.fields, pod, seeds.field],
      read: () => {
        const other = y.read();
        return {
          kind: "weights",
          x: x.read() ?? weightSetting("NodeResourcesFit"),
          ...(other && { y: other }),
          ...(watched.value.get() && { pod: watched.value.get() }),
          seeds: seeds.read(),
        };
      },
    };
  },
  headline: ({ cells, flips, pareto = [] }) => {
    const there = cells.filter((cell) => cell !== null);
    if (!flips)
      return t("Pareto-optimal settings: {n} of {all}", {
        n: integer(pareto.length),
        all: integer(there.length),
      });
    const wins = there.filter((cell) => flips.winners.includes(cell.winners?.[0]?.node ?? "")).length;
    const values = { pod: flips.pod, wins: integer(wins) };
    const [first, ...tied] = flips.winners;
    return tied.length
      ? tn(
          "{nodes} nodes tie for {pod} now; one of them wins with {wins} of {n} setting",
          "{nodes} nodes tie for {pod} now; one of them wins with {wins} of {n} settings",
          there.length,
          { ...values, nodes: integer(flips.winners.length) },
        )
      : tn(
          "{node} wins {pod} now, and with {wins} of {n} setting",
          "{node} wins {pod} now, and with {wins} of {n} settings",
          there.length,
          { ...values, node: first },
        );
  },
};

/** @param {string} plugin @returns {SweepSetting} */
const weightSetting = (plugin) => ({ setting: `weight/${plugin}`, values: WEIGHTS });

/** @param {"x" | "y"} axis @param {Facts["plugins"]} plugins @param {SweepSetting | undefined} before */
function settingFields(axis, plugins, before) {
  const offered = [...plugins.map(({ name }) => `weight/${name}`), ...Object.keys(ARGUMENTS)];
  const all = before && !offered.includes(before.setting) ? [before.setting, ...offered] : offered;
  const input = textInput("input.in.mono", before?.values.join(", ") ?? "", {
    autocomplete: "off",
    spellcheck: false,
  });
  const options = all.map((name) => /** @type {[string, string]} */ ([name, settingName(name)]));
  const chosen = choice(
    axis === "y" ? [["", t("none")], ...options] : options,
    before?.setting ?? "",
    (name) => {
      const own = /** @type {Record<string, unknown[]>} */ (ARGUMENTS)[name] ?? WEIGHTS;
      input.value.set(own.join(", "));
    },
  );
  const setting = field(`${axis}.setting`, axis === "x" ? t("First setting") : t("Second setting"), chosen);
  const values = field(`${axis}.values`, t("Its values"), input);
  return {
    fields: [setting, values],
    /** @returns {SweepSetting | null} */
    read: () => {
      const name = chosen.value.get();
      const text = input.value.get();
      if (!name) return null;
      return { setting: name, values: isNumeric(name, text) ? readNumbers(values, input) : wordsOf(text) };
    },
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
