// The lists of a manifest: a section or a line for each item, with what removes it, and what adds another.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { at, pathText, section } from "./fields.js";

/** @import { Child } from "../../lib/dom.js" */
/** @import { Manifest } from "../document/model.js" */
/** @import { Form, Path } from "./fields.js" */

/** @param {Form} form @param {Path} path @returns {Manifest[]} */
export const items = (form, path) => (Array.isArray(at(form.manifest, path)) ? at(form.manifest, path) : []);

/**
 * A section for each item of a list.
 * @param {Form} form @param {Path} path
 * @param {(number: number) => string} title
 * @param {(here: Path, item: Manifest) => Child} fields
 * @param {string} [note]
 */
export const sectionEach = (form, path, title, fields, note) =>
  items(form, path).map((item, index) => {
    const here = [...path, index];
    const name = title(index + 1);
    return section(name, { note, ...removal(form, here, name) }, fields(here, item));
  });

/** What a section needs to be removed. @param {Form} form @param {Path} path @param {string} what */
export const removal = (form, path, what) => ({
  onRemove: () => form.change([{ op: "remove", path }], t("removed {what}", { what })),
  removeLabel: t("Remove {name}", { name: what }),
});

/** The button that removes a line. @param {Form} form @param {Path} path @param {string} what */
export function removeButton(form, path, what = "") {
  const { onRemove, removeLabel } = removal(form, path, what);
  return h("button.btn.bare.icon", { "aria-label": removeLabel, onclick: onRemove }, icon("x"));
}

/**
 * The button below a list that adds an item.
 * @param {Form} form @param {string} label @param {Path} path @param {unknown} value
 * @param {string} [what] is added, if the label does not say it
 */
export const addButton = (form, label, path, value, what = label) =>
  h(
    "button.btn.bare.small",
    {
      dataset: { path: `${pathText(path)}+` },
      onclick: () => form.change([{ op: "add", path, value }], t("added {name}", { name: what })),
    },
    icon("plus", "ic ic-12"),
    label,
  );
