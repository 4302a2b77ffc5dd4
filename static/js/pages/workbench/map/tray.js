// The pods that run nowhere when the cycle starts: the one of this cycle dashed, the others by kind.

import { computed, watch } from "../../../lib/atoms.js";
import { h, replace, svg } from "../../../lib/dom.js";
import { t, tn } from "../../../lib/i18n.js";
import { nameElement } from "../../../parts/name.js";
import { clusterAt, momentOf } from "../../../model/fold.js";
import { cluster, log, pointer } from "../core/state.js";
import { kindsOf } from "./kinds.js";
import { MARKS, outline } from "./pen.js";
import { SvgContext } from "./svgcontext.js";

/** @import { Cluster } from "../../../model/cluster.js" */
/** @import { RunLog } from "../../../model/log.js" */
/** @import { Pointer } from "../../../model/pointer.js" */

const MOST = 1; // kinds: the pane is narrow

/** @returns {HTMLElement} */
export function pendingTray() {
  const element = h("div.map-tray.t12");
  const where = computed(() => {
    const at = pointer.get();
    return at ? `${at.point === "Run"}/${at.cycle}` : "";
  });
  watch([cluster, log, where], () => {
    const loaded = cluster.get();
    const at = pointer.get();
    element.hidden = !loaded || !at;
    if (loaded && at) replace(element, trayOf(loaded, log.get(), at));
  });
  return element;
}

/** @param {Cluster} loaded @param {RunLog} events @param {Pointer} at */
function trayOf(loaded, events, at) {
  const pod = at.point === "Run" ? null : events.cycles[at.cycle].pod;
  const { kinds, ofClass } = kindsOf(loaded);
  const incoming = pod === null ? -1 : (loaded.podIndex(pod) ?? -1);
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const waiting of clusterAt(loaded, events, momentOf(at, events)).waiting()) {
    const kind = ofClass[loaded.podClasses[waiting]];
    if (waiting !== incoming) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const kindsLeft = [...counts].sort((a, b) => b[1] - a[1]);
  const total = kindsLeft.reduce((sum, [, n]) => sum + n, 0);
  const others = kindsLeft.length > 1 ? kindsLeft : []; // of one kind the total says it
  const more = others.slice(MOST).reduce((sum, [, n]) => sum + n, 0);
  return [
    pod === null
      ? h("span.mute", t("After the run"))
      : h(
          "span.row.cut",
          { dataset: { pod }, title: pod },
          shape(kinds[ofClass[loaded.podClasses[incoming]]]?.shape ?? "square", "new"),
          nameElement(pod),
        ),
    h("span.grow"),
    total
      ? h(
          "span.mute.t12",
          pod === null
            ? tn("{n} pod is pending", "{n} pods are pending", total)
            : tn("{n} other pending", "{n} others pending", total),
        )
      : null,
    others
      .slice(0, MOST)
      .map(([kind, n]) =>
        h(
          "span.row.t12",
          { title: `${kinds[kind].namespace}/${kinds[kind].name}: ${n}` },
          shape(kinds[kind].shape),
          h("span.vh", kinds[kind].name),
          `×${n}`,
        ),
      ),
    more ? h("span.mute.t12", t("+{n}", { n: more })) : null,
  ];
}

/** A mark of a node as an element, for texts. @param {keyof typeof MARKS} name */
export const markIcon = (name) =>
  svg("svg.node-mark", { viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: MARKS[name] }));

/** A kind's shape as an element, for texts. @param {string} name @param {string} [state] "on", "new" */
export function shape(name, state = "") {
  const c = new SvgContext();
  outline(c, name, 2, 2, 8);
  return svg(
    "svg",
    { class: `pod-shape ${state}`, viewBox: "0 0 12 12", "aria-hidden": "true" },
    svg("path", { d: c.path }),
  );
}
