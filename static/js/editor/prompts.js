// Small dialogs that ask for a taint, a label or a number, and answer with a promise.

import { h } from "../lib/dom.js";
import { t, tn } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";

/**
 * @template T
 * @param {string} title @param {import("../lib/dom.js").Child[]} fields @param {() => T} answer
 * @returns {Promise<T | null>} null when it was left
 */
function ask(title, fields, answer) {
  return new Promise((resolve) => {
    /** @type {T | null} */
    let result = null;
    const form = h(
      "form.dialog-b",
      { method: "dialog", onsubmit: () => (result = answer()) },
      fields,
      h("div.row", h("span.grow"), h("button.btn.primary", { type: "submit" }, t("Apply"))),
    );
    const dialog = h(
      "dialog.dialog.ask-d",
      { "aria-label": title },
      h(
        "div.dialog-h",
        h("h2", title),
        h("button.btn.bare.icon", { "aria-label": t("Close"), onclick: () => dialog.close() }, icon("x")),
      ),
      form,
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(result);
    });
    document.body.append(dialog);
    dialog.showModal();
    form.querySelector("input")?.focus();
    form.querySelector("input")?.select();
  });
}

/** @param {string} text @param {HTMLElement} control */
const labelled = (text, control) => h("label.fl", h("span.lab", text), control);
/** @param {string} value @param {Record<string, unknown>} [attrs] */
const input = (value, attrs) =>
  h("input", {
    class: "in mono",
    value,
    spellcheck: false,
    autocapitalize: "off",
    autocomplete: "off",
    ...attrs,
  });

/** @param {string[]} nodes @returns {Promise<{key: string, value?: string, effect: string} | null>} */
export function askTaint(nodes) {
  const key = input("example.com/dedicated", { required: true });
  const value = input("yes");
  const effect = h(
    "select.in",
    ["NoSchedule", "PreferNoSchedule", "NoExecute"].map((effectName) =>
      h("option", { value: effectName }, effectName),
    ),
  );
  return ask(
    titled(
      t("Taint {name}", { name: nodes[0] }),
      tn("Taint {n} node", "Taint {n} nodes", nodes.length),
      nodes,
    ),
    [labelled(t("Key"), key), labelled(t("Value"), value), labelled(t("Effect"), effect)],
    () => ({
      key: key.value.trim(),
      ...(value.value.trim() ? { value: value.value.trim() } : {}),
      effect: effect.value,
    }),
  );
}

/**
 * @param {string[]} objects @param {Record<string, string[]>} [valuesByKey]
 * @returns {Promise<{key: string, value: string | null} | null>}
 */
export function askLabel(objects, valuesByKey = {}) {
  const keys = h(
    "datalist",
    { id: "ask-keys" },
    Object.keys(valuesByKey).map((key) => h("option", { value: key })),
  );
  const key = input(Object.keys(valuesByKey)[0] ?? "", { required: true, list: "ask-keys" });
  const value = input("");
  const removal = h("input", { type: "checkbox", onchange: () => (value.disabled = removal.checked) });
  const name = objects[0].split(/[ /]/).at(-1);
  return ask(
    titled(t("Label {name}", { name }), tn("Label {n} object", "Label {n} objects", objects.length), objects),
    [
      labelled(t("Key"), key),
      keys,
      labelled(t("Value"), value),
      h("label.row.t12", removal, t("Remove this label")),
    ],
    () => ({ key: key.value.trim(), value: removal.checked ? null : value.value.trim() }),
  );
}

/** @param {string} title @param {number} now @returns {Promise<number | null>} */
export function askNumber(title, now) {
  const field = input(String(now), { type: "number", min: 0, max: 5000, required: true });
  return ask(title, [labelled(t("How many"), field)], () => Number(field.value));
}

/** @param {string} one @param {string} many @param {string[]} all */
const titled = (one, many, all) => (all.length === 1 ? one : many);
