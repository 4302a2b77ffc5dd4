// Why a version differs from the one before: the changes of Kubernetes that cause it, the pods, both cycles.

import { copyText } from "../../lib/clipboard.js";
import { h, useState } from "../../lib/view.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icon.js";
import { iconButton } from "../../lib/iconButton.js";
import { toast } from "../../lib/toast.js";
import { messageOf, post } from "../../net/api.js";
import { Name } from "../../parts/nameView.js";
import { sources } from "./changes.js";
import { placeOf } from "./lanes.js";
import { kindsAt, shiftOf, shiftsAt, shortName, stepTo } from "./shifts.js";
import { boot, matrix, open, selection } from "./state.js";
import { move } from "./stepping.js";
import { basis, basisSentence, COUNTED, noteOf, ORIGINS, origins, titleOf } from "./words.js";

/** @import { UpgradeMatrix, UpgradeStep } from "../../types/engine.js" */
/** @import { PodShift } from "./shifts.js" */
/** @import { Selection } from "./state.js" */

const LISTED = 60;

export function Detail() {
  const [table, selected] = [matrix.get(), selection.get()];
  return table && selected && detail(table, selected);
}

/** @param {UpgradeMatrix} table @param {Selection} selected */
function detail(table, selected) {
  const step = stepTo(table, selected.version);
  const version = table.versions[selected.version];
  if (!step)
    return h("div.sec", h("p.soft", version.problems[0] ?? t("This is where the comparison starts.")));
  const [before, after] = [table.versions[step.before].release, table.versions[step.after].release];
  const shift = selected.pod ? shiftOf(selected.pod, selected.version) : null;
  return [
    h(
      "div.pane-h",
      h("h2", t("Caused by")),
      h("span.mute.cut", t("{before} → {after}", { before, after })),
      h("span.grow"),
      iconButton("left", t("Previous difference (,)"), () => move(-1)),
      iconButton("right", t("Next difference (.)"), () => move(1)),
    ),
    shift && podSection(shift, { before, after }),
    causes(table, step, shift),
    checked(step, before),
    !shift && podList(table, selected.version, after),
    ciCheck(before, after),
    h(
      "p.sec.mute",
      h("span", { class: `chip ${version.recorded ? "" : "ug-read"}` }, basis(version)),
      " ",
      basisSentence(version),
    ),
  ];
}

/** @param {PodShift} shifted @param {{before: string, after: string}} releases */
function podSection({ pod, stay, shift, before: stayBefore }, { before, after }) {
  return h(
    "div.sec",
    h("h3.ug-name", h(Name, { name: pod.pod })),
    h(
      "table.ug-two",
      h("tbody", [
        h("tr", h("th", before), h("td", placeOf(stayBefore))),
        h("tr.hot", h("th", after), h("td", placeOf(stay))),
      ]),
    ),
    h("p.soft", originSentence(shift.origin, before)),
    shift.together && h("p.soft", t("No single change causes it: several act together.")),
    h("div.row.ug-actions", h(OpenBoth, { before, after, pod: pod.pod, attempt: shift.attempt ?? 1 })),
  );
}

/** @param {PodShift["shift"]["origin"]} origin @param {string} before */
const originSentence = (origin, before) =>
  ({
    decides: t("Direct effect: in the same cluster as under {version}, its cycle has a different result.", {
      version: before,
    }),
    queued: t("The queue attempts it at a different time, so the cluster is different."),
    follows: t(
      "Consequence: in the same cluster its cycle has the same result, but earlier pods went elsewhere.",
    ),
  })[origin];

/** @param {UpgradeMatrix} table @param {UpgradeStep} step @param {PodShift | null} shifted */
function causes(table, step, shifted) {
  const names = shifted ? shifted.shift.causes : step.causes;
  const listed = table.changes.filter((change) => names.includes(change.name));
  if (!listed.length && !kindsAt(step).length) return h("p.sec.soft", t("No pod moves."));
  if (!listed.length) return h("p.sec.soft", t("No known change explains this."));
  return listed.map((change) =>
    h(
      "div.sec",
      h("p.ug-title", titleOf(change)),
      h("p.row.ug-chips", sources(change)),
      change.note && h("p.soft", noteOf(change)),
    ),
  );
}

/** What switching the causes off showed. @param {UpgradeStep} step @param {string} before */
function checked(step, before) {
  if (!kindsAt(step).length) return others(step);
  const text = step.switched_off
    ? step.causes.length > 1
      ? t("With these changes switched off, all pods land as in {version}.", { version: before })
      : t("With this one change switched off, all pods land as in {version}.", { version: before })
    : t("Switching changes off does not remove every difference.");
  return h(
    "div.sec",
    h(
      "p.row.ug-check",
      icon(step.switched_off ? "pass" : "warn", step.switched_off ? "g g-pass" : "ic"),
      h("span", text),
    ),
    others(step),
    step.net < step.moved &&
      h(
        "p.mute",
        tn(
          "Counted by workload and node, {n} pod is elsewhere.",
          "Counted by workload and node, {n} pods are elsewhere.",
          step.net,
        ),
      ),
  );
}

/** @param {UpgradeStep} step */
const others = (step) =>
  step.others > 0 &&
  h(
    "p.mute.ug-others",
    tn(
      "{n} other change between these versions moves no pod here.",
      "{n} other changes between these versions move no pod here.",
      step.others,
    ),
  );

/** @param {UpgradeMatrix} table @param {number} version @param {string} release */
function podList(table, version, release) {
  const shifts = shiftsAt(table, version);
  const step = stepTo(table, version);
  if (!shifts.length || !step) return null;
  return h(
    "div.sec",
    h(
      "h3",
      kindsAt(step)
        .map(({ kind, count }) => COUNTED[kind](count))
        .join(", "),
      h("span.mute", origins(step)),
    ),
    h(
      "ul.ug-pods",
      shifts.slice(0, LISTED).map((shifted) => podRow(shifted, release)),
    ),
    shifts.length > LISTED && h("p.mute", t("and {n} more", { n: shifts.length - LISTED })),
  );
}

/** @param {PodShift} shifted @param {string} release */
const podRow = ({ pod, stay, before, shift }, release) =>
  h(
    "li",
    h(
      "button",
      { title: ORIGINS[shift.origin], onclick: () => open(release, pod.pod) },
      h("i", { class: `ug-bar ${shift.origin === "follows" ? "fol" : "dir"}` }),
      h(Name, { name: shortName(pod.pod), title: pod.pod }),
      h("span.mute.row", placeOf(before), "→", placeOf(stay)),
    ),
  );

/** The expectation that fails if this version moves a pod. @param {string} before @param {string} after */
function ciCheck(before, after) {
  const text = `expect:\n- {samePlacement: {from: "${before}", to: "${after}"}}`;
  return h(
    "details.sec",
    h("summary", t("Make it a CI check")),
    h("pre.ug-code.mono", text),
    h("button.btn", { onclick: () => copyText(text, t("The expectation")) }, icon("copy"), t("Copy")),
  );
}

/**
 * Opens both runs beside each other, at the pod. They are made if they do not exist.
 * @param {{before: string, after: string, pod: string, attempt: number}} props
 */
function OpenBoth({ before, after, pod, attempt }) {
  const [disabled, setDisabled] = useState(false);
  const onclick = async () => {
    setDisabled(true);
    try {
      const [a, b] = await Promise.all([before, after].map(snapshotUnder));
      const query = new URLSearchParams({ pod, ...(attempt > 1 ? { attempt: String(attempt) } : {}) });
      location.assign(`/x/${a}..${b}/?${query}`);
    } catch (error) {
      setDisabled(false);
      toast(messageOf(error));
    }
  };
  return h("button.btn.primary", { disabled, onclick }, icon("diff"), t("Open both cycles"));
}

/** The link of the same content under a version. @param {string} release @returns {Promise<string>} */
async function snapshotUnder(release) {
  const { snapshot } = boot;
  if (snapshot.kubernetes_version === release) return snapshot.id;
  const body = { kubernetes_version: release, seed: snapshot.seed };
  return (await post(`/snapshots/${snapshot.id}/variants`, body)).snapshot;
}
