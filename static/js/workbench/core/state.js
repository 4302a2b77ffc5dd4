// Every atom of the workbench, with what it means. Views subscribe; actions.js is where they change.

import { atom, computed } from "../../lib/atoms.js";
import { bootData } from "../../lib/dom.js";
import { urlState } from "../../lib/urlstate.js";
import { emptyLog } from "../../model/log.js";
import { resolve } from "../../model/pointer.js";
import { LEVELS, USUAL_LEVEL } from "../../model/steps.js";

export const MOST_PINS = 6;

/** What the server knew when it made the page. */
export const boot = bootData() ?? {
  kind: "snapshot",
  scenario: null,
  snapshot: null,
  run: null,
  versions: { offered: [], default: "" },
};

/** The address: pod, attempt, point, plugin, node, part of the whole run, level of the steps, pinned nodes, what is opened in Why, weights that are tried, group; of a draft the version of its next run. */
export const url = urlState(
  ["pod", "attempt", "point", "plugin", "node", "show", "level", "pin", "why", "weights", "group", "version"],
  boot.still ?? null,
);

/** The run that is shown, or null. @type {import("../../lib/atoms.js").Atom<any>} */
export const run = atom(boot.run);

/** The draft, as last saved; null on a snapshot's page. */
export const scenario = atom(boot.scenario);

/** The log so far. */
export const log = atom(emptyLog());

/** How the log arrives: "idle", or the stream's own state. */
export const streaming = atom("idle");

/** The cluster before the first cycle, or null. @type {import("../../lib/atoms.js").Atom<any>} */
export const cluster = atom(null);

/** Where we are; null while there is no cycle. */
export const pointer = computed([url.state, log], keepEqual(resolve));

/** The cycle's view from the server: {status: "none" | "loading" | "ready" | "failed", cycle, data, error}. */
export const view = atom({ status: "none", cycle: -1, data: null, error: null });

/** The arithmetic of the selected cell, in the same form. */
export const explanation = atom({ status: "none", key: "", data: null, error: null });

/** At what level the arrows step. @type {Pick<import("../../lib/atoms.js").Atom<string>, "get" | "subscribe">} */
export const level = computed([url.state], ({ level: name }) => (LEVELS.includes(name) ? name : USUAL_LEVEL));

/** What the view of the whole run shows: "pods", "placement" or "pending". @type {Pick<import("../../lib/atoms.js").Atom<string>, "get" | "subscribe">} */
export const runPart = computed([url.state], ({ show }) =>
  ["placement", "pending"].includes(show) ? show : "pods",
);

/** The nodes that stay on top of every table, in the order in which they were pinned. @type {Pick<import("../../lib/atoms.js").Atom<string[]>, "get" | "subscribe">} */
export const pins = computed(
  [url.state],
  keepEqual(({ pin }) => (pin ? [...new Set(pin.split(","))].slice(0, MOST_PINS) : [])),
);

/** Tables show only the nodes that this step changed. */
export const changedOnly = atom(false);

/** The node under the mouse or the keyboard's cursor, in whichever view. @type {import("../../lib/atoms.js").Atom<string | null>} */
export const hovered = atom(null);

/** The domain under the mouse: {key, value}, or null. @type {import("../../lib/atoms.js").Atom<{key: string, value: string | null} | null>} */
export const hoveredDomain = atom(null);

/** The pod under the mouse, "namespace/name". @type {import("../../lib/atoms.js").Atom<string | null>} */
export const hoveredPod = atom(null);

/** The affinity term whose pods the map points at: {term} of the view's, or null. @type {import("../../lib/atoms.js").Atom<any>} */
export const linked = atom(null);

/** Filter cells that kube-scheduler did not run are shown too. */
export const rest = atom(false);

/** The clause of the event text whose nodes are shown alone, or -1. */
export const clause = atom(-1);

/** What the left pane shows: "topology" or "edit". */
export const left = atom("topology");

/** The phone's layout is on. */
const narrow = matchMedia("(max-width: 699px)");
export const phone = atom(narrow.matches);
narrow.addEventListener("change", () => phone.set(narrow.matches));

/** Label keys by which nodes are grouped. @type {Pick<import("../../lib/atoms.js").Atom<string[]>, "get" | "subscribe">} */
export const grouping = computed(
  [url.state, cluster],
  keepEqual((params, known) => {
    if (params.group === "none") return [];
    if (params.group) return params.group.split(",");
    return (known?.topology_keys ?? []).filter((key) => key !== "kubernetes.io/hostname").slice(0, 1);
  }),
);

// An equal value stays the same object, so that nothing is drawn again without need.
function keepEqual(derive) {
  let last = /** @type {any} */ (undefined);
  let text = "";
  return (...values) => {
    const next = derive(...values);
    const nextText = JSON.stringify(next);
    if (nextText !== text) [last, text] = [next, nextText];
    return last;
  };
}
