// The Kubernetes version whose scheduler the next run follows: chosen beside Run, stored in the address.
// Without a choice it is that of the last run, of the nodes' kubelets, or the default.

import { computed, effect } from "../../../lib/atoms.js";
import { h } from "../../../lib/dom.js";
import { t, tn } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { boot, scenario, url } from "../core/state.js";

const { offered, default: usual, read } = boot.versions;

/** What the nodes' kubelets say of the version. */
const kubelets = computed(
  [scenario],
  (draft) => (draft?.summary ?? boot.snapshot?.summary)?.kubelets ?? null,
);

/** The version that was chosen, or that of the last run. */
const chosen = computed([url.state], (params) =>
  offered.includes(params.version) ? params.version : (boot.run?.kubernetes_version ?? null),
);

const version = computed([chosen, kubelets], (now, suggested) => now ?? suggested?.release ?? usual);

/** The options of the next run: without a choice the server takes what the kubelets say. */
export const runOptions = () => ({ kubernetes_version: chosen.get() });

/** @returns {HTMLElement} */
export function versionChoice() {
  const select = h("select", {
    "aria-label": t("Kubernetes version"),
    onchange: () => url.write({ version: select.value }),
  });
  const label = h("span");
  effect([version, kubelets], (now) => {
    select.replaceChildren(...offered.map((offer) => h("option", { value: offer }, choiceLabel(offer))));
    select.value = now;
    label.textContent = `v${now}`;
  });
  return h("label.sel.over", { title: t("Kubernetes version of the next run") }, label, icon("down"), select);
}

/** @param {string} release */
function choiceLabel(release) {
  if (kubelets.get()?.release === release) return t("{version} (kubelets)", { version: release });
  if (release === usual) return t("{version} (default)", { version: release });
  return versionLabel(release);
}

/** A release with a mark if its scheduler was not recorded. @param {string} release */
export const versionLabel = (release) =>
  release.endsWith("+fair-ties")
    ? t("{version}, as if equal nodes were drawn", { version: releaseOf(release) })
    : read.includes(release)
      ? t("{version} (from release notes)", { version: release })
      : release;

/** "1.34" of "v1.34.1" @param {string} name */
const releaseOf = (name) => name.replace(/^v?(\d+\.\d+).*$/, "$1");

/** Whether a run followed another version than it would without a choice. @param {string} name "v1.34.1" */
export const isUnusual = (name) =>
  name.includes("+") || releaseOf(name) !== (kubelets.get()?.release ?? usual);

/** Whether the real scheduler of that version was recorded. @param {string} name "v1.34.1" */
export const isRecorded = (name) => !read.includes(releaseOf(name));

/** Why a run followed this version. @param {string} name */
export function whyVersion(name) {
  const release = releaseOf(name);
  const suggested = kubelets.get();
  const why =
    suggested?.release === release
      ? tn(
          "{name}, from the kubelet of {n} node",
          "{name}, from the kubelets of {n} nodes",
          suggested.nodes,
          { name },
        )
      : release === usual && !suggested
        ? t("{name}, the default", { name })
        : t("{name}, chosen for this run", { name });
  return read.includes(release)
    ? t("{why}; from release notes, not checked against the real scheduler", { why })
    : why;
}
