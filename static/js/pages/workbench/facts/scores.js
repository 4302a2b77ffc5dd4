// A score: its raw sum by plugin, how it was normalized, what the weight made of it.

import { h } from "../../../lib/dom.js";
import { decimal } from "../../../lib/format.js";
import { rich, t, tn } from "../../../lib/i18n.js";
import { named } from "../../../parts/factLink.js";
import { muted, sec, title } from "../../../parts/reasons.js";
import { pluginOf } from "../../../plugins/registry.js";
import { sumTable } from "../../../parts/sumTable.js";

/** @import { Normalization, ScoreExplanation, ScoreStep } from "../../../types/engine.js" */
/** @import { Normalize, ScoreForm, Viewed } from "../../../plugins/descriptor.js" */

/** @typedef {ScoreExplanation & {raw: number, normalized: number, weighted: number}} Scored */

/** @param {ScoreExplanation} explained @returns {explained is Scored} the node reached scoring */
const isScored = (explained) => explained.raw !== null;

/** @param {ScoreExplanation} explained @param {Viewed} now */
export function scoreParts(explained, now) {
  const { node, plugin, steps } = explained;
  if (!isScored(explained)) return sec(h("p.soft", t("{node} did not reach scoring.", { node })));
  const { raw, weighted } = explained;
  const forms = Object.entries(pluginOf(plugin).score?.steps ?? {});
  return [
    sec(
      h(
        "p.why-t",
        tn("{node} gets {n} point from {plugin}", "{node} gets {n} points from {plugin}", weighted, {
          node,
          plugin,
        }),
      ),
    ),
    forms.map(([kind, render]) => {
      const own = steps.filter((step) => step.kind === kind);
      return render && own.length ? /** @type {ScoreForm<ScoreStep>} */ (render)(own, explained, now) : null;
    }),
    steps.length
      ? null
      : sec(
          h(
            "p.soft",
            rich(t("Nothing on this node counts for or against the pod: the raw score is {raw}."), {
              raw: h("b", decimal(raw)),
            }),
          ),
        ),
    normalized(explained),
  ];
}

/** @param {Scored} explained */
function normalized({ raw, normalized: value, weight, weighted, normalize, plugin }) {
  const rule = pluginOf(plugin).score?.normalize;
  const exact = normalize && rule?.exact?.(normalize, raw);
  const how = formula(rule, normalize, raw, value);
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
                "  " +
                  t("all nodes: {min} to {max}", {
                    min: decimal(normalize.min),
                    max: decimal(normalize.max),
                  }),
              )
            : "",
        ],
        value: raw,
        why: named("range", plugin),
      },
      ...(cut
        ? [
            { op: "→", label: how, value: decimal(exact, 2) },
            { op: "=", label: t("integer division drops the remainder"), value },
          ]
        : [{ op: "→", label: how, value }]),
      { op: "×", label: t("weight of {plugin}", { plugin }), value: weight, why: named("weight", plugin) },
      { op: "=", label: t("points in the total"), value: weighted, result: true },
    ]),
  );
}

/**
 * @param {Normalize | undefined} rule @param {Normalization | undefined} normalize @param {number} raw
 * @param {number} value
 */
function formula(rule, normalize, raw, value) {
  if (!normalize || normalize.formula === "none") return t("used as it is");
  if (!rule) return t("normalized");
  if (!rule.divides(normalize)) return t("all nodes equal: {value}", { value });
  return h(
    "span.mono.t12",
    rule.applied(normalize, raw),
    normalize.all_equal ? muted(`  ${t("all equal")}`) : "",
  );
}
