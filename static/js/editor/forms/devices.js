// Forms of devices: classes, slices, claims and their templates, and the claims of pods and containers.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { attributesOf, domainsOf } from "../document/expressions.js";
import { at, choice, number, pathText, row, section, select, text } from "./fields.js";
import { addButton, items, sectionEach } from "./lists.js";

/** @import { Child } from "../../lib/dom.js" */
/** @import { Manifest } from "../document/model.js" */
/** @import { Form, Path } from "./fields.js" */

/** @param {Form} form @param {string} kind the options to name one of a kind, "" first */
const named = (form, kind) => [
  { value: "", label: t("none") },
  ...form.entries.filter((entry) => entry.kind === kind).map(({ name }) => ({ value: name })),
];
/** @param {Form} form @param {Path} owner that of a class or request */
function selectors(form, owner) {
  const path = [...owner, "selectors"];
  const [driver] = domainsOf(form.devices);
  const first = { cel: { expression: `device.driver == '${driver ?? "gpu.example.com"}'` } };
  return [
    ...items(form, path).map((_, index) =>
      text(form, [...path, index, "cel", "expression"], t("Selector {n}", { n: index + 1 }), {
        required: true,
      }),
    ),
    addButton(form, t("Selector"), path, first),
  ];
}

/** @param {Form} form @param {Child[]} head @returns {Child[]} */
export const deviceClass = (form, head) => [
  section(
    "DeviceClass",
    {},
    head,
    text(form, ["spec", "extendedResourceName"], t("Extended resource"), { placeholder: t("none") }),
    selectors(form, ["spec"]),
  ),
];

/** @param {Form} form @param {Child[]} head @returns {Child[]} */
export function resourceSlice(form, head) {
  const path = ["spec", "devices"];
  const devices = items(form, path);
  return [
    section(
      "ResourceSlice",
      {},
      head,
      row(
        text(form, ["spec", "driver"], t("Driver"), { words: domainsOf(form.devices), required: true }),
        select(form, ["spec", "nodeName"], t("Node"), named(form, "Node")),
      ),
      row(
        text(form, ["spec", "pool", "name"], t("Pool"), { required: true }),
        number(form, ["spec", "pool", "resourceSliceCount"], t("Slices of the pool"), { min: 1 }),
      ),
    ),
    section(
      t("Devices"),
      { note: String(devices.length) },
      devices.map((_, index) => text(form, [...path, index, "name"], t("Device {n}", { n: index + 1 }))),
      addButton(form, t("Device"), path, { ...devices.at(-1), name: `device-${devices.length}` }),
    ),
  ];
}

/** @param {Form} form @param {Path} path of a request with its class, or of an alternative */
function requested(form, path) {
  const all = at(form.manifest, [...path, "allocationMode"]) === "All";
  return [
    select(form, [...path, "deviceClassName"], t("Device class"), named(form, "DeviceClass").slice(1)),
    row(
      choice(form, [...path, "allocationMode"], t("Allocation mode"), ["ExactCount", "All"], "ExactCount"),
      !all && number(form, [...path, "count"], t("Devices"), { min: 1, placeholder: "1" }),
    ),
    ...selectors(form, path),
  ];
}

/** @param {Form} form @param {Path} path @param {Manifest} request as v1 and v1beta1 write it */
function choices(form, path, request) {
  /** @type {Manifest[] | undefined} */
  const alternatives = request?.firstAvailable;
  if (!alternatives) return requested(form, request?.exactly ? [...path, "exactly"] : path);
  return alternatives.flatMap((_, index) => {
    const here = [...path, "firstAvailable", index];
    return [
      text(form, [...here, "name"], t("Alternative {n}", { n: index + 1 }), { required: true }),
      ...requested(form, here),
    ];
  });
}

/** @param {Form} form @param {Child[]} head @param {Path} spec that of the claim @returns {Child[]} */
export function resourceClaim(form, head, spec) {
  const requests = [...spec, "devices", "requests"];
  const constraints = [...spec, "devices", "constraints"];
  const [first] = named(form, "DeviceClass").slice(1);
  const attributes = attributesOf(form.devices);
  return [
    section(form.manifest.kind, {}, head),
    ...sectionEach(
      form,
      requests,
      (n) => t("Request {n}", { n }),
      (here, request) => [
        text(form, [...here, "name"], t("Name of the request"), { required: true }),
        choices(form, here, request),
      ],
    ),
    ...sectionEach(
      form,
      constraints,
      (n) => t("Device constraint {n}", { n }),
      (here, constraint) => {
        const key = constraint?.distinctAttribute === undefined ? "matchAttribute" : "distinctAttribute";
        return text(form, [...here, key], key, { words: attributes, required: true });
      },
    ),
    h(
      "section.sec.addr",
      addButton(form, t("Request"), requests, {
        name: `request-${items(form, requests).length}`,
        exactly: { deviceClassName: first?.value ?? "gpu" },
      }),
      addButton(form, t("Device constraint"), constraints, {
        matchAttribute: attributes[0] ?? "resource.kubernetes.io/pcieRoot",
      }),
    ),
  ];
}

/** The claims of a pod. @param {Form} form @param {Path} spec that of the pod */
export function podClaims(form, spec) {
  const path = [...spec, "resourceClaims"];
  const templates = named(form, "ResourceClaimTemplate");
  const listed = sectionEach(
    form,
    path,
    (n) => t("Resource claim {n}", { n }),
    (here, entry) =>
      row(
        text(form, [...here, "name"], t("Name in the pod"), { required: true }),
        entry?.resourceClaimName === undefined
          ? select(form, [...here, "resourceClaimTemplateName"], t("Template"), templates)
          : select(form, [...here, "resourceClaimName"], t("Claim"), named(form, "ResourceClaim")),
      ),
  );
  if (!listed.length && templates.length === 1) return [];
  const next = { name: `claim-${listed.length}`, resourceClaimTemplateName: templates.at(-1)?.value ?? "" };
  return [...listed, h("section.sec.addr", addButton(form, t("Resource claim"), path, next))];
}

/** Which claims of the pod a container uses. @param {Form} form @param {Path} spec @param {Path} container */
export function containerClaims(form, spec, container) {
  const path = [...container, "resources", "claims"];
  const used = items(form, path).map((entry) => entry?.name);
  return items(form, [...spec, "resourceClaims"]).map(({ name }) => {
    const index = used.indexOf(name);
    return h(
      "button.switch",
      {
        role: "switch",
        "aria-checked": String(index >= 0),
        dataset: { path: `${pathText(path)}=${name}` },
        onclick: () =>
          index < 0
            ? form.change([{ op: "add", path, value: { name } }], t("added {name}", { name }))
            : form.change([{ op: "remove", path: [...path, index] }], t("removed {what}", { what: name })),
      },
      t("Uses the claim {name}", { name }),
      h("i"),
    );
  });
}
