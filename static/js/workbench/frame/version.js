// The Kubernetes version whose scheduler the next run follows: chosen beside Run, stored in the address.

import { computed, effect } from "../../lib/atoms.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { boot, url } from "../core/state.js";

const { offered, default: usual } = boot.versions;

/** The chosen version; at first that of the last run. */
const version = computed([url.state], (params) =>
  offered.includes(params.version) ? params.version : (boot.run?.kubernetes_version ?? usual),
);

/** The options of the next run. */
export const runOptions = () => ({ kubernetes_version: version.get() });

/** @returns {HTMLElement} */
export function versionChoice() {
  const select = h(
    "select",
    { "aria-label": t("Kubernetes version"), onchange: () => url.write({ version: select.value }) },
    offered.map((each) =>
      h("option", { value: each }, each === usual ? t("{version} (default)", { version: each }) : each),
    ),
  );
  const label = h("span", null);
  effect([version], (now) => {
    select.value = now;
    label.textContent = `v${now}`;
  });
  return h(
    "label",
    { class: "sel over", title: t("Kubernetes version of the next run") },
    label,
    icon("down"),
    select,
  );
}

/** Whether a run followed another version than the usual one. @param {string} name "v1.34.1" */
export const isUnusual = (name) => !name.startsWith(`v${usual}.`);
