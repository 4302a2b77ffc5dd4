// What to compare the current run with: an earlier run of the draft, the snapshot it was forked from, another
// version or seed of the same content, or any link.

import { openDialog } from "../../lib/dialog.js";
import { ago } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icon.js";
import { toast } from "../../lib/toast.js";
import { h, island, useLayoutEffect, useState } from "../../lib/view.js";
import { nextVersion } from "../../model/minors.js";
import { get, messageOf, post } from "../../net/api.js";
import { RunName } from "../../parts/runName.js";

/** @import { Child } from "../../lib/view.js" */
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
  openDialog(t("Compare this run"), () => island(Others, { current }), "compare");
}

/** @param {{current: CurrentRun}} props */
const Others = ({ current }) => [
  h(Earlier, { current }),
  fork(current),
  h(Variants, { current }),
  everyVersion(current),
  h(Pasted, { current }),
];

/**
 * The other one is A, what came before; the current run is B.
 * @param {CurrentRun} current @param {string} other @param {{after?: boolean}} [options]
 */
function open(current, other, { after = false } = {}) {
  const pair = after ? `${current.snapshot}..${other}` : `${other}..${current.snapshot}`;
  location.assign(`/x/${pair}/`);
}

/** @param {{current: CurrentRun}} props */
function Earlier({ current }) {
  const [runs, setRuns] = useState(/** @type {PastRunOut[]} */ ([]));
  useLayoutEffect(() => {
    if (current.scenario) get(`/scenarios/${current.scenario}/runs`).then(setRuns, () => undefined);
  }, []);
  const before = runs.filter((run) => run.snapshot !== current.snapshot).slice(0, LISTED);
  if (!before.length) return null;
  return h(
    "div.share-part",
    h("span.lab", t("With an earlier run of this draft")),
    h(
      "ul.choices",
      before.map((run) =>
        h(
          "li",
          h(
            "button.btn",
            { onclick: () => open(current, run.snapshot) },
            h(RunName, { change: run.change, title: run.title }),
            h("span.mute", t("{placed} of {pods} placed", { placed: run.placed, pods: run.pods })),
            h("span.grow"),
            h("span.mute", ago(Date.now() - Date.parse(run.at))),
          ),
        ),
      ),
    ),
  );
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

/** @param {{current: CurrentRun}} props */
function Variants({ current }) {
  const others = current.offered.filter(({ value }) => value !== current.version);
  const [version, setVersion] = useState(nextVersion(others, current.version)?.value ?? others[0]?.value);
  const [seed, setSeed] = useState("1");
  const [isRunning, setRunning] = useState(false);
  /** @param {VariantIn} body */
  const run = async (body) => {
    setRunning(true);
    try {
      const variant = await post(`/snapshots/${current.snapshot}/variants`, body);
      open(current, variant.snapshot, { after: true });
    } catch (error) {
      setRunning(false);
      toast(messageOf(error));
    }
  };
  /** @param {string} label @param {Child} field @param {VariantIn} body */
  const row = (label, field, body) =>
    h(
      "div.row",
      h("span.grow", label),
      field,
      h("button.btn", { disabled: isRunning, onclick: () => run(body) }, icon("play"), t("Run and compare")),
    );
  return h(
    "div.share-part.variants",
    h("span.lab", t("With the same objects and configuration, but")),
    row(
      t("another version"),
      h(
        "select.in",
        {
          "aria-label": t("Kubernetes version"),
          value: version,
          onchange: ({ currentTarget }) => setVersion(currentTarget.value),
        },
        others.map(({ value, label }) => h("option", { value }, `v${label}`)),
      ),
      { kubernetes_version: version },
    ),
    row(
      t("another seed"),
      h("input.in", {
        type: "number",
        min: 0,
        step: 1,
        value: seed,
        "aria-label": t("Seed"),
        oninput: ({ currentTarget }) => setSeed(currentTarget.value),
      }),
      { seed: Number(seed) },
    ),
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

/** @param {{current: CurrentRun}} props */
function Pasted({ current }) {
  const [link, setLink] = useState("");
  const [problem, setProblem] = useState("");
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    const name = /(?:\/x\/|^)([0-9a-z-]{10,54})(?:[/?#.]|$)/.exec(link.trim())?.[1];
    if (name) return open(current, name);
    const example = `${location.origin}/x/23456789bc/`;
    setProblem(t("This is not a link to a run. A link to a run looks like {example}.", { example }));
  };
  return h(
    "form.share-part",
    { onsubmit: submit },
    h("label.lab", { for: "compare-link" }, t("With a link")),
    h(
      "div.share-row",
      h("input.in.mono", {
        id: "compare-link",
        placeholder: `${location.origin}/x/…`,
        autocomplete: "off",
        spellcheck: false,
        "data-first": true,
        value: link,
        oninput: ({ currentTarget }) => setLink(currentTarget.value),
      }),
      h("button.btn.primary", { type: "submit" }, icon("diff"), t("Compare")),
    ),
    h("p.t12", { role: "alert" }, problem),
  );
}
