// Every atom of the workbench, with what it means. Views follow them; actions.js is where they change.

import { atom, computed } from "../../../lib/atoms.js";
import { bootData } from "../../../lib/dom.js";
import { urlState } from "../../../lib/urlstate.js";
import { emptyLog } from "../../../model/log.js";
import { groupingKeys } from "../../../model/nodegroups.js";
import { lacksPod, resolve } from "../../../model/pointer.js";
import { LEVELS, USUAL_LEVEL } from "../../../model/steps.js";

export const MOST_PINS = 6;

/** @import { RunOut, RunStartedOut, ScenarioOut, SnapshotOut } from "../../../types/api.js" */
/** @import { Explanation } from "../../../types/engine.js" */
/** @import { CycleView } from "../../../model/cycleview.js" */
/** @import { Source } from "../../../lib/atoms.js" */
/** @import { PointId } from "../../../model/points.js" */
/** @import { Cluster } from "../../../model/cluster.js" */
/** @import { Link } from "../../../plugins/descriptor.js" */
/** @import { OfferedVersions } from "../../../model/versions.js" */
/** @import { StreamState } from "../../../net/stream.js" */

/**
 * @typedef {object} Boot
 * @property {"draft" | "snapshot"} kind
 * @property {ScenarioOut | null} scenario
 * @property {SnapshotOut | null} snapshot
 * @property {RunOut | null} run
 * @property {OfferedVersions} versions of Kubernetes
 * @property {string} [still] the address of the page that this one is a picture of
 */

/** What the server knew when it made the page. @type {Boot} */
export const boot = /** @type {Boot | null} */ (bootData()) ?? {
  kind: "snapshot",
  scenario: null,
  snapshot: null,
  run: null,
  versions: { offered: [], default: "", names: {}, read: [], planned: [] },
};

/**
 * The address: pod, attempt, point, plugin, node, part of the whole run, level of the steps, pinned nodes,
 * open facts of Why, weight overrides, grouping; of a draft the version of its next run.
 */
export const url = urlState(
  ["pod", "attempt", "point", "plugin", "node", "show", "level", "pin", "why", "weights", "group", "version"],
  boot.still ?? null,
);

/** The snapshot of a page that has one. */
export function theSnapshot() {
  if (!boot.snapshot) throw new Error("this page is a draft's");
  return boot.snapshot;
}

/** @typedef {RunStartedOut & Partial<RunOut>} Run one that was just started has few fields */

/** The current run, or null. */
export const run = atom(/** @type {Run | null} */ (boot.run));

/** The snapshot of the run that the page showed before this one, if the draft ran here; else null. */
export const runBefore = atom(/** @type {string | null} */ (null));

/** The current run, where there must be one. */
export function theRun() {
  const current = run.get();
  if (!current) throw new Error("there is no current run");
  return current;
}

/** The draft, as last saved; null on a snapshot's page. */
export const scenario = atom(boot.scenario);

/** The draft, on a page that has one. */
export function theScenario() {
  const draft = scenario.get();
  if (!draft) throw new Error("this page is a snapshot's");
  return draft;
}

/** The log so far. */
export const log = atom(emptyLog());

/** How the log arrives: "idle", or the stream's own state. */
export const streaming = atom(/** @type {StreamState | "idle"} */ ("idle"));

/** The cluster before the first cycle, or null. */
export const cluster = atom(/** @type {Cluster | null} */ (null));

/** The cluster, where there must be one. */
export function theCluster() {
  const loaded = cluster.get();
  if (!loaded) throw new Error("the cluster is not here yet");
  return loaded;
}

/**
 * The current step; null while there is no cycle, and while the pod of the address is looked for
 * (detours.js).
 */
export const pointer = computed(
  keepEqual(() => {
    const params = url.state.get();
    const runLog = log.get();
    return lacksPod(params, runLog) ? null : resolve(params, runLog);
  }),
);

/**
 * What the address named and this run does not have, and the step that is shown instead; null when it is
 * left.
 * @typedef {{pod?: string, point?: PointId, at: string}} Detour
 */
export const detour = atom(/** @type {Detour | null} */ (null));

/**
 * An answer of the server, and how far it is.
 * @template T
 * @typedef {{status: "none" | "loading", data: null, error: null}
 *   | {status: "ready", data: T, error: null}
 *   | {status: "failed", data: null, error: Failure}} Answer
 */

/** @typedef {Error & {status?: number}} Failure with the server's status, if that answered */

/** @typedef {Answer<CycleView> & {cycle: number, run?: string}} View */

/** The cycle's view from the server. */
export const view = atom(/** @type {View} */ ({ status: "none", cycle: -1, data: null, error: null }));

/** The arithmetic of the selected cell. */
export const explanation = atom(
  /** @type {Answer<Explanation> & {key: string}} */ ({ status: "none", key: "", data: null, error: null }),
);

/** At what level the arrows step. */
export const level = computed(() => {
  const { level: name } = url.state.get();
  return LEVELS.includes(name) ? name : USUAL_LEVEL;
});

/** What the view of the whole run shows: "pods", "placement", "pending" or "admission". */
export const runPart = computed(() => {
  const { show } = url.state.get();
  return ["placement", "pending", "admission"].includes(show) ? show : "pods";
});

/**
 * The nodes that stay on top of every table, in the order in which they were pinned.
 * @type {Source<string[]>}
 */
export const pins = computed(
  keepEqual(() => {
    const { pin } = url.state.get();
    return pin ? [...new Set(pin.split(","))].slice(0, MOST_PINS) : [];
  }),
);

/** Tables show only the nodes that this step changed. */
export const changedOnly = atom(false);

/** The node under the mouse or the keyboard's cursor, in whichever view. */
export const hovered = atom(/** @type {string | null} */ (null));

/** The domain under the mouse, or null. */
export const hoveredDomain = atom(/** @type {{key: string, value: string | null} | null} */ (null));

/** The pod under the mouse, "namespace/name". */
export const hoveredPod = atom(/** @type {string | null} */ (null));

/** The affinity term whose pods the map points at. */
export const linked = atom(/** @type {Link | null} */ (null));

/** Filter cells that kube-scheduler did not run are visible too. */
export const rest = atom(false);

/** The clause of the event text whose nodes alone are visible, or -1. */
export const clause = atom(-1);

/** What the left pane shows: "topology" or "edit". */
export const left = atom("topology");

/** @param {string} query @returns {Source<boolean>} */
function matching(query) {
  const media = matchMedia(query);
  const matches = atom(media.matches);
  media.addEventListener("change", () => matches.set(media.matches));
  return matches;
}

/** The phone's layout is on: one column. */
export const phone = matching("(max-width: 900px)");

/** The column has no room for a table of all plugins. */
export const slim = matching("(max-width: 560px)");

/** Label keys by which nodes are grouped. */
export const grouping = computed(
  keepEqual(() => {
    const { group } = url.state.get();
    const loaded = cluster.get();
    if (group === "none") return [];
    if (group) return group.split(",");
    return loaded ? usualKeys(loaded) : [];
  }),
);

const FEW_NODES = 20; // which need no boxes for their pools

/** The first topology, and the pools within it where nodes are many. @param {Cluster} loaded */
function usualKeys(loaded) {
  const topology = loaded.topology_keys.filter((key) => key !== "kubernetes.io/hostname").slice(0, 1);
  const { pool } = groupingKeys(loaded);
  const isLarge = loaded.nodes.length > FEW_NODES && pool.some((key) => loaded.labels[key].values.length > 1);
  return isLarge ? [...new Set([...topology, ...pool])] : topology;
}

/**
 * An equal value stays the same object, so that nothing is drawn again without need.
 * @template T @param {() => T} derive @returns {() => T}
 */
function keepEqual(derive) {
  /** @type {T} */
  let last;
  let text = "";
  return () => {
    const next = derive();
    const nextText = JSON.stringify(next);
    if (nextText !== text) [last, text] = [next, nextText];
    return last;
  };
}
