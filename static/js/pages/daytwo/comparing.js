// What may be compared with: the same actions with one thing changed.

import { h } from "../../lib/view.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icon.js";
import { replaced } from "../../model/daysteps.js";
import { kindOf } from "./steps.js";
import { otherSteps, play, steps, url } from "./state.js";

/** @import { Step } from "../../model/daysteps.js" */

const REVISION = "pod-template-hash";

/**
 * @typedef {object} Variant
 * @property {string} label
 * @property {Step} step instead of the rollout
 */

export function comparisons() {
  const all = steps.get();
  if (!all.length || !play.get()?.timeline) return null;
  const at = all.findLastIndex((step) => kindOf(step) === "rollout");
  const offered = at < 0 ? [] : variants(all[at]);
  return [
    h("div.h3", t("Compared with"), h("span.mute", t("both outcomes, with the same seeds"))),
    h(
      "p.row.wrap",
      offered.map(({ label, step }) => button(label, replaced(all, at, step))),
      h(
        "button.btn",
        { onclick: () => url.write({ b: JSON.stringify(all) }, { push: true }) },
        icon("pin"),
        t("Keep these actions as B, and edit A"),
      ),
    ),
  ];
}

/** @param {string} label @param {Step[]} list */
const button = (label, list) =>
  h(
    "button.btn",
    {
      "aria-pressed": String(JSON.stringify(otherSteps.get()) === JSON.stringify(list)),
      onclick: () => url.write({ b: JSON.stringify(list) }, { push: true }),
    },
    icon("play"),
    label,
  );

/** @param {Step} rollout @returns {Variant[]} */
function variants(rollout) {
  const workload = normalized(String(rollout.rollout));
  const constraints = /** @type {Step[]} */ (play.get()?.constraints[workload] ?? []);
  const isDeployment = workload.startsWith("Deployment ");
  const own = constraints.some((constraint) => constraint.matchLabelKeys?.includes(REVISION));
  /** @param {Record<string, number>} rollingUpdate */
  const rolling = (rollingUpdate) => ({ ...rollout, strategy: { type: "RollingUpdate", rollingUpdate } });
  return [
    constraints.length &&
      isDeployment &&
      !own && {
        label: t("With {what}", { what: "matchLabelKeys" }),
        step: {
          ...rollout,
          template: {
            ...rollout.template,
            spec: {
              ...rollout.template?.spec,
              topologySpreadConstraints: constraints.map((constraint) => ({
                ...constraint,
                matchLabelKeys: [...(constraint.matchLabelKeys ?? []), REVISION],
              })),
            },
          },
        },
      },
    isDeployment && { label: "maxSurge 0", step: rolling({ maxSurge: 0, maxUnavailable: 1 }) },
    isDeployment && { label: "maxUnavailable 0", step: rolling({ maxSurge: 1, maxUnavailable: 0 }) },
    isDeployment && { label: "Recreate", step: { ...rollout, strategy: { type: "Recreate" } } },
  ].filter((variant) => typeof variant === "object");
}

/** "web" is "Deployment default/web". @param {string} text */
function normalized(text) {
  const [name, kind = "Deployment"] = text.trim().split(/\s+/).reverse();
  return `${kind} ${name.includes("/") ? name : `default/${name}`}`;
}
