// The fields of forms. Each shows the value at a path of the manifest and changes it.

import { $, $$, h, replace } from "../../lib/dom.js";
import { labelled } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { term } from "../../parts/term.js";

/** @import { EntryOut } from "../../types/api.js" */
/** @import { Child } from "../../lib/dom.js" */
/** @import { Problem } from "../../lib/problems.js" */
/** @import { DeviceNames } from "../document/expressions.js" */
/** @import { Labels, Manifest } from "../document/model.js" */

/** @typedef {(string | number)[]} Path */
/**
 * @typedef {{op: "set" | "add" | "remove", path: Path, value?: unknown}} FieldOperation on the object of the
 *   form
 */

/**
 * The context of a form: the manifest, the labels in use, and the way to change it.
 * @typedef {object} Form
 * @property {Manifest} manifest
 * @property {string} object
 * @property {Labels} labels
 * @property {DeviceNames} devices attributes and capacities of the draft's devices
 * @property {EntryOut[]} entries
 * @property {Problem[]} errors of this object
 * @property {(operations: FieldOperation[], label: string) => void} change
 */

/** @param {Manifest} value @param {Path} path @returns {Manifest} */
export const at = (value, path) => path.reduce((inner, step) => inner?.[step], value);

/** As the server writes it: "spec.containers[0].image". @param {Path} path */
export const pathText = (path) =>
  path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`))
    .join("")
    .replace(/^\./, "");

let fieldCount = 0;

/** Fields whose meaning is not in their name. */
const EXPLAINED = new Set([
  ...["topologyKey", "maxSkew", "minDomains", "whenUnsatisfiable", "nodeAffinityPolicy", "nodeTaintsPolicy"],
  ...["matchLabelKeys", "namespaceSelector", "preemptionPolicy", "schedulingGates"],
]);

/**
 * A label above a control; the error below it, with what mends it as a button.
 * @param {Form} form @param {Path} path @param {string} label @param {HTMLElement} control
 * @param {string} [hint] @param {unknown} [valid] a value that mends an error; without one it is removed
 */
export function field(form, path, label, control, hint, valid) {
  const key = pathText(path);
  const name = String(path.at(-1));
  const problem = form.errors.find((error) => error.path === key);
  const id = `f${(fieldCount += 1)}`;
  const [input] = control.matches("input, select") ? [control] : $$("input, select", control);
  if (input) {
    input.id = id;
    input.dataset.path = key;
    if (problem) input.setAttribute("aria-invalid", "true");
    if (problem) input.setAttribute("aria-describedby", `${id}e`);
  } else {
    control.setAttribute("role", "group");
    control.setAttribute("aria-label", label);
  }
  return h(
    "div",
    { class: `fl${problem ? " bad" : ""}` },
    h(
      "div.lab",
      h(input ? "label" : "span", { for: input ? id : null }, label),
      EXPLAINED.has(name) && [" ", term(name, [h("span.vh", name), "?"])],
    ),
    control,
    problem
      ? h(
          "div.fe",
          h("p", { id: `${id}e` }, problem.message),
          at(form.manifest, path) !== undefined && mend(form, path, valid),
        )
      : hint && h("p.hint", { "aria-live": "polite" }, hint),
  );
}

/** @param {Form} form @param {Path} path @param {unknown} valid */
const mend = (form, path, valid) =>
  h(
    "button.btn.small",
    { dataset: { path: `${pathText(path)}!` }, onclick: () => put(form, path, valid, path.at(-1)) },
    valid === undefined ? t("Remove") : t("Set to {value}", { value: String(valid) }),
  );

/**
 * Sets a value, or removes what is emptied.
 * @param {Form} form @param {Path} path @param {unknown} value @param {string | number | undefined} what
 */
export function put(form, path, value, what) {
  const before = at(form.manifest, path);
  if (value === before || (value === undefined && before === undefined)) return;
  form.change(
    [value === undefined ? { op: "remove", path } : { op: "set", path, value }],
    value === undefined
      ? t("removed {what}", { what })
      : t("set {what} to {value}", { what, value: typeof value === "object" ? "…" : String(value) }),
  );
}

/**
 * @param {Form} form @param {Path} path @param {string} label
 * @param {{words?: string[], placeholder?: string, hint?: string, required?: boolean}} [options]
 */
export function text(form, path, label, { words: suggestions, placeholder, hint, required } = {}) {
  const value = at(form.manifest, path);
  const input = h("input.in.mono", {
    value: value ?? "",
    title: value ?? null,
    placeholder: placeholder ?? t("not set"),
    spellcheck: false,
    autocapitalize: "off",
    autocomplete: "off",
    onchange: () =>
      put(form, path, input.value.trim() === "" && !required ? undefined : input.value.trim(), path.at(-1)),
  });
  return field(form, path, label, withWords(input, suggestions), hint);
}

/** @type {Record<string, number>} */
const BY_KEY = { ArrowUp: 1, ArrowDown: -1 };

/**
 * @param {Form} form @param {Path} path @param {string} label
 * @param {{placeholder?: string, min?: number, hint?: string}} [options]
 */
export function number(form, path, label, { placeholder, min, hint } = {}) {
  const value = at(form.manifest, path);
  const send = () => {
    const entered = input.value.trim();
    const as = Number(entered);
    put(form, path, entered === "" ? undefined : Number.isInteger(as) ? as : entered, path.at(-1));
  };
  /** @param {number} by */
  const step = (by) => {
    const now = input.value.trim() === "" ? Number(placeholder) || 0 : Number(input.value);
    input.value = String(Math.max(min ?? -Infinity, (Number.isFinite(now) ? now : 0) + by));
    send();
  };
  const input = h("input", {
    value: value ?? "",
    inputmode: "numeric",
    placeholder: placeholder ?? t("not set"),
    autocomplete: "off",
    onchange: send,
    onkeydown: (event) => {
      const by = BY_KEY[event.key];
      if (!by) return;
      event.preventDefault();
      step(by);
    },
  });
  /** @param {number} by @param {string} name @param {string} sign */
  const button = (by, name, sign) =>
    h(
      "button",
      {
        "aria-label": labelled(name, label),
        dataset: { path: `${pathText(path)}${sign}` },
        onclick: () => step(by),
      },
      sign,
    );
  return field(
    form,
    path,
    label,
    h("div.stp", button(-1, t("Less"), "−"), input, button(1, t("More"), "+")),
    hint,
    typeof value === "number" && min !== undefined && value < min ? min : undefined,
  );
}

/**
 * One of a few words; `usual` is what holds when the field is absent.
 * @param {Form} form @param {Path} path @param {string} label @param {string[]} options
 * @param {string} [usual]
 */
export function choice(form, path, label, options, usual) {
  const value = at(form.manifest, path);
  const current = value ?? usual;
  const buttons = options.map((option) =>
    h(
      "button",
      {
        "aria-pressed": String(option === current),
        dataset: { path: `${pathText(path)}=${option}` },
        onclick: () => option !== current && put(form, path, option, path.at(-1)),
      },
      option,
    ),
  );
  return field(
    form,
    path,
    label,
    h("div.seg.w", buttons),
    value === undefined && usual !== undefined ? t("default") : undefined,
  );
}

/**
 * One of many words.
 * @param {Form} form @param {Path} path @param {string} label
 * @param {{value: string, label?: string}[]} options the first, "", removes it
 */
export function select(form, path, label, options) {
  const value = at(form.manifest, path) ?? "";
  /** @type {typeof options} */
  const all = options.some((option) => option.value === value) ? options : [...options, { value }];
  const input = h(
    "select.in",
    { onchange: () => put(form, path, input.value === "" ? undefined : input.value, path.at(-1)) },
    all.map((option) => h("option", { value: option.value }, option.label ?? option.value)),
  );
  input.value = value;
  return field(form, path, label, input);
}

/** @param {Form} form @param {Path} path @param {string} label */
export function flag(form, path, label, what = path.at(-1)) {
  const on = at(form.manifest, path) === true;
  return h(
    "button.switch",
    {
      role: "switch",
      "aria-checked": String(on),
      dataset: { path: pathText(path) },
      onclick: () => put(form, path, on ? undefined : true, what),
    },
    label,
    h("i"),
  );
}

/**
 * Pairs of words as chips: labels, selectors.
 * @param {Form} form @param {Path} path @param {string} label
 * @param {{words?: Record<string, string[]>, hint?: (value: Record<string, string>) => string}} [options]
 *   `hint`: said below, of the pairs as they are while one is typed
 */
export function pairs(form, path, label, { words: suggestions = {}, hint } = {}) {
  const value = at(form.manifest, path) ?? {};
  const box = h("div.tags");
  /** @param {[string, string]} pair */
  const chip = ([key, word]) =>
    h(
      "span.chip.mono.pair",
      h(
        "button.link-b.cut",
        {
          title: t("Change"),
          dataset: { path: `${pathText(path)}.${key}` },
          onclick: () => enter(key, word),
        },
        word === "" ? key : `${key}=${word}`,
      ),
      h(
        "button.x",
        {
          "aria-label": t("Remove {name}", { name: key }),
          onclick: () =>
            form.change([{ op: "remove", path: [...path, key] }], t("removed {what}", { what: key })),
        },
        icon("x", "ic ic-12"),
      ),
    );
  const show = () =>
    replace(
      box,
      Object.entries(value).map(chip),
      h(
        "button.btn.bare.small",
        { dataset: { path: `${pathText(path)}+` }, onclick: () => enter("", "") },
        icon("plus", "ic ic-12"),
        t("Add"),
      ),
    );
  /** @param {string} key @param {string} before */
  const enter = (key, before) => {
    const input = h("input.in.mono", {
      value: key ? `${key}=${before}` : "",
      placeholder: "key=value",
      "aria-label": `${label}: key=value`,
      dataset: { path: `${pathText(path)}+`, entering: "" },
      spellcheck: false,
      autocapitalize: "off",
      autocomplete: "off",
    });
    const typed = () => {
      const [, name, next] = input.value.trim().match(/^([^=]+?)\s*=\s*(.*)$/) ?? [];
      return { name: name ?? input.value.trim(), next: next ?? "" };
    };
    /** @param {boolean} keep */
    const done = (keep) => {
      const { name, next } = typed();
      show();
      if (!keep || !name || (name === key && next === before)) return;
      /** @type {FieldOperation[]} */
      const operations = [{ op: "set", path: [...path, name], value: next }];
      if (key && name !== key) operations.push({ op: "remove", path: [...path, key] });
      form.change(operations, t("set {what} to {value}", { what: name, value: next }));
    };
    let open = true;
    /** @param {boolean} keep */
    const once = (keep) => open && ((open = false), done(keep));
    if (hint)
      input.addEventListener("input", () => {
        const { name, next } = typed();
        const { [key]: _, ...others } = value;
        replace($(".hint", element), hint(name ? { ...others, [name]: next } : others));
      });
    input.addEventListener("blur", () => once(true));
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") once(true);
      if (event.key !== "Escape") return;
      once(false);
      event.stopPropagation();
    });
    replace(
      box,
      withWords(
        input,
        Object.entries(suggestions).flatMap(([name, values]) =>
          values.map((suggestion) => `${name}=${suggestion}`),
        ),
      ),
    );
    input.focus();
    input.select();
  };
  show();
  const element = field(form, path, label, box, hint?.(value));
  return element;
}

/**
 * Words separated by commas.
 * @param {Form} form @param {Path} path @param {string} label
 * @param {{words?: string[], hint?: string}} [options]
 */
export function words(form, path, label, { words: suggestions, hint } = {}) {
  const value = at(form.manifest, path) ?? [];
  const input = h("input.in.mono", {
    value: value.join(", "),
    placeholder: t("not set"),
    spellcheck: false,
    autocapitalize: "off",
    autocomplete: "off",
    onchange: () => {
      const next = input.value
        .split(",")
        .map((line) => line.trim())
        .filter(Boolean);
      if (next.join() !== value.join())
        form.change(
          [next.length ? { op: "set", path, value: next } : { op: "remove", path }],
          t("set {what} to {value}", { what: path.at(-1), value: next.join(", ") }),
        );
    },
  });
  return field(form, path, label, withWords(input, suggestions), hint);
}

/**
 * A field with suggestions has its list next to it.
 * @param {HTMLInputElement} input @param {string[] | undefined} suggestions
 */
function withWords(input, suggestions) {
  if (!suggestions?.length) return input;
  const id = `w${(fieldCount += 1)}`;
  input.setAttribute("list", id);
  return h(
    "div.words",
    input,
    h(
      "datalist",
      { id },
      suggestions.slice(0, 200).map((word) => h("option", { value: word })),
    ),
  );
}

/**
 * A part of a form with a heading and a button that removes it.
 * @param {string} title
 * @param {{note?: string, onRemove?: () => void, removeLabel?: string, more?: Child}} [options]
 * @param {...Child} children
 */
export function section(title, { note, onRemove, removeLabel, more } = {}, ...children) {
  return h(
    "section.sec",
    h(
      "h3",
      title,
      note && h("span.mute", note),
      h("span.grow"),
      more,
      onRemove &&
        h(
          "button.btn.bare.icon",
          { "aria-label": removeLabel, title: removeLabel, onclick: onRemove },
          icon("trash"),
        ),
    ),
    children,
  );
}

/** @param {...Child} children */
export const row = (...children) => h("div.f2", children);
