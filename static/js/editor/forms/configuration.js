// The form of a KubeSchedulerConfiguration: which plugins a profile has, what they weigh, and the arguments
// that change results.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { at, choice, field, number, pathText, section, text } from "./fields.js";
import { PLUGINS } from "../../plugins/registry.js";
import { scorePlugins } from "./plugins.js";

/** @import { PluginOut } from "../../types/api.js" */
/** @import { Argument } from "../../plugins/descriptor.js" */
/** @import { Manifest } from "../document/model.js" */
/** @import { FieldOperation, Form, Path } from "./fields.js" */

/** @param {Form} form */
export function configuration(form) {
  /** @type {Manifest[]} */
  const profiles = at(form.manifest, ["profiles"]) ?? [];
  return [
    section(
      t("Configuration"),
      {},
      number(form, ["percentageOfNodesToScore"], "percentageOfNodesToScore", {
        min: 0,
        placeholder: "0",
        hint: t("0: the scheduler decides, based on the size of the cluster"),
      }),
    ),
    ...profiles.flatMap((_, index) => profile(form, ["profiles", index])),
    profiles.length === 0 &&
      section(
        t("Profile"),
        { note: t("none: the default profile applies") },
        h(
          "button.btn",
          {
            onclick: () =>
              form.change(
                [{ op: "add", path: ["profiles"], value: { schedulerName: "default-scheduler" } }],
                t("added {name}", { name: t("Profile") }),
              ),
          },
          t("Add the default profile"),
        ),
      ),
  ];
}

/** @param {Form} form @param {Path} path */
function profile(form, path) {
  // arguments of a plugin that has none yet come with its name
  /** @type {Form} */
  const own = {
    ...form,
    change: (operations, label) =>
      form.change(
        operations.map((operation) => named(path, operation)),
        label,
      ),
  };
  return [
    section(
      t("Profile"),
      { note: at(form.manifest, [...path, "schedulerName"]) },
      text(form, [...path, "schedulerName"], "schedulerName", { placeholder: "default-scheduler" }),
    ),
    section(
      t("Plugins"),
      { note: t("score weight") },
      h(
        "ul.plugins",
        scorePlugins.get().map((plugin) => pluginRow(form, [...path, "plugins"], plugin)),
      ),
    ),
    section(
      t("Arguments"),
      {},
      ...PLUGINS.flatMap(({ name, args: pluginArguments = [] }) =>
        pluginArguments.map((option) => argument(own, path, name, option)),
      ),
    ),
  ];
}

/** @param {Form} form @param {Path} path @param {string} plugin @param {Argument} argument */
function argument(form, path, plugin, { path: keys, choices, usual, ...options }) {
  const place = args(form, path, plugin, ...keys);
  const label = `${plugin} ${keys[0]}`;
  return choices ? choice(form, place, label, choices, usual) : number(form, place, label, options);
}

/**
 * Where the arguments of a plugin stand; its name in the place of the index while there are none.
 * @param {Form} form @param {Path} path @param {string} plugin @param {...string} rest @returns {Path}
 */
function args(form, path, plugin, ...rest) {
  /** @type {Manifest[]} */
  const listed = at(form.manifest, [...path, "pluginConfig"]) ?? [];
  const index = listed.findIndex((entry) => entry?.name === plugin);
  return [...path, "pluginConfig", index < 0 ? plugin : index, "args", ...rest];
}

/** @param {Path} profilePath @param {FieldOperation} operation @returns {FieldOperation} */
function named(profilePath, operation) {
  const [key, plugin, , ...rest] = operation.path.slice(profilePath.length);
  if (key !== "pluginConfig" || typeof plugin !== "string") return operation;
  const value = rest.reduceRight(
    (/** @type {unknown} */ inner, name) => ({ [name]: inner }),
    operation.value,
  );
  return { op: "add", path: [...profilePath, "pluginConfig"], value: { name: plugin, args: value } };
}

/** @param {Form} form @param {Path} path @param {PluginOut} plugin */
function pluginRow(form, path, { name, weight }) {
  const multi = [...path, "multiPoint"];
  /** @type {Manifest[]} */
  const enabled = at(form.manifest, [...multi, "enabled"]) ?? [];
  /** @type {Manifest[]} */
  const disabled = at(form.manifest, [...multi, "disabled"]) ?? [];
  const entry = enabled.findIndex((plugin) => plugin?.name === name);
  const off = disabled.findIndex((plugin) => plugin?.name === name);
  /** @type {Manifest[]} */
  const scoring = at(form.manifest, [...path, "score", "enabled"]) ?? [];
  const scored = scoring.findIndex((plugin) => plugin?.name === name);
  const place =
    scored >= 0
      ? [...path, "score", "enabled", scored, "weight"]
      : entry >= 0
        ? [...multi, "enabled", entry, "weight"]
        : null;
  const now = (place && at(form.manifest, place)) || weight;
  const on = off < 0 || entry >= 0;
  const label = t("weight of {name}", { name });
  /** @param {number} value */
  const send = (value) => {
    if (value === now) return;
    form.change(
      [
        place
          ? { op: "set", path: place, value }
          : { op: "add", path: [...multi, "enabled"], value: { name, weight: value } },
      ],
      t("set {what} to {value}", { what: label, value }),
    );
  };
  const input = h("input.in", {
    inputmode: "numeric",
    value: now,
    disabled: !on,
    "aria-label": label,
    onchange: () => send(Number(input.value) || 0),
  });
  const toggle = h(
    "button.switch",
    {
      role: "switch",
      "aria-checked": String(on),
      "aria-label": name,
      dataset: { path: `${pathText(path)}/${name}` },
      onclick: () => {
        if (!on)
          return form.change(
            [{ op: "remove", path: [...multi, "disabled", off] }],
            t("enabled {name}", { name }),
          );
        /** @type {FieldOperation[]} */
        const operations = [{ op: "add", path: [...multi, "disabled"], value: { name } }];
        if (entry >= 0) operations.unshift({ op: "remove", path: [...multi, "enabled", entry] });
        form.change(operations, t("disabled {name}", { name }));
      },
    },
    h("i"),
  );
  return h(
    "li",
    toggle,
    h("span.mono.cut.grow", name),
    weight > 0 ? field(form, place ?? [...multi, name], "", input) : h("span.mute.t12", t("no score")),
  );
}
