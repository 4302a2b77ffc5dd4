// A score: its raw sum by plugin, how it was normalized, what the weight made of it.

import { h } from "../../lib/dom.js";
import { bytes, decimal, quantity, signed } from "../../lib/format.js";
import { rich, t } from "../../lib/i18n.js";
import { shortKey } from "../../model/labels.js";
import { expressions, mark, mono, muted, podTable, sec, title } from "../../parts/reasons.js";
import { factLink, named } from "../../parts/factLink.js";
import { spreadIgnored, spreadScores } from "./spread.js";
import { sumTable } from "../../parts/sumTable.js";

/** @param {any} explained an explain answer of a score */
export function scoreSteps(explained, now) {
  const { steps } = explained;
  const of = (kind) => steps.filter((step) => step.kind === kind);
  return [
    of("spread_ignored").map(spreadIgnored),
    of("spread_score").length ? spreadScores(of("spread_score"), now, explained) : null,
    of("affinity_score").length ? affinity(of("affinity_score"), now, explained) : null,
    of("fit_score").length ? fit(of("fit_score"), explained) : null,
    of("balanced_score").length ? balanced(of("balanced_score"), of("balanced_result")[0], explained) : null,
    of("taint_prefer").length ? preferTaints(of("taint_prefer"), explained) : null,
    of("node_affinity_preferred").length ? preferred(of("node_affinity_preferred"), explained) : null,
    of("image").length || of("image_result").length
      ? images(of("image"), of("image_result")[0], explained)
      : null,
    steps.length
      ? null
      : sec(
          h(
            "p",
            { class: "soft" },
            rich(t("Nothing on this node counts for or against the pod: the raw score is {raw}."), {
              raw: h("b", null, decimal(explained.raw)),
            }),
          ),
        ),
    normalized(explained),
  ];
}

function affinity(steps, now, { raw }) {
  return sec(
    title(t("Raw score"), muted(t("the sum over the terms that meet pods here"))),
    sumTable([
      ...steps.map((step, i) => ({
        op: i ? "+" : "",
        label: [
          h("b", null, `${shortKey(step.key)} = ${step.value}`),
          muted(
            `  ${step.side === "existing" ? t("{kind} of running pods", { kind: step.kind_of_term ?? "" }) : (step.kind_of_term ?? "")}: ${step.count} × ${signed(step.weight)}`,
          ),
        ],
        value: signed(step.points),
      })),
      { op: "=", label: t("raw"), value: signed(raw), result: true },
    ]),
    podTable([...new Set(steps.flatMap((step) => step.pods ?? []))], now.fold),
  );
}

function fit(steps, { raw, node }) {
  return sec(
    title(t("Raw score"), muted(t("mean of the resources by weight, the pod included"))),
    steps.map((step) =>
      h(
        "p",
        { class: "formula" },
        h("b", null, step.resource),
        step.weight > 1 ? muted(t("weight {weight}", { weight: step.weight })) : null,
        factLink(
          t("{requested} of {allocatable}", {
            requested: quantity(step.requested, step.unit),
            allocatable: quantity(step.allocatable, step.unit),
          }),
          named("used", node, step.resource),
          { class: "mono" },
        ),
        h("span", { class: "grow" }),
        h("b", { class: "mono" }, decimal(step.score)),
      ),
    ),
    sumTable([{ op: "=", label: t("raw, truncated to an integer"), value: raw, result: true }]),
  );
}

function balanced(steps, result, { raw, node }) {
  return sec(
    title(t("Raw score"), muted(t("the more equal the shares, the better"))),
    sumTable([
      ...steps.map((step) => ({
        label: [
          h("b", null, step.resource),
          muted(`  ${decimal(step.requested)} / ${decimal(step.allocatable)}`),
        ],
        value: decimal(step.fraction, 4),
        why: named("used", node, step.resource),
      })),
      ...(result ? [{ label: t("standard deviation"), value: decimal(result.std, 4) }] : []),
      {
        op: "=",
        label: result ? t("(1 − {std}) × 100, truncated", { std: decimal(result.std, 4) }) : t("raw"),
        value: raw,
        result: true,
      },
    ]),
  );
}

const preferTaints = (steps, { raw }) =>
  sec(
    title(t("PreferNoSchedule taints")),
    h(
      "table",
      { class: "plist" },
      h(
        "tbody",
        null,
        steps.map(({ taint, tolerated }) =>
          h(
            "tr",
            null,
            h("td", { class: "w-mark" }, mark(tolerated)),
            h("td", { class: "mono" }, `${taint.key}${taint.value ? `=${taint.value}` : ""}`),
            h("td", { class: "mute" }, tolerated ? t("tolerated") : t("not tolerated")),
          ),
        ),
      ),
    ),
    sumTable([{ op: "=", label: t("taints not tolerated (lower is better)"), value: raw, result: true }]),
  );

const preferred = (steps, { raw }) =>
  sec(
    title(t("Preferred node affinity")),
    steps.map((step) => [
      h(
        "p",
        { class: "row" },
        mark(step.ok),
        h(
          "span",
          { class: "grow" },
          t("Term {index}, weight {weight}", { index: step.index + 1, weight: step.weight }),
        ),
        mono(step.ok ? `+${step.weight}` : "0"),
      ),
      expressions(step.expressions),
    ]),
    sumTable([{ op: "=", label: t("raw"), value: raw, result: true }]),
  );

function images(steps, result, { raw }) {
  return sec(
    title(t("Images on the node")),
    sumTable([
      ...steps.map((step) => ({
        label: [
          mono(step.image),
          muted(
            `  ${t("{size} × {with}/{nodes} nodes", { size: bytes(step.size), with: step.nodes_with, nodes: step.nodes })}`,
          ),
        ],
        value: bytes(step.points),
      })),
      ...(result
        ? [
            { op: "=", label: t("sum"), value: bytes(result.sum) },
            {
              label: muted(
                t("scaled between {min_threshold} and {max_threshold}", {
                  min_threshold: bytes(result.min_threshold),
                  max_threshold: bytes(result.max_threshold),
                }),
              ),
              value: "",
            },
          ]
        : []),
      { op: "=", label: t("raw"), value: raw, result: true },
    ]),
  );
}

function normalized({ raw, normalized: value, weight, weighted, normalize, plugin }) {
  const exact = EXACT[normalize?.formula]?.(normalize, raw);
  const cut =
    exact !== undefined && Number.isFinite(exact) && !Number.isInteger(exact) && Math.abs(exact - value) < 1;
  return sec(
    title(t("Normalize and weigh")),
    sumTable([
      {
        label: [
          t("raw"),
          normalize && normalize.formula !== "none"
            ? muted(
                `  ${t("all nodes: {min} to {max}", { min: decimal(normalize.min), max: decimal(normalize.max) })}`,
              )
            : "",
        ],
        value: raw,
        why: named("range", plugin),
      },
      ...(cut
        ? [
            { op: "→", label: formula(normalize, raw, value), value: decimal(exact, 2) },
            { op: "=", label: t("integer division cuts the rest off"), value },
          ]
        : [{ op: "→", label: formula(normalize, raw, value), value }]),
      { op: "×", label: t("weight of {plugin}", { plugin }), value: weight, why: named("weight", plugin) },
      { op: "=", label: t("points in the total"), value: weighted, result: true },
    ]),
  );
}

// The quotients before Go's integer division.
const EXACT = {
  max: ({ max }, raw) => (100 * raw) / max,
  spread: ({ min, max }, raw) => (100 * (max + min - raw)) / max,
  affinity: ({ min, max }, raw) => (100 * (raw - min)) / (max - min),
};

const FORMULAS = {
  none: () => t("taken as it is"),
  max: ({ max }, raw) => `100 × ${decimal(raw)} / ${decimal(max)}`,
  max_reverse: ({ max }, raw) => `100 − 100 × ${decimal(raw)} / ${decimal(max)}`,
  spread: ({ min, max }, raw) =>
    `100 × (${decimal(max)} + ${decimal(min)} − ${decimal(raw)}) / ${decimal(max)}`,
  affinity: ({ min, max }, raw) =>
    `100 × (${decimal(raw)} − ${parens(min)}) / (${decimal(max)} − ${parens(min)})`,
};
const parens = (value) => (value < 0 ? `(${signed(value)})` : decimal(value));

function formula(normalize, raw, value) {
  if (!normalize || normalize.formula === "none") return t("taken as it is");
  const divides = normalize.formula === "affinity" ? normalize.max !== normalize.min : normalize.max !== 0;
  if (!divides) return t("all nodes equal: {value}", { value });
  return h(
    "span",
    { class: "mono t12" },
    FORMULAS[normalize.formula]?.(normalize, raw) ?? t("normalized"),
    normalize.all_equal ? muted(`  ${t("all equal")}`) : "",
  );
}
