// With what to compare the run that is shown: an earlier run of the draft, what it was forked from, another version or
// seed of the same content, or any link.

import { openDialog } from "../lib/dialog.js";
import { h, replace } from "../lib/dom.js";
import { ago } from "../lib/format.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { toast } from "../lib/toast.js";
import { get, post } from "../net/api.js";

const LISTED = 8;

/**
 * @param {{snapshot: string, scenario: string | null, forkedFrom: string | null, version: string, offered: string[], place: Record<string, any>}} shown
 *   `place` is where both are opened: pod, point, plugin, node
 */
export function openCompare(shown) {
  openDialog(
    t("Compare this run"),
    () => [earlier(shown), fork(shown), variants(shown), pasted(shown)],
    "compare",
  );
}

// The other one is A, what came before; the run that is shown is B.
function open(shown, other, { after = false } = {}) {
  const place = Object.entries(shown.place).filter(([, value]) => value);
  const pair = after ? `${shown.snapshot}..${other}` : `${other}..${shown.snapshot}`;
  location.assign(
    `/x/${pair}/${after || !place.length ? "" : `?${new URLSearchParams({ pod: shown.place.pod })}`}`,
  );
}

function earlier(shown) {
  if (!shown.scenario) return null;
  const element = h("div", { class: "share-part" });
  get(`/scenarios/${shown.scenario}/runs`).then(
    (runs) => {
      const before = runs.filter((each) => each.snapshot !== shown.snapshot).slice(0, LISTED);
      if (!before.length) return;
      replace(
        element,
        h("span", { class: "lab" }, t("With an earlier run of this draft")),
        h(
          "ul",
          { class: "choices" },
          before.map((each) =>
            h(
              "li",
              null,
              h(
                "button",
                { type: "button", class: "btn", onclick: () => open(shown, each.snapshot) },
                each.title,
                h("span", { class: "mute" }, t("{placed} of {pods} placed", each)),
                h("span", { class: "grow" }),
                h("span", { class: "mute" }, ago(Date.now() - Date.parse(each.at))),
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

function fork(shown) {
  if (!shown.forkedFrom) return null;
  return h(
    "div",
    { class: "share-part" },
    h(
      "button",
      { type: "button", class: "btn", onclick: () => open(shown, shown.forkedFrom) },
      icon("fork"),
      t("With what it was forked from"),
    ),
  );
}

function variants(shown) {
  const others = shown.offered.filter((each) => each !== shown.version);
  const run = async (body, button) => {
    button.disabled = true;
    try {
      const made = await post(`/snapshots/${shown.snapshot}/variants`, body);
      open(shown, made.snapshot, { after: true });
    } catch (error) {
      button.disabled = false;
      toast(error.message);
    }
  };
  const version = h(
    "select",
    { class: "in", "aria-label": t("Kubernetes version") },
    others.map((each) => h("option", { value: each }, `v${each}`)),
  );
  const seed = h("input", {
    class: "in",
    type: "number",
    min: 0,
    step: 1,
    value: 1,
    "aria-label": t("Seed"),
  });
  const row = (label, field, body) =>
    h(
      "div",
      { class: "row" },
      h("span", { class: "grow" }, label),
      field,
      h(
        "button",
        { type: "button", class: "btn", onclick: (event) => run(body(), event.currentTarget) },
        icon("play"),
        t("Run and compare"),
      ),
    );
  return h(
    "div",
    { class: "share-part variants" },
    h("span", { class: "lab" }, t("With the same objects and configuration under")),
    row(t("another version"), version, () => ({ kubernetes_version: version.value })),
    row(t("another seed"), seed, () => ({ seed: Number(seed.value) })),
  );
}

function pasted(shown) {
  const field = h("input", {
    class: "in mono",
    id: "compare-link",
    placeholder: `${location.origin}/x/…`,
    autocomplete: "off",
    spellcheck: "false",
    "data-first": true,
  });
  const problem = h("p", { class: "t12", role: "alert" });
  const submit = (event) => {
    event.preventDefault();
    const name = /(?:\/x\/|^)([0-9a-z-]{10,54})(?:[/?#.]|$)/.exec(field.value.trim())?.[1];
    if (name) open(shown, name);
    else
      problem.textContent = t("This is no link to a run. It looks like {example}.", {
        example: `${location.origin}/x/23456789bc/`,
      });
  };
  return h(
    "form",
    { class: "share-part", onsubmit: submit },
    h("label", { class: "lab", for: "compare-link" }, t("With a link")),
    h(
      "div",
      { class: "share-row" },
      field,
      h("button", { class: "btn primary" }, icon("diff"), t("Compare")),
    ),
    problem,
  );
}
