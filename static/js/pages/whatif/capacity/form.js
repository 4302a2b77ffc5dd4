// What is replicated, and how many are to fit.

import { watch } from "../../../lib/atoms.js";
import { h, replace } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { template, url } from "./state.js";

/** @param {HTMLElement} element @param {string[]} suggestions pods as "namespace/name" */
export function mountForm(element, suggestions) {
  element.hidden = false;
  watch([url.state], () => replace(element, form(url.state.get(), suggestions)));
}

/** @param {Record<string, string>} params @param {string[]} suggestions */
function form(params, suggestions) {
  const pod = h("input.in", {
    list: "cap-pods",
    value: params.pod ?? "",
    placeholder: t("namespace/name, or a=2,b for a mix"),
    autocomplete: "off",
    spellcheck: "false",
  });
  const count = h("input.in.cap-count", { type: "number", min: 0, max: 10_000, value: params.count ?? "" });
  const by = h("input.in", {
    value: params.by ?? "",
    placeholder: "topology.kubernetes.io/zone",
    spellcheck: "false",
  });
  const manifest = h("textarea.in.mono", { rows: 6, spellcheck: "false" }, template.get());
  /** @param {Event} event */
  const onsubmit = (event) => {
    event.preventDefault();
    template.set(manifest.value);
    url.write({ pod: pod.value.trim(), count: count.value, by: by.value.trim() }, { push: true });
  };
  return h(
    "form.cap-form",
    { onsubmit },
    field(t("Pods like"), pod, "wide"),
    field(t("to fit"), count),
    field(t("Count by"), by, "wide"),
    h("button.btn.primary", { type: "submit" }, icon("search"), t("Count")),
    h(
      "details",
      { open: template.get() !== "" },
      h("summary", t("Pods of a manifest")),
      field(t("A Pod or a workload, as YAML"), manifest, "wide"),
    ),
    h(
      "datalist",
      { id: "cap-pods" },
      suggestions.map((value) => h("option", { value })),
    ),
  );
}

/** @param {string} label @param {HTMLElement} input @param {string} [name] */
const field = (label, input, name = "") =>
  h("label", { class: `cap-field ${name}`.trimEnd() }, h("span.soft", label), input);
