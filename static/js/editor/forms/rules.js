// The rules of a pod's spec: spreading, affinity, tolerations. A form for each, the same for pods and pod
// templates.

import { $$, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { at, choice, field, number, pairs, row, section, select, text, words } from "./fields.js";
import { addButton, items, removal, removeButton, sectionEach } from "./lists.js";
import { matchHint } from "./matching.js";
import { CONSTRAINT, EXPRESSION, POD_TERM, TOLERATION } from "./templates.js";

/** @import { Manifest } from "../document/model.js" */
/** @import { Form, FieldOperation, Path } from "./fields.js" */

const REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
const NODE_OPERATORS = ["In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"];
export const EFFECTS = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

/** @param {Form} form @param {Path} spec the path of the pod's spec */
export function rules(form, spec) {
  return [
    ...constraints(form, [...spec, "topologySpreadConstraints"]),
    nodeSelector(form, [...spec, "nodeSelector"]),
    ...nodeTerms(form, [...spec, "affinity", "nodeAffinity"]),
    ...podTerms(form, [...spec, "affinity", "podAffinity"], t("Pod affinity")),
    ...podTerms(form, [...spec, "affinity", "podAntiAffinity"], t("Pod anti-affinity")),
    ...tolerations(form, [...spec, "tolerations"]),
    addRules(form, spec),
  ];
}

/** @param {Form} form */
const nodeKeys = (form) => Object.keys(form.labels.Node ?? {});
/** @param {Form} form */
const podLabels = (form) => form.labels.Pod ?? {};

/** @param {Form} form @param {Path} path */
const constraints = (form, path) =>
  sectionEach(
    form,
    path,
    (n) => t("Spread constraint {n}", { n }),
    (here) => [
      row(
        text(form, [...here, "topologyKey"], t("Topology key"), { words: nodeKeys(form), required: true }),
        number(form, [...here, "maxSkew"], t("Max skew"), { min: 1 }),
      ),
      h(
        "div.f2.w",
        choice(form, [...here, "whenUnsatisfiable"], t("When unsatisfiable"), [
          "DoNotSchedule",
          "ScheduleAnyway",
        ]),
        number(form, [...here, "minDomains"], t("Min domains"), { min: 1 }),
      ),
      row(
        choice(
          form,
          [...here, "nodeAffinityPolicy"],
          t("Node affinity policy"),
          ["Honor", "Ignore"],
          "Honor",
        ),
        choice(form, [...here, "nodeTaintsPolicy"], t("Node taints policy"), ["Honor", "Ignore"], "Ignore"),
      ),
      ...labelSelector(form, [...here, "labelSelector"], t("Counts pods with")),
      words(form, [...here, "matchLabelKeys"], "matchLabelKeys", { words: Object.keys(podLabels(form)) }),
    ],
  );

/**
 * A label selector: pairs as chips, expressions below.
 * @param {Form} form @param {Path} path @param {string} label @param {{everywhere?: boolean}} [options]
 */
function labelSelector(form, path, label, options) {
  const selector = at(form.manifest, path);
  return [
    pairs(form, [...path, "matchLabels"], label, {
      words: podLabels(form),
      hint: (matchLabels) => matchHint(form, withLabels(selector, matchLabels), options),
    }),
    ...expressions(form, [...path, "matchExpressions"], podLabels(form), NODE_OPERATORS.slice(0, 4), false),
  ];
}

/** The selector with these labels; none stays none. @param {Manifest} selector @param {object} matchLabels */
const withLabels = (selector, matchLabels) =>
  selector === undefined && Object.keys(matchLabels).length === 0 ? undefined : { ...selector, matchLabels };

/** @param {Form} form @param {Path} path */
const nodeSelector = (form, path) =>
  at(form.manifest, path) &&
  section(
    t("Node selector"),
    removal(form, path, t("Node selector")),
    pairs(form, path, t("Only nodes with"), { words: form.labels.Node }),
  );

/** @param {Form} form @param {Path} path */
function nodeTerms(form, path) {
  const required = [...path, REQUIRED, "nodeSelectorTerms"];
  const count = items(form, required).length;
  return [
    ...sectionEach(
      form,
      required,
      (n) => t("Node affinity {n}", { n }),
      (here) => nodeTerm(form, here),
      count > 1 ? t("required, one of {n}", { n: count }) : t("required"),
    ),
    ...sectionEach(
      form,
      [...path, PREFERRED],
      (n) => t("Node preference {n}", { n }),
      (here) => [
        number(form, [...here, "weight"], t("Weight"), { min: 1 }),
        nodeTerm(form, [...here, "preference"]),
      ],
    ),
  ];
}

/** @param {Form} form @param {Path} path */
const nodeTerm = (form, path) => [
  expressions(form, [...path, "matchExpressions"], form.labels.Node ?? {}, NODE_OPERATORS, true),
  expressions(
    form,
    [...path, "matchFields"],
    { "metadata.name": form.entries.filter(({ kind }) => kind === "Node").map(({ name }) => name) },
    ["In", "NotIn"],
    false,
  ),
];

/**
 * @param {Form} form @param {Path} path @param {Record<string, string[]>} valuesByKey values by key
 * @param {string[]} operators @param {boolean} addable
 */
function expressions(form, path, valuesByKey, operators, addable) {
  const listed = items(form, path).map((clause, index) => {
    const here = [...path, index];
    const valued = !["Exists", "DoesNotExist"].includes(clause?.operator);
    return h(
      "div.expr",
      text(form, [...here, "key"], t("Key"), { words: Object.keys(valuesByKey), required: true }),
      operatorOf(form, here, operators),
      valued && words(form, [...here, "values"], t("Values"), { words: valuesByKey[clause?.key] }),
      removeButton(form, here, clause?.key),
    );
  });
  const add =
    addable &&
    addButton(
      form,
      t("Expression"),
      path,
      EXPRESSION(Object.keys(valuesByKey)[0] ?? "example.com/key"),
      "matchExpressions",
    );
  return [...listed, add].filter(Boolean);
}

/**
 * The operator of an expression; one without values removes them when chosen.
 * @param {Form} form @param {Path} path @param {string[]} operators
 */
function operatorOf(form, path, operators) {
  const value = at(form.manifest, [...path, "operator"]) ?? "";
  const input = h(
    "select.in",
    {
      onchange: () => {
        /** @type {FieldOperation[]} */
        const operations = [{ op: "set", path: [...path, "operator"], value: input.value }];
        const valued = !["Exists", "DoesNotExist"].includes(input.value);
        if (!valued) operations.push({ op: "remove", path: [...path, "values"] });
        else if (!at(form.manifest, [...path, "values"])?.length)
          operations.push({
            op: "set",
            path: [...path, "values"],
            value: [["Gt", "Lt"].includes(input.value) ? "0" : "value"],
          });
        form.change(operations, t("set {what} to {value}", { what: "operator", value: input.value }));
      },
    },
    operators.map((operator) => h("option", { value: operator }, operator)),
  );
  input.value = value;
  return field(form, [...path, "operator"], t("Operator"), input);
}

/** @param {Form} form @param {Path} path @param {string} title */
function podTerms(form, path, title) {
  /** @param {string} list @param {Path} inner @param {string} note */
  const terms = (list, inner, note) =>
    sectionEach(
      form,
      [...path, list],
      (n) => `${title} ${n}`,
      (here) => {
        const term = [...here, ...inner];
        return [
          row(
            text(form, [...term, "topologyKey"], t("Topology key"), {
              words: nodeKeys(form),
              required: true,
            }),
            list === PREFERRED
              ? number(form, [...here, "weight"], t("Weight"), { min: 1 })
              : words(form, [...term, "namespaces"], t("Namespaces")),
          ),
          ...labelSelector(form, [...term, "labelSelector"], t("Pods with"), {
            everywhere: ["namespaces", "namespaceSelector"].some((key) => at(form.manifest, [...term, key])),
          }),
        ];
      },
      note,
    );
  return [...terms(REQUIRED, [], t("required")), ...terms(PREFERRED, ["podAffinityTerm"], t("preferred"))];
}

/** @param {Form} form @param {Path} path */
const tolerations = (form, path) =>
  sectionEach(
    form,
    path,
    (n) => t("Toleration {n}", { n }),
    (here, toleration) => [
      row(
        text(form, [...here, "key"], t("Key"), { placeholder: t("every key") }),
        toleranceOf(form, here, toleration),
      ),
      row(
        toleration?.operator !== "Exists" && text(form, [...here, "value"], t("Value")),
        select(form, [...here, "effect"], t("Effect"), [
          { value: "", label: t("every effect") },
          ...EFFECTS.map((value) => ({ value })),
        ]),
      ),
    ],
  );

/** @param {Form} form @param {Path} path @param {Manifest} toleration */
function toleranceOf(form, path, toleration) {
  const control = choice(form, [...path, "operator"], t("Operator"), ["Equal", "Exists"], "Equal");
  if (toleration?.value === undefined) return control;
  const [exists] = $$(`[data-path$="=Exists"]`, control);
  exists.addEventListener(
    "click",
    (event) => {
      event.stopImmediatePropagation();
      form.change(
        [
          { op: "set", path: [...path, "operator"], value: "Exists" },
          { op: "remove", path: [...path, "value"] },
        ],
        t("set {what} to {value}", { what: "operator", value: "Exists" }),
      );
    },
    { capture: true },
  );
  return control;
}

/** @param {Form} form @param {Path} spec */
function addRules(form, spec) {
  const own = at(form.manifest, [...spec.slice(0, -1), "metadata", "labels"]) ?? {};
  /** @param {string} label @param {Path} path @param {unknown} value @param {"add" | "set"} [op] */
  const add = (label, path, value, op = "add") =>
    h(
      "button.btn",
      {
        onclick: () =>
          form.change([{ op, path: [...spec, ...path], value }], t("added {name}", { name: label })),
      },
      icon("plus"),
      label,
    );
  const [first] = nodeKeys(form).filter((key) => key !== "kubernetes.io/hostname");
  const constraint = {
    ...CONSTRAINT(own),
    ...(first && !nodeKeys(form).includes("topology.kubernetes.io/zone") ? { topologyKey: first } : {}),
  };
  return h(
    "section.sec.addr",
    add(t("Constraint"), ["topologySpreadConstraints"], constraint),
    add(t("Node affinity"), ["affinity", "nodeAffinity", REQUIRED, "nodeSelectorTerms"], {
      matchExpressions: [EXPRESSION(first ?? "kubernetes.io/hostname")],
    }),
    add(t("Node preference"), ["affinity", "nodeAffinity", PREFERRED], {
      weight: 50,
      preference: { matchExpressions: [EXPRESSION(first ?? "kubernetes.io/hostname")] },
    }),
    add(t("Pod affinity"), ["affinity", "podAffinity", REQUIRED], POD_TERM(own)),
    add(t("Pod anti-affinity"), ["affinity", "podAntiAffinity", REQUIRED], POD_TERM(own)),
    add(t("Toleration"), ["tolerations"], TOLERATION),
    !at(form.manifest, [...spec, "nodeSelector"]) &&
      first &&
      add(t("Node selector"), ["nodeSelector", first], form.labels.Node[first][0] ?? "", "set"),
  );
}
