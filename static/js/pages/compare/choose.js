// What to compare the current run with: an earlier run of the draft, the snapshot it was forked from, another
// version or seed of the same content, or any link.

import { openDialog } from "../../lib/dialog.js";
import { h, replace } from "../../lib/dom.js";
import { ago } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { toast } from "../../lib/toast.js";
import { nextVersion } from "../../model/minors.js";
import { get, messageOf, post } from "../../net/api.js";
import { runName } from "../../parts/runName.js";

/** @import { PastRunOut, VariantIn } from "../../types/api.js" */

const LISTED = 8;

/**
 * @typedef {object} CurrentRun the run on the page
 * @property {string} snapshot
 * @property {string | null} scenario
 * @property {string | null} forkedFrom
 * @property {string} version
 * @property {{value: string, label: string}[]} offered
 */

/** @param {CurrentRun} current */
export function openCompare(current) {
  openDialog(
    t("Compare this run"),
    () => [earlier(current), fork(current), variants(current), everyVersion(current), pasted(current)],
    "compare",
  );
}

/**
 * The other one is A, what came before; the current run is B.
 * @param {CurrentRun} current @param {string} other @param {{after?: boolean}} [options]
 */
function open(current, other, { after = false } = {}) {
  const pair = after ? `${current.snapshot}..${other}` : `${other}..${current.snapshot}`;
  location.assign(`/x/${pair}/`);
}

/** @param {CurrentRun} current */
function earlier(current) {
  if (!current.scenario) return null;
  const element = h("div.share-part");
  get(`/scenarios/${current.scenario}/runs`).then(
    (/** @type {PastRunOut[]} */ runs) => {
      const before = runs.filter((run) => run.snapshot !== current.snapshot).slice(0, LISTED);
      if (!before.length) return;
      replace(
        element,
        h("span.lab", t("With an earlier run of this draft")),
        h(
          "ul.choices",
          before.map((run) =>
            h(
              "li",
              h(
                "button.btn",
                { onclick: () => open(current, run.snapshot) },
                runName(run.change, run.title),
                h("span.mute", t("{placed} of {pods} placed", { placed: run.placed, pods: run.pods })),
                h("span.grow"),
                h("span.mute", ago(Date.now() - Date.parse(run.at))),
              ),
            ),
          ),
        ),
      );
    },
    () => undefined,
  );
  return element;
}

/** @param {CurrentRun} current */
function fork(current) {
  const { forkedFrom } = current;
  if (!forkedFrom) return null;
  return h(
    "div.share-part",
    h(
      "button.btn",
      { onclick: () => open(current, forkedFrom) },
      icon("fork"),
      t("With the run it was forked from"),
    ),
  );
}

/** @param {CurrentRun} current */
function variants(current) {
  const others = current.offered.filter(({ value }) => value !== current.version);
  const likely = nextVersion(others, current.version);
  /** @param {VariantIn} body @param {HTMLButtonElement} button */
  const run = async (body, button) => {
    button.disabled = true;
    try {
      const variant = await post(`/snapshots/${current.snapshot}/variants`, body);
      open(current, variant.snapshot, { after: true });
    } catch (error) {
      button.disabled = false;
      toast(messageOf(error));
    }
  };
  const version = h(
    "select.in",
    { "aria-label": t("Kubernetes version") },
    others.map(({ value, label }) => h("option", { value, selected: value === likely?.value }, `v${label}`)),
  );
  const seed = h("input.in", { type: "number", min: 0, step: 1, value: 1, "aria-label": t("Seed") });
  /** @param {string} label @param {HTMLElement} field @param {() => VariantIn} body */
  const row = (label, field, body) =>
    h(
      "div.row",
      h("span.grow", label),
      field,
      h(
        "button.btn",
        { onclick: (event) => run(body(), event.currentTarget) },
        icon("play"),
        t("Run and compare"),
      ),
    );
  return h(
    "div.share-part.variants",
    h("span.lab", t("With the same objects and configuration, but")),
    row(t("another version"), version, () => ({ kubernetes_version: version.value })),
    row(t("another seed"), seed, () => ({ seed: Number(seed.value) })),
  );
}

/** @param {CurrentRun} current */
const everyVersion = ({ snapshot }) =>
  h(
    "div.share-part",
    h(
      "a.btn",
      { href: `/x/${snapshot}/upgrade/` },
      icon("stack"),
      t("Under newer versions: what an upgrade moves"),
    ),
  );

/** @param {CurrentRun} current */
function pasted(current) {
  const field = h("input.in.mono", {
    id: "compare-link",
    placeholder: `${location.origin}/x/…`,
    autocomplete: "off",
    spellcheck: "false",
    "data-first": true,
  });
  const problem = h("p.t12", { role: "alert" });
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    const name = /(?:\/x\/|^)([0-9a-z-]{10,54})(?:[/?#.]|$)/.exec(field.value.trim())?.[1];
    if (name) open(current, name);
    else
      problem.textContent = t("This is not a link to a run. A link to a run looks like {example}.", {
        example: `${location.origin}/x/23456789bc/`,
      });
  };
  return h(
    "form.share-part",
    { onsubmit: submit },
    h("label.lab", { for: "compare-link" }, t("With a link")),
    h("div.share-row", field, h("button.btn.primary", { type: "submit" }, icon("diff"), t("Compare"))),
    problem,
  );
}
