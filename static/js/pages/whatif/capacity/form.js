// What is replicated, and how many are to fit.

import { t } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icon.js";
import { h } from "../../../lib/view.js";
import { suggestions, template, url } from "./state.js";

/** @import { Child } from "../../../lib/view.js" */

/** It is drawn for another address alone, so that what somebody types stays. */
export function Form() {
  const listed = suggestions.get();
  const params = url.state.get();
  if (!listed) return null;
  return h(
    "form.cap-form",
    { onsubmit: submit },
    field(
      t("Pods like"),
      h("input.in", {
        ...{ name: "pod", list: "cap-pods", value: params.pod ?? "", autocomplete: "off" },
        placeholder: t("namespace/name, or a=2,b for a mix"),
        spellcheck: false,
      }),
      "wide",
    ),
    field(
      t("to fit"),
      h("input.in.cap-count", {
        ...{ name: "count", type: "number", min: 0, max: 10_000, value: params.count ?? "" },
      }),
    ),
    field(
      t("Count by"),
      h("input.in", {
        ...{ name: "by", value: params.by ?? "", placeholder: "topology.kubernetes.io/zone" },
        spellcheck: false,
      }),
      "wide",
    ),
    h("button.btn.primary", { type: "submit" }, icon("search"), t("Count")),
    h(
      "details",
      { open: template.peek() !== "" },
      h("summary", t("Pods of a manifest")),
      field(
        t("A Pod or a workload, as YAML"),
        h("textarea.in.mono", {
          name: "manifest",
          rows: 6,
          spellcheck: false,
          value: template.peek(),
        }),
        "wide",
      ),
    ),
    h(
      "datalist",
      { id: "cap-pods" },
      listed.map((value) => h("option", { key: value, value })),
    ),
  );
}

/** @param {SubmitEvent & {currentTarget: HTMLFormElement}} event */
function submit(event) {
  event.preventDefault();
  const fields = new FormData(event.currentTarget);
  const text = (/** @type {string} */ name) => String(fields.get(name) ?? "").trim();
  template.set(String(fields.get("manifest") ?? ""));
  url.write({ pod: text("pod"), count: text("count"), by: text("by") }, { push: true });
}

/** @param {string} label @param {Child} input @param {string} [name] */
const field = (label, input, name = "") =>
  h("label.cap-field", { class: name }, h("span.soft", label), input);
