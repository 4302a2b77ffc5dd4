// From here into a run: the moment becomes a snapshot, a link like any other, and a page of it opens.

import { t } from "../../lib/i18n.js";
import { showMenu } from "../../lib/menu.js";
import { toast } from "../../lib/toast.js";
import { ApiError, messageOf, post } from "../../net/api.js";
import { boot, url } from "./state.js";

/** @import { LiveDecision, PodGroup } from "../../types/engine.js" */
/** @import { Entry } from "../../lib/menu.js" */
/** @import { LiveOpenedOut } from "../../types/api.js" */

/** Kinds that can be rolled out. */
const ROLLED_OUT = ["Deployment", "StatefulSet", "DaemonSet"];

/**
 * Opens a page of a moment: that before a decision, or the one that is looked at.
 * @param {number | null} decision
 * @param {(opened: LiveOpenedOut) => string} [page] its address; without it the walk, or the answer
 * @param {string} [time] of the moment, where that is not the one that is looked at
 */
export async function open(decision, page = ({ address }) => address, time = url.state.get().at) {
  document.body.setAttribute("aria-busy", "true");
  try {
    const at = decision === null ? (time ?? null) : null;
    location.assign(page(await post(`/live/${boot.id}/open`, { decision, at })));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toast(messageOf(error));
  } finally {
    document.body.removeAttribute("aria-busy");
  }
}

/** @param {string} below @param {Record<string, string>} [query] */
const pageOf =
  (below, query) =>
  /** @param {LiveOpenedOut} opened */
  ({ snapshot }) =>
    `/x/${snapshot}/${below}${query ? `?${new URLSearchParams(query)}` : ""}`;

/** Plays steps from the moment on. @param {Record<string, unknown>[]} steps */
export const play = (steps) => open(null, pageOf("day-two/", { steps: JSON.stringify(steps) }));

/**
 * Why a workload waits, or was admitted, by the queues of a moment.
 * @param {string} workload @param {string} [at]
 */
export const openWorkload = (workload, at) => open(null, pageOf("answer/", { workload }), at);

/** What it would take to place the pod of a decision. @param {number} decision @param {string} pod */
export const repair = (decision, pod) => open(decision, pageOf("repairs/", { pod }));

/** What to ask of a moment. @returns {Entry[]} */
export const aheadEntries = () => [
  { label: t("Why each pod waits"), icon: "list", run: () => open(null, pageOf("answer/")) },
  { label: t("Does a manifest fit?"), icon: "box", run: () => open(null, pageOf("repairs/more/")) },
  { label: t("What happens next"), icon: "play", run: () => open(null, pageOf("day-two/")) },
  { label: t("Would it always happen?"), icon: "grid", run: () => open(null, pageOf("sweeps/")) },
];

/** The query of the moment that is looked at. */
const moment = () => {
  const { at } = url.state.get();
  return at ? `?${new URLSearchParams({ at })}` : "";
};

/** The page of the cluster, at the moment that is looked at. */
export const clusterAddress = () => `/live/${boot.id}/${moment()}`;

/** Shows a node. @param {string} node */
export const showNode = (node) =>
  location.assign(`/live/${boot.id}/nodes/${encodeURIComponent(node)}/${moment()}`);

/** @param {string} node @returns {Entry[]} */
export const nodeEntries = (node) => [
  ...(node === boot.node
    ? []
    : [{ label: t("Show {node}", { node }), icon: "arrow", run: () => showNode(node) }]),
  { label: t("Drain {node} now", { node }), icon: "play", run: () => play([{ drain: node }]) },
  { label: t("Lose {node} now", { node }), icon: "warn", run: () => play([{ lose: node }]) },
];

/** @param {PodGroup} workload @returns {Entry[]} */
const workloadEntries = ({ kind, namespace, name }) =>
  ROLLED_OUT.includes(kind)
    ? [
        {
          label: t("Roll out {workload} now", { workload: name }),
          icon: "retry",
          run: () => play([{ rollout: `${kind} ${namespace}/${name}` }]),
        },
      ]
    : [];

/** What to do with a decision. @param {HTMLElement} button @param {LiveDecision} decision */
export function decisionMenu(button, { number, pod, node, outcome, workload }) {
  showMenu(
    button,
    [
      { label: t("Open in the walk"), icon: "arrow", run: () => open(number) },
      ...(outcome === "failed"
        ? [{ label: t("What would it take"), icon: "check", run: () => repair(number, pod) }]
        : []),
      ...workloadEntries(workload),
      ...(node ? nodeEntries(node) : []),
    ],
    { title: pod },
  );
}
