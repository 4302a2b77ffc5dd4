// The Kubernetes version whose scheduler the next run follows: chosen beside Run, stored in the address.
// Without a choice it is that of the last run, of the nodes' kubelets, or the default.

import { computed, effect } from "../../../lib/atoms.js";
import { h } from "../../../lib/dom.js";
import { t, tn } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import * as versions from "../../../model/versions.js";
import { boot, log, scenario, url } from "../core/state.js";

const { default: usual, planned } = boot.versions;

/** What the nodes' kubelets say of the version. */
const kubelets = computed(() => (scenario.get()?.summary ?? boot.snapshot?.summary)?.kubelets ?? null);

/** The version that was chosen, or that of the last run. */
const chosen = computed(() => {
  const params = url.state.get();
  return versions.isFollowed(boot.versions, params.version)
    ? params.version
    : (boot.run?.kubernetes_version ?? null);
});

const version = computed(() => chosen.get() ?? kubelets.get()?.release ?? usual);

/** The options of the next run: without a choice the server takes what the kubelets say. */
export const runOptions = () => ({ kubernetes_version: chosen.get() });

/** @returns {HTMLElement} */
export function versionChoice() {
  const select = h("select", {
    "aria-label": t("Kubernetes version"),
    onchange: () => url.write({ version: select.value }),
  });
  const label = h("span");
  effect(() => {
    const now = version.get();
    const releases = versions.offeredWith(boot.versions, [now, kubelets.get()?.release ?? now]);
    select.replaceChildren(...releases.map((offer) => h("option", { value: offer }, choiceLabel(offer))));
    select.value = now;
    label.textContent = `v${versions.patchOf(boot.versions, now)}`;
  });
  return h("label.sel.over", { title: t("Kubernetes version of the next run") }, label, icon("down"), select);
}

/** @param {string} release */
function choiceLabel(release) {
  const words = { version: versions.patchOf(boot.versions, release) };
  if (kubelets.get()?.release === release) return t("{version} (kubelets)", words);
  if (release === usual) return t("{version} (default)", words);
  return versionLabel(release);
}

/** A release by its patch release, with a mark if its scheduler was not recorded. @param {string} release */
export function versionLabel(release) {
  const [plain, drawn] = release.split("+fair-ties");
  const patch = versions.patchOf(boot.versions, plain);
  if (drawn !== undefined) return t("{version}, with random ties", { version: patch });
  if (planned.includes(release)) return t("{version} (planned)", { version: patch });
  return versions.isRecorded(boot.versions, release)
    ? patch
    : t("{version} (from release notes)", { version: patch });
}

/** @param {string} name "v1.34.1" */
const releaseOf = (name) => versions.releaseOf(boot.versions, name);

/** The release that the run on the page follows, as its log says; "" before there is one. */
export const releaseOfRun = computed(() => {
  const { started } = log.get();
  return started ? releaseOf(started.kubernetes_version) : (boot.run?.kubernetes_version ?? "");
});

/** Whether a run followed another version than it would without a choice. @param {string} name "v1.34.1" */
export const isUnusual = (name) => releaseOf(name) !== (kubelets.get()?.release ?? usual);

/** Whether the real scheduler of that version was recorded. @param {string} name "v1.34.1" */
export const isRecorded = (name) => versions.isRecorded(boot.versions, releaseOf(name));

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
  if (planned.includes(release))
    return t("{why}; not released yet: from its plans and alpha releases", { why });
  return isRecorded(name)
    ? why
    : t("{why}; from release notes, not checked against the real scheduler", { why });
}
